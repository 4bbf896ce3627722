import CoronaWarnAPI
import CoronaWarnPorts
import ExposurePrimitives

/// The results of registered tests.
struct SessionResults: Sendable {
    let source: any TestResultSource

    /// The result of what a token stands for.
    ///
    /// - Parameter random: an identifier that nobody has. For a teleTAN it is asked for in rehearsal, so that the time
    /// of the answer does not tell a teleTAN from a test.
    /// - Throws: `forbidden` if the two results of a registration with a birth date differ, or one is missing.
    func result(of session: TestSession, random: TestIdentifier, now: UnixTime) async throws -> SessionResult {
        switch session.subject {
        case .teleTAN:
            try await rehearse(random, now: now)
            return SessionResult(
                code: TestResultCode(kind: .pcr, outcome: .positive),
                sampleCollection: Int(clamping: session.began.seconds),
                laboratoryID: nil
            )
        case .test(let test):
            // Both at once, so that they wait for the disk as long as a single one.
            async let second = other(of: test, now: now)
            let told = try await source.phoneResult(of: test.code, now: now)
            if let other = try await second {
                guard told.code == other.code, told.isSent == other.isSent else {
                    throw CoronaWarnError.forbidden
                }
            }
            return SessionResult(
                code: told.code,
                sampleCollection: told.sampleCollection,
                laboratoryID: told.laboratoryID
            )
        }
    }

    /// The result under the identifier with the birth date, if the test has one.
    private func other(of test: RegisteredTest, now: UnixTime) async throws -> PhoneTestResult? {
        guard let birthDate = test.birthDate else {
            return nil
        }
        return try await source.phoneResult(of: birthDate, now: now)
    }

    /// Does the work for a test that nobody has.
    func rehearse(_ identifier: TestIdentifier, now: UnixTime) async throws {
        try await source.rehearseResult(of: identifier, now: now)
    }
}

/// A result for a phone or another service.
struct SessionResult: Sendable {
    /// As phones are told it.
    let code: TestResultCode
    let sampleCollection: Int
    let laboratoryID: LaboratoryID?

    var permitsUpload: Bool { code.permitsUpload }

    var answer: TestResultAnswer { answer(withIdentifier: nil) }

    func answer(withIdentifier identifier: TestIdentifier?) -> TestResultAnswer {
        TestResultAnswer(
            code: code.code,
            sampleCollection: sampleCollection,
            laboratoryID: laboratoryID,
            identifier: identifier
        )
    }
}
