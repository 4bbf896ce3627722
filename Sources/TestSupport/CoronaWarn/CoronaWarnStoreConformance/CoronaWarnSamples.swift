package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives

/// Small values for the checks, all around one moment.
package enum CoronaWarnSamples {
    /// Noon of a day in 2020, a whole hour.
    package static let now = UnixTime(1_600_000_200 / 86_400 * 86_400 + 43_200)
    package static let day = UnixTime.secondsPerDay
    package static let laboratory = "lab-one"
    package static let otherLaboratory = "lab-two"

    package static func test(_ number: UInt8 = 1) -> TestIdentifier {
        guard let identifier = TestIdentifier(code: String(repeating: Hex.encode([number]), count: 32)) else {
            preconditionFailure("64 hexadecimal digits are an identifier")
        }
        return identifier
    }

    package static func token(_ number: UInt8 = 1) -> CredentialDigest { digest(number) }
    package static func tan(_ number: UInt8 = 101) -> CredentialDigest { digest(number) }

    private static func digest(_ number: UInt8) -> CredentialDigest {
        guard let digest = CredentialDigest(bytes: [UInt8](repeating: number, count: 32)) else {
            preconditionFailure("32 bytes are a digest")
        }
        return digest
    }

    package static func mark(_ number: UInt8 = 1) -> TeleTANMark {
        TeleTANMark(mac: [UInt8](repeating: number, count: 32))
    }

    package static func name(_ number: UInt8 = 1) -> Bytes16 {
        guard let name = Bytes16([UInt8](repeating: number, count: 16)) else {
            preconditionFailure("there are sixteen bytes")
        }
        return name
    }

    package static func batch(
        _ outcomes: KeyValuePairs<UInt8, TestOutcome>,
        kind: TestKind = .pcr,
        sampleCollection: Int? = nil,
        laboratoryID: String? = nil
    ) -> ResultBatch {
        ResultBatch(
            kind: kind,
            results: outcomes.map { number, outcome in
                .init(identifier: test(number), outcome: outcome, sampleCollection: sampleCollection)
            },
            laboratoryID: laboratoryID.flatMap(LaboratoryID.init)
        )
    }

    package static func registration(
        _ number: UInt8 = 1,
        birthDate: UInt8? = nil,
        token: UInt8 = 1,
        mayComeAgain: Bool = false
    ) -> Registration {
        Registration(
            key: .test(RegisteredTest(code: test(number), birthDate: birthDate.map { test($0) })),
            token: self.token(token),
            mayComeAgain: mayComeAgain
        )
    }

    package static func teleTANRegistration(
        _ number: UInt8 = 1,
        token: UInt8 = 1,
        mayComeAgain: Bool = false
    ) -> Registration {
        Registration(key: .teleTAN(mark(number)), token: self.token(token), mayComeAgain: mayComeAgain)
    }

    package static let tanLimits = TANLimits(used: 2, life: day)
    package static let teleTANLimits = TeleTANLimits(perHour: 5, pause: 30, testLife: 3600, eventLife: 2 * day)
    /// The limit of wrong teleTANs.
    package static let wrongTeleTANs = 10

    package static func newTAN(_ tan: UInt8 = 101, token: UInt8 = 1, request: UInt8? = nil) -> NewTAN {
        NewTAN(tan: self.tan(tan), token: self.token(token), request: request.map { name($0).bytes })
    }

    package static func claim(_ tan: UInt8 = 101, upload: UInt8 = 1) -> TANClaim {
        TANClaim(tan: self.tan(tan), upload: mark(upload).mac)
    }

    package static func newTeleTAN(
        _ number: UInt8 = 1,
        _ kind: TeleTANKind = .test,
        for holder: String = "anna"
    ) -> NewTeleTAN {
        NewTeleTAN(mark: mark(number), kind: kind, operator: holder)
    }

    /// How many of 30 calls at once return true.
    package static func winners(_ call: @escaping @Sendable (UInt8) async throws -> Bool) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<UInt8(30) {
                group.addTask { try await call(number) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }
}
