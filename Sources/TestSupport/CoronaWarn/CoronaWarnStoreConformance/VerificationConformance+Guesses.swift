import CoronaWarnAPI
import CoronaWarnPorts
import ExposurePrimitives
import StoreConformance

// MARK: - Wrong teleTANs

extension VerificationConformance {
    /// Sends wrong teleTANs until the limit is reached.
    private static func guess(_ count: Int, _ store: any VerificationStore, after seconds: Int64 = 0) async throws
        -> [RegistrationOutcome]
    {
        var outcomes: [RegistrationOutcome] = []
        for number in 0..<UInt8(count) {
            outcomes.append(
                try await register(Sample.teleTANRegistration(200 - number, token: 90), store, after: seconds)
            )
        }
        return outcomes
    }

    static let guessChecks = [
        Check(rule: "wrong teleTANs are counted, and after the limit none is looked up") { store, report in
            _ = try await issue(Sample.newTeleTAN(), store)
            let expected = (1...10).map { count in
                RegistrationOutcome.wrongTeleTAN(WrongTeleTANs(count: count, reachesLimit: count == 10))
            }
            report.expectEqual(try await guess(10, store), expected, "the outcomes")
            let held = RegistrationOutcome.held(until: now.advanced(bySeconds: 3660))
            report.expectEqual(try await guess(1, store), [held], "one more")
            report.expectEqual(try await register(Sample.teleTANRegistration(token: 2), store), held, "a live teleTAN")
            report.expectEqual(try await register(Sample.registration(token: 3), store), .registered, "a test")
        },
        Check(rule: "a live teleTAN does not age while none is looked up") { store, report in
            _ = try await issue(Sample.newTeleTAN(1), store)
            _ = try await issue(Sample.newTeleTAN(2, for: "berta"), store)
            _ = try await guess(10, store, after: 600)
            let hold: Int64 = 3660
            let held = RegistrationOutcome.held(until: now.advanced(bySeconds: 600 + hold))
            let registration = Sample.teleTANRegistration(1, token: 1)
            report.expectEqual(try await register(registration, store, after: 599 + hold), held, "before the end")
            let last = try await register(registration, store, after: 3599 + hold)
            report.expectEqual(last, .registered, "at the end of the longer life")
            let late = try await register(Sample.teleTANRegistration(2, token: 2), store, after: 3600 + hold)
            report.expect(late != .registered, "a teleTAN lives even longer")
        },
        Check(rule: "the life of a teleTAN that is issued meanwhile begins afterwards") { store, report in
            _ = try await guess(10, store)
            _ = try await issue(Sample.newTeleTAN(), store, after: 10)
            let end: Int64 = 3660 + 3600
            let last = try await register(Sample.teleTANRegistration(), store, after: end - 1)
            report.expectEqual(last, .registered, "at the end of its life")
        },
        Check(rule: "wrong teleTANs of more than an hour ago do not count") { store, report in
            _ = try await guess(9, store)
            let late = try await guess(1, store, after: 3660)
            let expected = RegistrationOutcome.wrongTeleTAN(WrongTeleTANs(count: 1, reachesLimit: false))
            report.expectEqual(late, [expected], "the outcome")
        },
    ]
}
