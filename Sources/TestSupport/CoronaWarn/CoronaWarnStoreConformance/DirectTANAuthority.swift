package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives

/// A verification service in the process of its caller, at ``CoronaWarnSamples/now``.
package struct DirectTANAuthority: TANReservationAuthority {
    private let store: any VerificationStore

    package init(_ store: any VerificationStore) {
        self.store = store
    }

    package func reserve(_ request: TANReservationRequest) async throws(TANReservationError) -> TANReservation? {
        var generator = SystemRandomNumberGenerator()
        let claim = TANClaim(tan: request.tan.digest, upload: request.fingerprint)
        let name = Bytes16.random(using: &generator)
        do {
            guard case .reserved(let name, _) = try await store.reserve(claim, as: name, now: CoronaWarnSamples.now)
            else {
                return nil
            }
            return TANReservation(name)
        } catch {
            throw .unreachable
        }
    }

    package func confirm(_ reservation: TANReservation) async throws(TANReservationError) -> Bool {
        guard let name = Bytes16(reservation.exposedBytes) else {
            return false
        }
        do {
            return try await store.confirm(name, now: CoronaWarnSamples.now)
        } catch {
            throw .unreachable
        }
    }
}

extension VerificationStore {
    /// Issues a TAN for the token of a new test, or of a new teleTAN of this kind.
    ///
    /// - Returns: false if it is refused.
    package func issue(
        _ tan: TAN,
        from teleTAN: TeleTANKind?,
        now: UnixTime = CoronaWarnSamples.now
    ) async throws -> Bool {
        let digest = tan.digest
        var key: Registration.Key?
        if let teleTAN {
            let mark = TeleTANMark(mac: digest.bytes)
            let new = NewTeleTAN(mark: mark, kind: teleTAN, operator: "operator-\(digest.bytes)")
            _ = try await issue(new, limits: CoronaWarnSamples.teleTANLimits, now: now)
            key = .teleTAN(mark)
        } else {
            key = TestIdentifier(code: Hex.encode(digest.bytes)).map { .test(RegisteredTest(code: $0)) }
        }
        guard let key else {
            return false
        }
        let registration = Registration(key: key, token: digest, mayComeAgain: false)
        _ = try await register(registration, wrongTeleTANs: CoronaWarnSamples.wrongTeleTANs, now: now)
        let new = NewTAN(tan: digest, token: digest, request: nil)
        return try await issue(new, limits: CoronaWarnSamples.tanLimits, now: now)
    }
}
