package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import Persistence
import Synchronization

// MARK: - Issuing

extension InMemoryVerification {
    package func issue(_ tan: NewTAN, limits: TANLimits, now: UnixTime) async throws(StoreError) -> Bool {
        state.withLock { issue(tan, limits, now, &$0) }
    }

    package func rehearse(_ tan: NewTAN, limits: TANLimits, now: UnixTime) async throws(StoreError) {
        state.withLock { state in
            var copy = state
            copy.sessions[tan.token] = Session(session: TestSession(subject: .teleTAN(.test), began: now))
            _ = issue(tan, limits, now, &copy)
            if fault == .keepsRehearsals {
                state = copy
            }
        }
    }

    private func issue(_ tan: NewTAN, _ limits: TANLimits, _ now: UnixTime, _ state: inout State) -> Bool {
        let isThere = fault == .issuesForOldTokens ? state.sessions[tan.token] : live(tan.token, now, state)
        guard var session = isThere else {
            return false
        }
        if let request = tan.request, session.requests.contains(request) {
            let age = session.issuedAt.map { now.seconds(since: $0) } ?? .max
            let isLatest = session.requests.last == request || fault == .repeatsEarlierRequests
            return isLatest && age < NewTAN.repetition + (fault == .repeatsTooLong ? 60 : 0)
        }
        let open = state.reservations.values.filter { $0.token == tan.token && now < $0.end }.count
        let used =
            fault == .countsIssuedTANs
            ? session.issued : session.used + (fault == .forgetsOpenReservations ? 0 : open)
        guard used < limits.used + (fault == .issuesAThirdTAN ? 1 : 0), session.issued < limits.issued else {
            return false
        }
        session.issued += 1
        session.issuedAt = now
        session.requests.append(tan.request)
        state.sessions[tan.token] = session
        if fault != .keepsReplacedTANs {
            state.tans = state.tans.filter { $0.value.token != tan.token }
        }
        let teleTAN: TeleTANKind? = if case .teleTAN(let kind) = session.session.subject { kind } else { nil }
        state.tans[tan.tan] = StoredTAN(
            token: tan.token,
            teleTAN: fault == .losesTheKind ? nil : teleTAN,
            end: now.advanced(bySeconds: limits.life)
        )
        return true
    }
}

// MARK: - Using

extension InMemoryVerification {
    private func usable(_ tan: CredentialDigest, _ now: UnixTime, _ state: State) -> StoredTAN? {
        state.tans[tan].flatMap { now < $0.end || fault == .takesOldTANs ? $0 : nil }
    }

    package func consume(_ tan: CredentialDigest, now: UnixTime) async throws(StoreError) -> ValidTAN? {
        state.withLock { state in
            guard let live = usable(tan, now, state), live.reservation == nil || fault == .consumesReserved else {
                return nil
            }
            if fault != .keepsUsedTANs {
                state.tans[tan] = nil
            }
            state.sessions[live.token]?.used += 1
            return ValidTAN(teleTAN: live.teleTAN)
        }
    }

    package func reserve(
        _ claim: TANClaim,
        as name: Bytes16,
        now: UnixTime
    ) async throws(StoreError) -> ReservationOutcome {
        state.withLock { state in
            let earlier = state.reservations.first { _, reservation in
                now < reservation.end && reservation.upload == claim.upload
                    && (fault != .forgetsConfirmed || reservation.token != nil)
            }
            if let (name, reservation) = earlier {
                return .reserved(name: name, ValidTAN(teleTAN: reservation.teleTAN))
            }
            guard let live = usable(claim.tan, now, state) else {
                return .unknown
            }
            guard live.teleTAN != .event || fault == .reservesEvents else {
                return .event
            }
            guard live.reservation == nil || fault == .reservesTwice else {
                return .taken
            }
            state.tans[claim.tan]?.reservation = name
            state.reservations[name] = Reservation(
                upload: claim.upload,
                token: live.token,
                teleTAN: live.teleTAN,
                end: live.end
            )
            return .reserved(name: name, ValidTAN(teleTAN: live.teleTAN))
        }
    }

    package func confirm(_ reservation: Bytes16, now: UnixTime) async throws(StoreError) -> Bool {
        state.withLock { state in
            guard let reserved = state.reservations[reservation], now < reserved.end else {
                return false
            }
            guard let token = reserved.token else {
                return fault != .confirmsOnce
            }
            let count = state.tans.count
            state.tans = state.tans.filter { $0.value.reservation != reservation }
            guard state.tans.count < count || fault != .forgetsReplacedReservations else {
                return false
            }
            state.reservations[reservation]?.token = nil
            state.sessions[token]?.used += 1
            return true
        }
    }
}
