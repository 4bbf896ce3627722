package import AnalyticsStores
import DifferentialPrivacy
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the ports of releases and audit, as checks that report violations.
package enum ReleaseConformance {
    package typealias Store = ReleaseStore & AuditLog
    typealias Check = RuleCheck<any Store>

    package static let checks = [
        Check(rule: "an empty store has no release and no audit") { store, report in
            report.expectEqual(try await store.ledger(), [], "the ledger")
            report.expectEqual(try await store.auditEntries(), [], "the audit")
            report.expectEqual(try await cubes(store), [], "the cubes")
        },
        Check(rule: "a release is kept as it was made") { store, report in
            let (first, second) = (cube(day: 1, value: -3), cube(day: 2, value: 5))
            report.expectEqual(try await store.keep(second, within: budget), .kept, "the second")
            report.expectEqual(try await store.keep(first, within: budget), .kept, "the first")
            report.expectEqual(try await cubes(store), [first, second], "the cubes")
            report.expectEqual(try await cubes(store, from: 2, through: 2), [second], "one day")
            report.expectEqual(try await cubes(store, of: .notified), [], "another statistic")
            report.expectEqual(try await store.ledger(), [first.entry, second.entry], "the ledger")
        },
        Check(rule: "a day is released once for each number") { store, report in
            report.expectEqual(try await store.keep(cube(renewal: 1), within: budget), .exists, "a renewal of nothing")
            _ = try await store.keep(cube(value: 1), within: budget)
            report.expectEqual(try await store.keep(cube(value: 2), within: budget), .exists, "the same again")
            report.expectEqual(try await cubes(store).map(\.values), [["leaf": 1]], "the cubes")
        },
        Check(rule: "a renewal takes the place of what was there, and both cost") { store, report in
            let renewed = cube(renewal: 1, value: 2)
            _ = try await store.keep(cube(value: 1), within: budget)
            report.expectEqual(try await store.keep(renewed, within: budget), .kept, "the renewal")
            report.expectEqual(try await cubes(store), [renewed], "the cubes")
            report.expectEqual(try await store.ledger().spent(in: month), Millionths(2_000_000), "spent")
        },
        Check(rule: "the budget is kept to the last millionth") { store, report in
            _ = try await store.keep(cube(), within: budget)
            let more = cube(renewal: 1, epsilon: 2_000_001)
            let outcome = try await store.keep(more, within: budget)
            report.expectEqual(outcome, .overBudget(spent: Millionths(1_000_000)), "one too many")
            report.expectEqual(try await store.ledger().count, 1, "entries")
            let rest = cube(renewal: 1, epsilon: 2_000_000)
            report.expectEqual(try await store.keep(rest, within: budget), .kept, "the rest")
        },
        Check(rule: "days of a month cost once, statistics and releases of one day add up") { store, report in
            for day in 0..<31 {
                report.expectEqual(try await store.keep(cube(day: day), within: budget), .kept, "day \(day)")
            }
            let other = cube(statistic: .notified, epsilon: 2_000_000)
            report.expectEqual(try await store.keep(other, within: budget), .kept, "another statistic")
            let more = cube(statistic: .exposureAge, epsilon: 1)
            let outcome = try await store.keep(more, within: budget)
            report.expectEqual(outcome, .overBudget(spent: Millionths(3_000_000)), "a third")
            let february = cube(statistic: .exposureAge, day: 31, epsilon: 3_000_000)
            report.expectEqual(try await store.keep(february, within: budget), .kept, "another month")
        },
        Check(rule: "of twenty releases of a day at once one is kept") { store, report in
            let kept = try await withThrowingTaskGroup(of: ReleaseOutcome.self) { group in
                for value in 0..<20 {
                    group.addTask { try await store.keep(cube(value: value), within: budget) }
                }
                return try await group.reduce(0) { $0 + ($1 == .kept ? 1 : 0) }
            }
            report.expectEqual(kept, 1, "how many were kept")
            report.expectEqual(try await store.ledger().count, 1, "entries")
        },
        Check(rule: "of statistics at once no more are kept than the budget has") { store, report in
            let kept = try await withThrowingTaskGroup(of: ReleaseOutcome.self) { group in
                for statistic in Statistic.allCases {
                    group.addTask { try await store.keep(cube(statistic: statistic), within: budget) }
                }
                return try await group.reduce(0) { $0 + ($1 == .kept ? 1 : 0) }
            }
            report.expectEqual(kept, 3, "how many were kept")
        },
        Check(rule: "the first day stays, and only an earlier one takes its place") { store, report in
            for (day, kept) in [(7, 7), (9, 7), (3, 3), (7, 3)] {
                let start = try await store.startDay(notAfter: january.advanced(byDays: day))
                report.expectEqual(start, january.advanced(byDays: kept), "the start")
            }
        },
        Check(rule: "the audit keeps who, when, why and what, in order") { store, report in
            let entries = (0..<3).map { number in
                AuditEntry(
                    time: UnixTime(1_600_000_000 - Int64(number)),
                    operatorName: "operator \(number) 'è'",
                    reason: "reason \(number); --",
                    subject: "subject"
                )
            }
            for entry in entries {
                try await store.record(entry)
            }
            report.expectEqual(try await store.auditEntries(), entries, "the audit")
        },
    ]

    private static let january = CalendarMonth(monthsSinceEpoch: 612).firstDay
    private static let month = CalendarMonth(monthsSinceEpoch: 612)
    private static let budget = Millionths(3_000_000)

    private static func cube(
        statistic: Statistic = .working,
        day: Int = 0,
        renewal: Int = 0,
        epsilon: Int = 1_000_000,
        value: Int = 0
    ) -> ReleasedCube {
        ReleasedCube(
            entry: LedgerEntry(
                statistic: statistic,
                day: january.advanced(byDays: day),
                renewal: renewal,
                epsilon: Millionths(epsilon),
                sensitivity: 1,
                releasedOn: january.advanced(byDays: day + 1)
            ),
            values: ["leaf": value]
        )
    }

    private static func cubes(
        _ store: any Store,
        of statistic: Statistic = .working,
        from first: Int = 0,
        through last: Int = 40
    ) async throws -> [ReleasedCube] {
        try await store.cubes(
            of: statistic,
            from: january.advanced(byDays: first),
            through: january.advanced(byDays: last)
        )
    }
}
