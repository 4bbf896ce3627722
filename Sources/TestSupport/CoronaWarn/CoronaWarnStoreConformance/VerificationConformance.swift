import CoronaWarnAPI
package import CoronaWarnPorts
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the verification service's port, as checks that report violations.
package enum VerificationConformance {
    typealias Check = RuleCheck<any VerificationStore>
    typealias Sample = CoronaWarnSamples

    package static let checks =
        testChecks + sessionChecks + teleTANChecks + guessChecks + tanChecks + useChecks + reservationChecks
        + retentionChecks

    static let now = CoronaWarnSamples.now

    static func register(
        _ registration: Registration,
        _ store: any VerificationStore,
        after seconds: Int64 = 0
    ) async throws -> RegistrationOutcome {
        try await store.register(
            registration,
            wrongTeleTANs: Sample.wrongTeleTANs,
            now: now.advanced(bySeconds: seconds)
        )
    }

    static func issue(
        _ teleTAN: NewTeleTAN,
        _ store: any VerificationStore,
        after seconds: Int64 = 0
    ) async throws -> TeleTANOutcome {
        try await store.issue(teleTAN, limits: Sample.teleTANLimits, now: now.advanced(bySeconds: seconds))
    }

    static func allowance(
        _ store: any VerificationStore,
        of name: String = "anna",
        after seconds: Int64 = 0
    ) async throws -> TeleTANAllowance {
        try await store.allowance(of: name, limits: Sample.teleTANLimits, now: now.advanced(bySeconds: seconds))
    }

    static func issue(_ tan: NewTAN, _ store: any VerificationStore, after seconds: Int64 = 0) async throws -> Bool {
        try await store.issue(tan, limits: Sample.tanLimits, now: now.advanced(bySeconds: seconds))
    }

    static func consume(
        _ tan: UInt8 = 101,
        _ store: any VerificationStore,
        after seconds: Int64 = 0
    ) async throws -> ValidTAN? {
        try await store.consume(Sample.tan(tan), now: now.advanced(bySeconds: seconds))
    }
}

// MARK: - Tests

extension VerificationConformance {
    private static let testChecks = [
        Check(rule: "a test is registered once, whichever of its identifiers comes again") { store, report in
            let first = try await register(Sample.registration(1, birthDate: 2), store)
            report.expectEqual(first, .registered, "the first registration")
            let again = [
                Sample.registration(1, token: 2), Sample.registration(2, token: 2),
                Sample.registration(1, birthDate: 3, token: 2), Sample.registration(3, birthDate: 2, token: 2),
                Sample.registration(3, birthDate: 1, token: 2), Sample.registration(1, birthDate: 2, token: 2),
            ]
            for registration in again {
                report.expectEqual(try await register(registration, store), .refused, "\(registration.key)")
            }
            report.expect(try await store.session(of: Sample.token(2), now: now) == nil, "a refused one has a token")
            let other = try await register(Sample.registration(3, token: 2), store)
            report.expectEqual(other, .registered, "a test of which only refused registrations spoke")
        },
        Check(rule: "of thirty phones at once, one gets the test") { store, report in
            let winners = try await Sample.winners { number in
                try await register(Sample.registration(token: number + 1), store) == .registered
            }
            report.expectEqual(winners, 1, "phones")
        },
        Check(rule: "the same derived registration is answered again for ten minutes") { store, report in
            let derived = Sample.registration(1, birthDate: 2, mayComeAgain: true)
            for (seconds, expected): (Int64, RegistrationOutcome) in [
                (0, .registered), (0, .registered), (599, .registered), (600, .refused),
            ] {
                report.expectEqual(try await register(derived, store, after: seconds), expected, "after \(seconds) s")
            }
            let other = Sample.registration(1, birthDate: 2, token: 2, mayComeAgain: true)
            report.expectEqual(try await register(other, store), .refused, "another nonce")
            _ = try await register(Sample.registration(5, token: 5), store)
            let bare = try await register(Sample.registration(5, token: 5), store)
            report.expectEqual(bare, .refused, "a registration without a nonce")
        },
        Check(rule: "a rehearsed registration leaves nothing behind") { store, report in
            try await store.rehearse(Sample.registration(1, birthDate: 2, mayComeAgain: true), now: now)
            report.expect(try await store.session(of: Sample.token(), now: now) == nil, "it has a token")
            report.expectEqual(try await register(Sample.registration(1), store), .registered, "the genuine one")
        },
    ]

    private static let sessionChecks = [
        Check(rule: "a token stands for its test until 21 days after the registration") { store, report in
            _ = try await register(Sample.registration(1, birthDate: 2), store)
            let test = RegisteredTest(code: Sample.test(1), birthDate: Sample.test(2))
            for (seconds, isThere) in [(0, true), (21 * Sample.day - 1, true), (21 * Sample.day, false)] {
                let session = try await store.session(of: Sample.token(), now: now.advanced(bySeconds: seconds))
                let expected = isThere ? TestSession(subject: .test(test), began: now) : nil
                report.expectEqual(session, expected, "the session after \(seconds) s")
            }
            report.expect(try await store.session(of: Sample.token(2), now: now) == nil, "an unknown token has one")
        }
    ]
}

// MARK: - TeleTANs

extension VerificationConformance {
    private static let teleTANChecks = [
        Check(rule: "a teleTAN is redeemed once, and its token says of which kind it was") { store, report in
            for (kind, number) in [(TeleTANKind.test, UInt8(1)), (.event, 2)] {
                let issued = try await issue(Sample.newTeleTAN(number, kind, for: "o\(number)"), store)
                report.expectEqual(issued, .issued, "\(kind)")
                let registration = Sample.teleTANRegistration(number, token: number)
                report.expectEqual(try await register(registration, store), .registered, "\(kind)")
                let session = try await store.session(of: Sample.token(number), now: now)
                report.expectEqual(session, TestSession(subject: .teleTAN(kind), began: now), "the session")
                let again = Sample.teleTANRegistration(number, token: 50)
                let wrong = WrongTeleTANs(count: Int(number), reachesLimit: false)
                report.expectEqual(try await register(again, store), .wrongTeleTAN(wrong), "a second time")
            }
        },
        Check(rule: "of thirty phones at once, one redeems the teleTAN") { store, report in
            _ = try await issue(Sample.newTeleTAN(), store)
            let winners = try await Sample.winners { number in
                try await store.register(
                    Sample.teleTANRegistration(token: number + 1),
                    wrongTeleTANs: 1000,
                    now: now
                ) == .registered
            }
            report.expectEqual(winners, 1, "phones")
        },
        Check(rule: "a teleTAN lives for an hour, one for an event for two days") { store, report in
            let lives: [(kind: TeleTANKind, life: Int64)] = [(.test, 3600), (.event, 2 * Sample.day)]
            for (index, (kind, life)) in lives.enumerated() {
                let number = UInt8(1 + 2 * index)
                _ = try await issue(Sample.newTeleTAN(number, kind, for: "a\(index)"), store)
                _ = try await issue(Sample.newTeleTAN(number + 1, kind, for: "b\(index)"), store)
                let last = Sample.teleTANRegistration(number, token: number)
                report.expectEqual(try await register(last, store, after: life - 1), .registered, "\(kind) at its end")
                let late = try await register(
                    Sample.teleTANRegistration(number + 1, token: number + 1),
                    store,
                    after: life
                )
                report.expect(late != .registered, "\(kind) after its end")
            }
        },
        Check(rule: "the same derived teleTAN registration is answered again for ten minutes") { store, report in
            _ = try await issue(Sample.newTeleTAN(), store)
            let derived = Sample.teleTANRegistration(mayComeAgain: true)
            for (seconds, expected): (Int64, RegistrationOutcome) in [
                (0, .registered), (599, .registered), (600, .refused),
            ] {
                report.expectEqual(try await register(derived, store, after: seconds), expected, "after \(seconds) s")
            }
        },
        Check(rule: "an operator waits thirty seconds between two teleTANs, others do not wait") { store, report in
            report.expectEqual(try await issue(Sample.newTeleTAN(1), store), .issued, "the first")
            let end = now.advanced(bySeconds: 30)
            let early = try await issue(Sample.newTeleTAN(2), store, after: 29)
            report.expectEqual(early, .limited(until: end), "after 29 s")
            report.expectEqual(try await allowance(store, after: 29).next, end, "the next after 29 s")
            report.expectEqual(try await allowance(store, after: 30).next, nil, "the next after 30 s")
            report.expectEqual(try await allowance(store, of: "berta").next, nil, "another operator's next")
            report.expectEqual(try await issue(Sample.newTeleTAN(3, for: "berta"), store), .issued, "another operator")
            report.expectEqual(try await issue(Sample.newTeleTAN(2), store, after: 30), .issued, "after 30 s")
        },
        Check(rule: "all operators together get so many teleTANs in any hour") { store, report in
            for number in 1...UInt8(5) {
                let seconds = Int64(number) * 100
                let outcome = try await issue(Sample.newTeleTAN(number, for: "o\(number)"), store, after: seconds)
                report.expectEqual(outcome, .issued, "number \(number)")
                // Looking changes nothing.
                for _ in 0..<2 {
                    let left = try await allowance(store, of: "q", after: seconds).left
                    report.expectEqual(left, 5 - Int(number), "left after number \(number)")
                }
            }
            let last = TeleTANAllowance(left: 0, next: now.advanced(bySeconds: 3700))
            report.expectEqual(try await allowance(store, of: "q", after: 3699), last, "the allowance at the limit")
            let next = TeleTANAllowance(left: 1, next: nil)
            report.expectEqual(try await allowance(store, of: "q", after: 3700), next, "the allowance after the limit")
            let end = now.advanced(bySeconds: 3700)
            for (seconds, expected): (Int64, TeleTANOutcome) in [
                (600, .limited(until: end)), (3699, .limited(until: end)), (3700, .issued),
                (3730, .limited(until: now.advanced(bySeconds: 3800))),
            ] {
                let outcome = try await issue(
                    Sample.newTeleTAN(UInt8(seconds % 200), for: "p\(seconds)"),
                    store,
                    after: seconds
                )
                report.expectEqual(outcome, expected, "after \(seconds) s")
            }
        },
        Check(rule: "of thirty operators at once, as many get a teleTAN as the limit says") { store, report in
            let winners = try await Sample.winners { number in
                try await issue(Sample.newTeleTAN(number + 1, for: "o\(number)"), store) == .issued
            }
            report.expectEqual(winners, 5, "operators")
        },
    ]
}
