import AssociationAPI
package import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the port of cases, as checks that report violations.
package enum CaseConformance {
    private typealias Check = RuleCheck<AssociationStoreSet>
    private typealias Samples = AssociationSamples

    package static let checks = stateChecks + meetingChecks + decisionChecks

    private static let now = Samples.now

    /// Makes the case of a number, with these contacts in its first batch.
    private static func complete(
        _ number: UInt8,
        _ contacts: [CheckedContact],
        batches: [UInt8] = [1],
        of district: PostalDistrict = Samples.district,
        in stores: AssociationStoreSet
    ) async throws {
        let new = try Samples.new(number, in: district)
        _ = try await stores.accounts.register(new, limits: Samples.limits(20), now: now)
        try await stores.reports.issue(Samples.code(number))
        let claim = try Samples.claim(number, by: number, batches: batches)
        _ = try await stores.reports.grant(claim, limits: .usual, now: now)
        _ = try await stores.reports.accept(
            contacts,
            digest: Samples.digest(1),
            of: claim.right,
            newCase: Samples.caseID(number),
            now: now
        )
    }

    /// Another batch of the case of a number.
    private static func send(
        _ contacts: [CheckedContact],
        _ batch: UInt8,
        of number: UInt8 = 1,
        now: UnixTime = now,
        in stores: AssociationStoreSet
    ) async throws {
        _ = try await stores.reports.accept(
            contacts,
            digest: Samples.digest(batch),
            of: Samples.right(number),
            newCase: Samples.caseID(number),
            now: now
        )
    }

    private static func numbers(
        _ state: ReportCase.State,
        limit: Int = 10,
        in stores: AssociationStoreSet
    ) async throws -> [CaseID] {
        try await stores.cases.cases(state, limit: limit).map(\.id)
    }

    private static func decide(
        _ number: UInt8,
        from state: ReportCase.State = .waiting,
        batches: Int = 1,
        people: Int = 1,
        _ alerts: [NewAlert] = [],
        limits: AlertLimits = .usual,
        now: UnixTime = now,
        in stores: AssociationStoreSet
    ) async throws -> DecisionOutcome? {
        let decision = CaseDecision(
            Samples.caseID(number),
            from: state,
            batches: batches,
            people: people,
            alerts: alerts
        )
        return try await stores.cases.decide(decision, limits: limits, now: now)
    }

    private static let meetingChecks = [
        Check(rule: "a held case has its reasons until its release, which notes how many people it warned") {
            stores,
            report in
            try await complete(1, [Samples.contact(with: 9)], in: stores)
            _ = try await stores.cases.hold(Samples.caseID(1), batches: 1, people: 3, reasons: [.relay, .linked])
            let held = try await stores.cases.cases(.held, limit: 9).map(\.reasons)
            report.expectEqual(held, [[.relay, .linked]], "its reasons")
            _ = try await decide(1, from: .held, people: 4, in: stores)
            let decided = try await stores.reports.cases()
            report.expectEqual(decided.map(\.reasons), [[]], "they end with the decision")
            report.expectEqual(decided.map(\.released), [4], "the people")
            try await complete(2, [], in: stores)
            _ = try await decide(2, in: stores)
            let other = try await stores.reports.cases().first { $0.id == Samples.caseID(2) }
            report.expect(other != nil && other?.released == nil, "of one that was never held nothing is noted")
        },
        Check(rule: "the meetings of a case are its contacts, with the districts of the people") { stores, report in
            let other = try Samples.new(8, in: Samples.otherDistrict)
            _ = try await stores.accounts.register(other, limits: Samples.limits(20), now: now)
            let near = try Samples.new(9)
            _ = try await stores.accounts.register(near, limits: Samples.limits(20), now: now)
            let contacts = [
                Samples.contact(with: 9, interval: 1, ticket: 1), Samples.contact(with: 8, ticket: 2),
                Samples.contact(with: 9, ticket: 3),
            ]
            // The person of the last one has no account any more.
            try await complete(1, contacts + [Samples.contact(with: 7)], in: stores)
            try await complete(2, [Samples.contact(with: 8, ticket: 4)], in: stores)
            let found = try await stores.cases.meetings(of: Samples.caseID(1))
            let expected = [(1, Samples.otherDistrict), (2, Samples.district), (0, Samples.district)].map {
                place,
                district in
                let edge = contacts[place].edge
                return Meeting(person: edge.issuer, district: district, interval: edge.interval)
            }
            report.expectEqual(found, expected, "the meetings")
        },
        Check(rule: "overlaps are other recent cases with enough of the same people") { stores, report in
            func contacts(_ people: ClosedRange<UInt8>, ticket: UInt8) -> [CheckedContact] {
                people.map { Samples.contact(with: $0, ticket: ticket + $0) }
                    + [Samples.contact(with: people.lowerBound, interval: 1, ticket: ticket)]
            }
            try await complete(1, contacts(20...24, ticket: 0), in: stores)
            try await complete(2, contacts(22...25, ticket: 40), in: stores)
            try await complete(3, contacts(24...29, ticket: 80), in: stores)
            try await complete(4, contacts(20...24, ticket: 120), in: stores)
            func overlaps(after seconds: Int64, least: Int) async throws -> [CaseOverlap] {
                try await stores.cases.overlaps(
                    with: Samples.caseID(1),
                    completedAfter: now.advanced(bySeconds: seconds),
                    least: least
                )
            }
            let same = CaseOverlap(caseID: Samples.caseID(4), people: 5, shared: 5)
            let some = CaseOverlap(caseID: Samples.caseID(2), people: 4, shared: 3)
            report.expectEqual(try await overlaps(after: -3600, least: 2), [same, some], "two or more")
            report.expectEqual(try await overlaps(after: -3600, least: 5), [same], "five")
            report.expectEqual(try await overlaps(after: 0, least: 2), [], "cases of a later hour")
        },
    ]

    private static let stateChecks = [
        Check(rule: "a case waits for a decision, whether it is complete or not") { stores, report in
            try await complete(2, [Samples.contact(with: 9)], batches: [1, 2], in: stores)
            try await complete(1, [], in: stores)
            let all = [Samples.caseID(1), Samples.caseID(2)]
            report.expectEqual(try await numbers(.waiting, in: stores), all, "waiting")
            report.expectEqual(try await numbers(.waiting, limit: 1, in: stores), [all[0]], "the first")
            report.expectEqual(try await numbers(.held, in: stores), [], "held")
            report.expectEqual(try await numbers(.decided, in: stores), [], "decided")
        },
        Check(rule: "a case is held once, while it waits, with its number of people") { stores, report in
            try await complete(1, [], in: stores)
            try await complete(2, [], in: stores)
            let cases = stores.cases
            report.expect(try await cases.hold(Samples.caseID(1), people: 3), "a waiting case")
            report.expect(try await !cases.hold(Samples.caseID(1), people: 4), "a second time")
            report.expect(try await !cases.hold(Samples.caseID(9), people: 4), "an unknown case")
            report.expectEqual(try await cases.cases(.held, limit: 10).map(\.people), [3], "people")
            report.expectEqual(try await numbers(.waiting, in: stores), [Samples.caseID(2)], "the other case")
        },
        Check(rule: "a decided case waits again when a batch brings something new") { stores, report in
            let first = Samples.contact(with: 9, ticket: 1)
            try await complete(1, [first], batches: [1, 2, 3, 4], in: stores)
            _ = try await decide(1, people: 1, in: stores)
            try await send([], 2, in: stores)
            try await send([first], 3, in: stores)
            report.expectEqual(try await numbers(.decided, in: stores), [Samples.caseID(1)], "after a repeated ticket")
            let later = now.advanced(bySeconds: 3600)
            try await send([Samples.contact(with: 8, ticket: 2)], 4, now: later, in: stores)
            let expected = ReportCase(
                id: Samples.caseID(1),
                district: Samples.district,
                completed: later,
                batches: 2,
                people: 1
            )
            report.expectEqual(try await stores.cases.cases(.waiting, limit: 9), [expected], "after a new one")
        },
        Check(rule: "a decision about fewer batches than have arrived changes nothing") { stores, report in
            try await complete(1, [Samples.contact(with: 9, ticket: 1)], batches: [1, 2, 3], in: stores)
            try await send([Samples.contact(with: 8, ticket: 2)], 2, in: stores)
            report.expectEqual(try await decide(1, batches: 1, in: stores), nil, "a decision")
            report.expect(try await !stores.cases.hold(Samples.caseID(1), people: 3), "a hold")
            report.expectEqual(try await numbers(.waiting, in: stores), [Samples.caseID(1)], "it waits")
            report.expect(try await decide(1, batches: 2, in: stores) != nil, "a decision about both")
            let new = [Samples.contact(with: 7, ticket: 3)]
            try await send(new, 3, in: stores)
            let hold = try await stores.cases.hold(Samples.caseID(1), batches: 3, people: 3, reasons: .crowd)
            report.expect(hold, "a hold of all three")
        },
        Check(rule: "a held case that grows keeps its reasons and the hour since which it is held") { stores, report in
            try await complete(1, [Samples.contact(with: 9, ticket: 1)], batches: [1, 2, 3], in: stores)
            _ = try await stores.cases.hold(Samples.caseID(1), batches: 1, people: 3, reasons: .relay)
            let later = now.advanced(bySeconds: 7200)
            try await send([Samples.contact(with: 8, ticket: 2)], 2, now: later, in: stores)
            let expected = ReportCase(
                id: Samples.caseID(1),
                district: Samples.district,
                completed: now,
                batches: 2,
                people: 3,
                reasons: .relay
            )
            report.expectEqual(try await stores.cases.cases(.waiting, limit: 9), [expected], "it waits for a look")
            report.expect(try await stores.cases.refuse(Samples.caseID(1)), "a person can refuse it meanwhile")
        },
        Check(rule: "sizes are those of decided cases, of all districts or one") { stores, report in
            for number in UInt8(1)...3 {
                try await complete(number, [], of: number == 1 ? Samples.otherDistrict : Samples.district, in: stores)
                _ = try await decide(number, people: Int(10 - number), in: stores)
            }
            try await complete(4, [], in: stores)
            _ = try await stores.cases.hold(Samples.caseID(4), people: 6)
            try await complete(5, [], in: stores)
            report.expectEqual(try await stores.cases.sizes(in: nil), [7, 8, 9], "all sizes")
            report.expectEqual(try await stores.cases.sizes(in: Samples.district), [7, 8], "sizes of a district")
        },
        Check(rule: "contacts of decided cases with the same accounts on the same days count too") { stores, report in
            try await complete(1, [Samples.contact(with: 9, ticket: 1)], in: stores)
            let other = [
                Samples.contact(with: 9, interval: 2, ticket: 2), Samples.contact(with: 8, interval: 2, ticket: 3),
                Samples.contact(with: 9, interval: 96, ticket: 4),
            ]
            try await complete(2, other, in: stores)
            let first = Samples.caseID(1)
            let own = try await stores.reports.edges(of: first)
            report.expectEqual(try await stores.cases.exposures(by: first), own, "while the other waits")
            _ = try await stores.cases.hold(Samples.caseID(2), people: 2)
            report.expectEqual(try await stores.cases.exposures(by: first), own, "while the other is held")
            _ = try await decide(2, from: .held, in: stores)
            let both = own + [other[0].edge]
            report.expectEqual(try await stores.cases.exposures(by: first), both, "after the decision")
        },
        Check(rule: "a held case stays until a person refuses it, and then nothing of it is left") { stores, report in
            try await complete(1, [Samples.contact(with: 9, ticket: 1)], in: stores)
            try await complete(2, [Samples.contact(with: 9, ticket: 2)], in: stores)
            let (first, second) = (Samples.caseID(1), Samples.caseID(2))
            _ = try await stores.cases.hold(first, people: 1)
            _ = try await decide(2, in: stores)
            _ = try await stores.reports.deleteExpired(now: now.advanced(bySeconds: 60 * UnixTime.secondsPerDay))
            report.expectEqual(try await stores.reports.cases().map(\.id), [first], "after two months")
            report.expectEqual(try await stores.reports.edges(of: first).count, 1, "its contacts")
            try await complete(3, [Samples.contact(with: 9, ticket: 3)], in: stores)
            report.expect(try await !stores.cases.refuse(Samples.caseID(3)), "a waiting case")
            report.expect(try await !stores.cases.refuse(second), "an unknown case")
            report.expect(try await stores.cases.refuse(first), "the held case")
            report.expectEqual(try await stores.reports.edges(of: first), [], "contacts of the refused")
            report.expectEqual(try await stores.reports.cases().map(\.id), [Samples.caseID(3)], "cases")
            report.expectEqual(try await stores.reports.edges(of: Samples.caseID(3)).count, 1, "other contacts")
        },
    ]

    private static let decisionChecks = [
        Check(rule: "a case is decided once, from its own state, together with its alerts") { stores, report in
            try await complete(1, [], in: stores)
            let (low, high) = (try Samples.alert(for: 1, band: .low), try Samples.alert(for: 1, band: .high))
            let poll = { try await stores.alerts.alerts(for: Samples.registration(1), now: now) }
            report.expectEqual(try await decide(1, from: .held, [low], in: stores), nil, "from another state")
            report.expectEqual(try await decide(9, [low], in: stores), nil, "an unknown case")
            report.expectEqual(try await poll(), [], "alerts of these two")
            let outcome = try await decide(1, people: 5, [low], in: stores)
            report.expectEqual(outcome, DecisionOutcome(added: 1), "the decision")
            report.expectEqual(try await stores.cases.cases(.decided, limit: 9).map(\.people), [5], "people")
            report.expectEqual(try await poll(), [low.alert], "the alert")
            report.expectEqual(try await decide(1, [high], in: stores), nil, "a second time")
            report.expectEqual(try await poll(), [low.alert], "the alert after the second time")
        },
        Check(rule: "decisions keep the highest alert of a day, and none for the unknown") { stores, report in
            for number in UInt8(1)...2 {
                try await complete(number, [], in: stores)
            }
            let (low, high) = (try Samples.alert(for: 1, band: .low), try Samples.alert(for: 1, band: .high))
            let first = try await decide(1, [high, Samples.alert(for: 7)], in: stores)
            report.expectEqual(first, DecisionOutcome(added: 1), "a known account and an unknown one")
            let second = try await decide(2, [low], in: stores)
            report.expectEqual(second, DecisionOutcome(), "a lower band")
            let found = try await stores.alerts.alerts(for: Samples.registration(1), now: now)
            report.expectEqual(found, [high.alert], "the alert")
        },
        Check(rule: "an account gets so many alerts of a band or a higher one in so many seconds") { stores, report in
            for number in UInt8(1)...5 {
                try await complete(number, [], in: stores)
            }
            let limits = AlertLimits(alerts: 2, seconds: 3600)
            let alerts = try (1...3).map { try Samples.alert(for: 1, daysAgo: $0, band: .medium) }
            let first = try await decide(1, alerts + [Samples.alert(for: 2, daysAgo: 9)], limits: limits, in: stores)
            report.expectEqual(first, DecisionOutcome(added: 3, limited: 1), "two of three, and another account's")
            let found = try await stores.alerts.alerts(for: Samples.registration(1), now: now)
            report.expectEqual(found, alerts.prefix(2).map(\.alert), "the first two")
            let higher = try Samples.alert(for: 1, daysAgo: 4, band: .high)
            let second = try await decide(2, [higher, alerts[0]], limits: limits, in: stores)
            report.expectEqual(second, DecisionOutcome(added: 1), "a higher one, and a known one")
            let end = now.advanced(bySeconds: 3600)
            let early = try await decide(3, [alerts[2]], limits: limits, now: end.advanced(bySeconds: -1), in: stores)
            report.expectEqual(early, DecisionOutcome(limited: 1), "a second before the end")
            let late = try await decide(4, [alerts[2]], limits: limits, now: end, in: stores)
            report.expectEqual(late, DecisionOutcome(added: 1), "at the end")
        },
    ]
}
