package import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the port of reports, as checks that report violations.
package enum ReportConformance {
    private typealias Check = RuleCheck<AssociationStoreSet>
    private typealias Samples = AssociationSamples

    package static let checks = rightChecks + batchChecks + endChecks

    private static let now = Samples.now
    private static let limits = ReportLimits.usual
    private static let day = UnixTime.secondsPerDay

    /// Issues code 1 and grants account 1 the right 1 for the batches.
    private static func begin(_ stores: AssociationStoreSet, batches: [UInt8] = [1, 2]) async throws {
        _ = try await stores.accounts.register(Samples.new(1), limits: Samples.limits(10), now: now)
        try await stores.reports.issue(Samples.code(1))
        _ = try await stores.reports.grant(Samples.claim(1, batches: batches), limits: limits, now: now)
    }

    private static func accept(
        _ contacts: [CheckedContact],
        _ batch: UInt8,
        of right: UInt8 = 1,
        newCase: UInt8 = 7,
        now: UnixTime = now,
        in stores: AssociationStoreSet
    ) async throws -> BatchOutcome {
        try await stores.reports.accept(
            contacts,
            digest: Samples.digest(batch),
            of: Samples.right(right),
            newCase: Samples.caseID(newCase),
            now: now
        )
    }

    private static func stored(replays: Int = 0, completes: Bool) -> BatchOutcome {
        .stored(StoredBatch(replays: replays, completesReport: completes))
    }

    private static let rightChecks = [
        Check(rule: "a code gives one account one right, and the same claim the same right") { stores, report in
            let reports = stores.reports
            try await reports.issue(Samples.code(1))
            let state = try await reports.grant(Samples.claim(1), limits: limits, now: now)
            report.expectEqual(state?.right, Samples.right(1), "the right")
            report.expectEqual(state?.window, Samples.window, "the window")
            report.expectEqual(state?.received, [], "received batches")
            let again = try await reports.grant(Samples.claim(1, right: 9), limits: limits, now: now)
            report.expectEqual(again, state, "the same claim")
            let other = try await reports.grant(Samples.claim(1, by: 2), limits: limits, now: now)
            report.expect(other == nil, "another account")
            let changed = try await reports.grant(Samples.claim(1, batches: [1, 3]), limits: limits, now: now)
            report.expect(changed == nil, "another report")
            report.expectEqual(try await reports.report(of: Samples.right(1), now: now), state, "the report")
        },
        Check(rule: "an unknown code and an expired one give nothing") { stores, report in
            let reports = stores.reports
            try await reports.issue(Samples.code(1))
            report.expect(try await reports.grant(Samples.claim(2), limits: limits, now: now) == nil, "an unknown one")
            let late = try await reports.grant(Samples.claim(1), limits: limits, now: Samples.expiry)
            report.expect(late == nil, "an expired one")
            let last = Samples.expiry.advanced(bySeconds: -1)
            let timely = try await reports.grant(Samples.claim(1), limits: limits, now: last)
            report.expect(timely != nil, "the last second")
            let end = last.utcDay.advanced(byDays: 8).startInUTC
            let before = try await reports.report(of: Samples.right(1), now: end.advanced(bySeconds: -1))
            report.expect(before != nil, "the report within the next seven days")
            report.expect(try await reports.report(of: Samples.right(1), now: end) == nil, "after them")
        },
        Check(rule: "an account has its number of reports, and more after the days have passed") { stores, report in
            let reports = stores.reports
            let later = now.advanced(bySeconds: 90 * day)
            for number in UInt8(1)...8 {
                try await reports.issue(Samples.code(number, expiry: later.advanced(bySeconds: day)))
            }
            for number in UInt8(1)...3 {
                let granted = try await reports.grant(Samples.claim(number), limits: limits, now: now)
                report.expect(granted != nil, "report \(number)")
            }
            let eve = now.advanced(bySeconds: 89 * day)
            report.expect(try await reports.grant(Samples.claim(4), limits: limits, now: eve) == nil, "the fourth")
            let again = try await reports.grant(Samples.claim(4, by: 3, person: 1), limits: limits, now: eve)
            report.expect(again == nil, "the fourth, by another account of the person")
            let other = try await reports.grant(Samples.claim(5, by: 2), limits: limits, now: eve)
            report.expect(other != nil, "another account")
            for (number, isGranted) in [(UInt8(4), true), (6, true), (7, true), (8, false)] {
                let granted = try await reports.grant(Samples.claim(number), limits: limits, now: later)
                report.expectEqual(granted != nil, isGranted, "report \(number), after 90 days")
            }
        },
        Check(rule: "a claim that is refused takes no place") { stores, report in
            let reports = stores.reports
            for number in UInt8(1)...3 {
                try await reports.issue(Samples.code(number))
                // Nobody issued the first, and the second is of another account.
                let unknown = try Samples.claim(number + 10)
                report.expect(try await reports.grant(unknown, limits: limits, now: now) == nil, "an unknown code")
                let used = try Samples.claim(number, by: 2)
                report.expect(try await reports.grant(used, limits: limits, now: now) != nil, "another account")
                let late = try Samples.claim(number)
                report.expect(try await reports.grant(late, limits: limits, now: now) == nil, "a used code")
            }
            try await reports.issue(Samples.code(4))
            report.expect(try await reports.grant(Samples.claim(4), limits: limits, now: now) != nil, "a place")
        },
        Check(rule: "claims at the same time give a code to one account, and an account its number of reports") {
            (stores, report) in
            func granted(_ claims: [RightClaim]) async throws -> Int {
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    for (number, claim) in claims.enumerated() {
                        // As around midnight, and with two clocks.
                        let now = now.advanced(bySeconds: number.isMultiple(of: 2) ? 0 : day)
                        group.addTask { try await stores.reports.grant(claim, limits: limits, now: now) != nil }
                    }
                    return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
            }
            for number in UInt8(1)...8 {
                try await stores.reports.issue(Samples.code(number, expiry: now.advanced(bySeconds: 2 * day)))
            }
            let ofOneCode = try (UInt8(1)...8).map { try Samples.claim(1, by: $0, right: $0) }
            report.expectEqual(try await granted(ofOneCode), 1, "accounts with the code")
            let before = try await stores.reports.grant(Samples.claim(8, by: 9, right: 28), limits: limits, now: now)
            report.expect(before != nil, "a report of the account before")
            let ofOneAccount = try (UInt8(2)...7).map { try Samples.claim($0, by: 9, right: $0 + 20) }
            report.expectEqual(try await granted(ofOneAccount), 2, "further reports of the account")
        },
    ]

    private static let batchChecks = [
        Check(rule: "a report is a case from its first batch on, and grows with each") { stores, report in
            try await begin(stores)
            let handle = try Samples.handle(3)
            let first = Samples.contact(with: 2, handle: handle)
            report.expectEqual(try await accept([first], 1, in: stores), stored(completes: false), "the first")
            let begun = ReportCase(id: Samples.caseID(7), district: Samples.district, completed: now)
            report.expectEqual(try await stores.reports.cases(), [begun], "the case in between")
            let second = Samples.contact(with: 3, interval: 5)
            let outcome = try await accept([second], 2, newCase: 8, now: now.advanced(bySeconds: 60), in: stores)
            report.expectEqual(outcome, stored(completes: true), "the last")
            let end = now.advanced(bySeconds: 3600)
            let grown = ReportCase(id: Samples.caseID(7), district: Samples.district, completed: end, batches: 2)
            report.expectEqual(try await stores.reports.cases(), [grown], "cases")
            let edges = try await stores.reports.edges(of: Samples.caseID(7))
            report.expectEqual(edges, [first.edge, second.edge], "contacts")
            let state = try await stores.reports.report(of: Samples.right(1), now: now)
            report.expectEqual(state?.isComplete, true, "the report is complete")
            report.expectEqual(state?.manifest.batches.count, 1, "nothing tells how many batches it had")
            let again = try await stores.reports.grant(Samples.claim(1), limits: limits, now: now)
            report.expectEqual(again, state, "the same claim gets the same right")
            let other = try await stores.reports.grant(Samples.claim(1, batches: [1, 3]), limits: limits, now: now)
            report.expect(other == nil, "another report with the same code")
        },
        Check(rule: "the same batch counts once") { stores, report in
            try await begin(stores)
            _ = try await accept([Samples.contact(with: 2)], 1, in: stores)
            let other = Samples.contact(with: 3)
            report.expectEqual(try await accept([other], 1, in: stores), .repeated, "before the end")
            _ = try await accept([], 2, in: stores)
            report.expectEqual(try await accept([other], 2, in: stores), .repeated, "after the end")
            report.expectEqual(try await stores.reports.edges(of: Samples.caseID(7)).count, 1, "contacts")
            report.expectEqual(try await stores.reports.cases().count, 1, "cases")
        },
        Check(rule: "an unknown right, an expired one and a batch of no manifest change nothing") { stores, report in
            try await begin(stores)
            let contacts = [Samples.contact(with: 2)]
            report.expectEqual(try await accept(contacts, 1, of: 2, in: stores), .refused, "an unknown right")
            report.expectEqual(try await accept(contacts, 3, in: stores), .refused, "another batch")
            let late = try await accept(contacts, 1, now: Samples.rightEnd, in: stores)
            report.expectEqual(late, .refused, "an expired right")
            report.expectEqual(try await accept(contacts, 1, in: stores), stored(completes: false), "afterwards")
        },
        Check(rule: "a ticket is taken once, for all reports") { stores, report in
            try await begin(stores)
            let contact = Samples.contact(with: 2)
            let again = Samples.contact(with: 2, interval: 1, ticket: 2)
            let outcome = try await accept([contact, again], 1, in: stores)
            report.expectEqual(outcome, stored(replays: 1, completes: false), "in one batch")
            let second = try await accept([again], 2, in: stores)
            report.expectEqual(second, stored(replays: 1, completes: true), "in another batch")
            try await stores.reports.issue(Samples.code(2))
            _ = try await stores.reports.grant(Samples.claim(2, by: 2, batches: [1]), limits: limits, now: now)
            let third = try await accept([contact], 1, of: 2, newCase: 8, in: stores)
            report.expectEqual(third, stored(replays: 1, completes: true), "in another report")
            report.expectEqual(try await stores.reports.edges(of: Samples.caseID(8)), [], "contacts")
        },
        Check(rule: "what arrives of a report after its case was refused is left out") { stores, report in
            try await begin(stores)
            _ = try await accept([Samples.contact(with: 2)], 1, in: stores)
            _ = try await stores.cases.hold(Samples.caseID(7), people: 1)
            _ = try await stores.cases.refuse(Samples.caseID(7))
            let outcome = try await accept([Samples.contact(with: 3)], 2, newCase: 8, in: stores)
            report.expectEqual(outcome, stored(completes: true), "the outcome")
            report.expectEqual(try await stores.reports.cases(), [], "cases")
            report.expectEqual(try await stores.reports.edges(of: Samples.caseID(7)), [], "contacts")
        },
        Check(rule: "two tickets of an account and interval are one contact") { stores, report in
            try await begin(stores)
            let contacts = [Samples.contact(with: 2, ticket: 20), Samples.contact(with: 2, ticket: 21)]
            report.expectEqual(try await accept(contacts, 1, in: stores), stored(completes: false), "the outcome")
            report.expectEqual(try await stores.reports.edges(of: Samples.caseID(7)).count, 1, "contacts")
        },
    ]

    private static let endChecks = [
        Check(rule: "codes that nobody used are deleted at their end, places are free after 90 days") {
            stores,
            report in
            let reports = stores.reports
            try await reports.issue(Samples.code(1))
            try await reports.issue(Samples.code(2))
            _ = try await reports.grant(Samples.claim(1), limits: limits, now: now)
            let eve = Samples.expiry.advanced(bySeconds: -1)
            report.expectEqual(try await reports.deleteExpired(now: eve), 0, "deleted before the end")
            report.expectEqual(try await reports.deleteExpired(now: Samples.expiry), 1, "the code")
            let lastOfRight = Samples.rightEnd.advanced(bySeconds: -1)
            report.expectEqual(try await reports.deleteExpired(now: lastOfRight), 0, "deleted before the right's end")
            report.expectEqual(try await reports.deleteExpired(now: Samples.rightEnd), 1, "the report")
            let last = Samples.today.advanced(byDays: 90).startInUTC.advanced(bySeconds: -1)
            report.expectEqual(try await reports.deleteExpired(now: last), 0, "deleted on the 89th day")
            let end = last.advanced(bySeconds: 1)
            report.expectEqual(try await reports.deleteExpired(now: end), 1, "the place")
        },
        Check(rule: "a report that stays incomplete keeps its case, and its tickets count once") { stores, report in
            try await begin(stores)
            let contact = Samples.contact(with: 2)
            _ = try await accept([contact], 1, in: stores)
            let eve = Samples.rightEnd.advanced(bySeconds: -1)
            report.expectEqual(try await stores.reports.deleteExpired(now: eve), 0, "deleted before the end")
            report.expectEqual(try await stores.reports.deleteExpired(now: Samples.rightEnd), 1, "deleted at the end")
            report.expectEqual(try await stores.reports.edges(of: Samples.caseID(7)), [contact.edge], "contacts")
            let later = Samples.rightEnd.advanced(bySeconds: 60)
            try await stores.reports.issue(Samples.code(2, expiry: later.advanced(bySeconds: day)))
            _ = try await stores.reports.grant(Samples.claim(2, batches: [1]), limits: limits, now: later)
            let outcome = try await accept([contact], 1, of: 2, newCase: 8, now: later, in: stores)
            report.expectEqual(outcome, stored(replays: 1, completes: true), "the same contact with another code")
        },
        Check(rule: "cases and contacts live for 28 days, handles for 14") { stores, report in
            try await begin(stores, batches: [1])
            let contact = Samples.contact(with: 2, handle: try Samples.handle(3))
            _ = try await accept([contact], 1, in: stores)
            // The contact was at the first moment of yesterday.
            let lastWithHandle = Samples.today.advanced(byDays: 14).startInUTC.advanced(bySeconds: -1)
            _ = try await stores.reports.deleteExpired(now: lastWithHandle)
            let kept = try await stores.reports.edges(of: Samples.caseID(7)).first
            report.expectEqual(kept?.handle, contact.edge.handle, "the handle of 14 days")
            _ = try await stores.reports.deleteExpired(now: Samples.today.advanced(byDays: 14).startInUTC)
            let without = try await stores.reports.edges(of: Samples.caseID(7))
            report.expectEqual(without.map(\.handle), [nil], "the contact without its handle")
            let end = now.advanced(bySeconds: 28 * day)
            _ = try await stores.reports.deleteExpired(now: end.advanced(bySeconds: -1))
            report.expectEqual(try await stores.reports.cases().count, 1, "the case before its end")
            _ = try await stores.reports.deleteExpired(now: end)
            report.expectEqual(try await stores.reports.cases(), [], "the case at its end")
            report.expectEqual(try await stores.reports.edges(of: Samples.caseID(7)), [], "its contacts")
        },
        Check(rule: "a ticket is remembered for 29 days after the contact") { stores, report in
            try await begin(stores, batches: [1])
            let contact = Samples.contact(with: 2)
            _ = try await accept([contact], 1, in: stores)
            let last = contact.edge.interval.day.advanced(byDays: TicketMark.life).startInUTC
            for (number, time, replays) in [(UInt8(2), last, 1), (3, last.advanced(bySeconds: day), 0)] {
                _ = try await stores.reports.deleteExpired(now: time)
                try await stores.reports.issue(Samples.code(number, expiry: time.advanced(bySeconds: day)))
                let claim = try Samples.claim(number, by: 2, batches: [1])
                _ = try await stores.reports.grant(claim, limits: limits, now: time)
                let outcome = try await accept([contact], 1, of: number, newCase: number, now: time, in: stores)
                report.expectEqual(outcome, stored(replays: replays, completes: true), "report \(number)")
            }
        },
    ]
}
