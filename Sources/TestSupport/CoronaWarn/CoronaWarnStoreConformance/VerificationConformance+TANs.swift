import CoronaWarnAPI
import CoronaWarnPorts
import ExposurePrimitives
import StoreConformance

// MARK: - Issuing

extension VerificationConformance {
    static let tanChecks = [
        Check(rule: "a token has one unused TAN: a new one takes its place") { store, report in
            _ = try await register(Sample.registration(), store)
            for tan: UInt8 in 101...102 {
                report.expect(try await issue(Sample.newTAN(tan), store), "TAN \(tan) is not issued")
            }
            report.expect(try await consume(101, store) == nil, "the replaced TAN is valid")
            report.expectEqual(try await consume(102, store), ValidTAN(teleTAN: nil), "the new TAN")
            report.expect(try await !issue(Sample.newTAN(103, token: 2), store), "an unknown token gets a TAN")
        },
        Check(rule: "two TANs of a token may be used, and ten be issued") { store, report in
            _ = try await register(Sample.registration(1, token: 1), store)
            for tan: UInt8 in 101...102 {
                report.expect(try await issue(Sample.newTAN(tan), store), "TAN \(tan) is not issued")
                report.expect(try await consume(tan, store) != nil, "TAN \(tan) is not valid")
            }
            report.expect(try await !issue(Sample.newTAN(103), store), "a third TAN is issued")
            _ = try await register(Sample.registration(2, token: 2), store)
            for number in 1...UInt8(11) {
                let isIssued = try await issue(Sample.newTAN(110 + number, token: 2), store)
                report.expectEqual(isIssued, number <= 10, "the issue of TAN \(number)")
            }
            report.expect(try await consume(120, store) != nil, "the tenth TAN is not valid")
        },
        Check(rule: "no TAN is issued for a token whose life is over") { store, report in
            _ = try await register(Sample.registration(), store)
            report.expect(try await issue(Sample.newTAN(101), store, after: 21 * Sample.day - 1), "at its end")
            report.expect(try await !issue(Sample.newTAN(102), store, after: 21 * Sample.day), "after its end")
        },
        Check(rule: "the same derived request is answered again for ten minutes, whatever became of the TAN") {
            store,
            report in
            _ = try await register(Sample.registration(), store)
            let derived = Sample.newTAN(101, request: 1)
            report.expect(try await issue(derived, store), "the first answer")
            report.expect(try await issue(derived, store, after: 599), "the second answer")
            report.expect(try await consume(101, store, after: 599) != nil, "the TAN is not valid")
            report.expect(try await issue(derived, store, after: 599), "the third answer")
            report.expect(try await consume(101, store, after: 599) == nil, "the used TAN is valid again")
            report.expect(try await !issue(derived, store, after: 600), "an answer after ten minutes")
            report.expect(try await issue(Sample.newTAN(102), store, after: 601), "a new TAN")
            report.expect(try await consume(102, store, after: 601) != nil, "the new TAN is not valid")
            report.expect(try await !issue(Sample.newTAN(103), store, after: 602), "a repetition was not counted once")
        },
        Check(rule: "a request before the latest is not answered again") { store, report in
            _ = try await register(Sample.registration(), store)
            report.expect(try await issue(Sample.newTAN(101, request: 1), store), "the first request")
            report.expect(try await issue(Sample.newTAN(102, request: 2), store), "the second request")
            report.expect(try await !issue(Sample.newTAN(101, request: 1), store), "the first request again")
            report.expect(try await issue(Sample.newTAN(103), store), "a request without a nonce")
            report.expect(try await !issue(Sample.newTAN(102, request: 2), store), "the second request again")
            report.expect(try await consume(103, store) != nil, "the latest TAN is not valid")
        },
        Check(rule: "a rehearsed TAN leaves nothing behind") { store, report in
            try await store.rehearse(Sample.newTAN(), limits: Sample.tanLimits, now: now)
            report.expect(try await store.session(of: Sample.token(), now: now) == nil, "there is a token")
            report.expect(try await consume(101, store) == nil, "there is a TAN")
        },
    ]
}

// MARK: - Using

extension VerificationConformance {
    /// Registers a teleTAN and issues a TAN for its token.
    private static func prepare(_ kind: TeleTANKind?, _ store: any VerificationStore) async throws {
        if let kind {
            _ = try await issue(Sample.newTeleTAN(1, kind), store)
            _ = try await register(Sample.teleTANRegistration(), store)
        } else {
            _ = try await register(Sample.registration(), store)
        }
        _ = try await issue(Sample.newTAN(), store)
    }

    static let useChecks = [
        Check(rule: "a TAN is used once, and says from which kind of teleTAN it stems") { store, report in
            for kind in [TeleTANKind.test, .event] {
                let number: UInt8 = kind == .test ? 1 : 2
                _ = try await issue(Sample.newTeleTAN(number, kind, for: "o\(number)"), store)
                _ = try await register(Sample.teleTANRegistration(number, token: number), store)
                _ = try await issue(Sample.newTAN(100 + number, token: number), store)
                report.expectEqual(try await consume(100 + number, store), ValidTAN(teleTAN: kind), "\(kind)")
                report.expect(try await consume(100 + number, store) == nil, "\(kind) a second time")
            }
        },
        Check(rule: "of thirty uploads at once, one uses the TAN") { store, report in
            try await prepare(nil, store)
            let winners = try await Sample.winners { _ in try await consume(101, store) != nil }
            report.expectEqual(winners, 1, "uploads")
        },
        Check(rule: "a TAN lives for a day") { store, report in
            try await prepare(nil, store)
            report.expect(try await consume(101, store, after: Sample.day) == nil, "a TAN after its end")
            report.expect(try await consume(101, store, after: Sample.day - 1) != nil, "a TAN at its end")
        },
    ]

    static let reservationChecks = [
        Check(rule: "a TAN is reserved for one upload, which gets the reservation again") { store, report in
            try await prepare(.test, store)
            let reserved = ReservationOutcome.reserved(name: Sample.name(1), ValidTAN(teleTAN: .test))
            for name: UInt8 in [1, 2] {
                let outcome = try await store.reserve(Sample.claim(), as: Sample.name(name), now: now)
                report.expectEqual(outcome, reserved, "reservation \(name)")
            }
            let other = try await store.reserve(Sample.claim(upload: 2), as: Sample.name(3), now: now)
            report.expectEqual(other, .taken, "another upload")
            report.expect(try await consume(101, store) == nil, "the reserved TAN is used without its reservation")
            report.expect(try await !store.confirm(Sample.name(2), now: now), "an unknown name is confirmed")
            for time in ["first", "second"] {
                report.expect(try await store.confirm(Sample.name(1), now: now), "the \(time) confirmation is refused")
            }
            let again = try await store.reserve(Sample.claim(), as: Sample.name(4), now: now)
            report.expectEqual(again, reserved, "the confirmed upload")
            let used = try await store.reserve(Sample.claim(upload: 2), as: Sample.name(5), now: now)
            report.expectEqual(used, .unknown, "another upload with the used TAN")
            for (tan, isIssued) in [(UInt8(102), true), (103, false)] {
                report.expectEqual(try await issue(Sample.newTAN(tan), store), isIssued, "the issue of TAN \(tan)")
                _ = try await consume(tan, store)
            }
        },
        Check(rule: "of thirty uploads at once, one gets the reservation") { store, report in
            try await prepare(nil, store)
            let winners = try await Sample.winners { number in
                let claim = Sample.claim(upload: number)
                return try await store.reserve(claim, as: Sample.name(number), now: now) != .taken
            }
            report.expectEqual(winners, 1, "uploads")
        },
        Check(rule: "a reservation that another TAN has replaced is confirmed and counts") { store, report in
            try await prepare(nil, store)
            _ = try await store.reserve(Sample.claim(), as: Sample.name(), now: now)
            report.expect(try await issue(Sample.newTAN(102), store), "a new TAN is refused")
            let replaced = try await store.reserve(Sample.claim(upload: 2), as: Sample.name(2), now: now)
            report.expectEqual(replaced, .unknown, "a reservation of the replaced TAN")
            report.expect(try await store.confirm(Sample.name(), now: now), "the confirmation is refused")
            report.expect(try await consume(102, store) != nil, "the new TAN is not valid")
            report.expect(try await !issue(Sample.newTAN(103), store), "a third TAN is issued")
        },
        Check(rule: "a reservation counts as a use until it is confirmed or ends") { store, report in
            try await prepare(nil, store)
            report.expect(try await consume(101, store) != nil, "the first TAN is not valid")
            report.expect(try await issue(Sample.newTAN(102), store), "the second TAN is not issued")
            _ = try await store.reserve(Sample.claim(102), as: Sample.name(), now: now)
            report.expect(try await !issue(Sample.newTAN(103), store), "a third TAN is issued")
            report.expect(
                try await issue(Sample.newTAN(103), store, after: Sample.day),
                "no TAN is issued after the end of the reservation"
            )
        },
        Check(rule: "a TAN of an event is not reserved and stays") { store, report in
            try await prepare(.event, store)
            let outcome = try await store.reserve(Sample.claim(), as: Sample.name(), now: now)
            report.expectEqual(outcome, .event, "the reservation")
            report.expectEqual(try await consume(101, store), ValidTAN(teleTAN: .event), "the TAN")
        },
        Check(rule: "a reservation lives as long as its TAN") { store, report in
            try await prepare(nil, store)
            let last = now.advanced(bySeconds: Sample.day - 1)
            _ = try await store.reserve(Sample.claim(), as: Sample.name(), now: last)
            _ = try await store.deleteExpired(now: last)
            report.expect(try await store.confirm(Sample.name(), now: last), "a reservation at its end is refused")
            let end = now.advanced(bySeconds: Sample.day)
            report.expect(try await !store.confirm(Sample.name(), now: end), "a reservation after its end is confirmed")
        },
    ]
}

// MARK: - Retention

extension VerificationConformance {
    static let retentionChecks = [
        Check(rule: "a test outlives its token, and can be registered again once it is forgotten") { store, report in
            _ = try await register(Sample.registration(1, birthDate: 2), store)
            let end = now.advanced(bySeconds: 21 * Sample.day)
            report.expectEqual(
                try await store.deleteExpired(now: end.advanced(bySeconds: -1)),
                0,
                "rows before the end"
            )
            report.expectEqual(try await store.deleteExpired(now: end), 1, "rows at the end")
            let again = Sample.registration(1, token: 2)
            let refused = try await register(again, store, after: 22 * Sample.day)
            report.expectEqual(refused, .refused, "before the memory's end")
            let memory = 60 * Sample.day
            let early = now.advanced(bySeconds: memory - 1)
            let old = try await store.tests(olderThan: memory, after: nil, limit: 10, now: early)
            report.expectEqual(old, [], "tests that are not old enough")
            let due = try await store.tests(
                olderThan: memory,
                after: nil,
                limit: 10,
                now: now.advanced(bySeconds: memory)
            )
            let test = RegisteredTest(code: Sample.test(1), birthDate: Sample.test(2))
            report.expectEqual(due, [test], "tests that are old enough")
            try await store.forget(due)
            report.expectEqual(try await register(again, store, after: memory), .registered, "after the memory's end")
        },
        Check(rule: "old tests come in pages, in the order of their identifiers") { store, report in
            for number: UInt8 in [3, 1, 2] {
                _ = try await register(Sample.registration(number, token: number), store)
            }
            let first = try await store.tests(olderThan: 0, after: nil, limit: 2, now: now)
            report.expectEqual(first.map(\.code), [Sample.test(1), Sample.test(2)], "the first page")
            let second = try await store.tests(olderThan: 0, after: first.last?.code, limit: 2, now: now)
            report.expectEqual(second.map(\.code), [Sample.test(3)], "the second page")
        },
        Check(rule: "rows are deleted at the end of their lives, and not before") { store, report in
            _ = try await issue(Sample.newTeleTAN(1), store)
            _ = try await issue(Sample.newTeleTAN(2, .event, for: "berta"), store)
            _ = try await register(Sample.teleTANRegistration(2, token: 1), store)
            _ = try await issue(Sample.newTAN(), store)
            for seconds: Int64 in [3599, Sample.day - 1] {
                _ = try await store.deleteExpired(now: now.advanced(bySeconds: seconds))
                if seconds < 3600 {
                    let outcome = try await register(Sample.teleTANRegistration(1, token: 2), store, after: seconds)
                    report.expectEqual(outcome, .registered, "a teleTAN at its end")
                }
            }
            report.expect(try await consume(101, store, after: Sample.day - 1) != nil, "a TAN at its end is deleted")
        },
    ]
}
