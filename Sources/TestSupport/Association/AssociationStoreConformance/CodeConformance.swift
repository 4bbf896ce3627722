package import AssociationPorts
import ExposurePrimitives
import OperatorStores
package import StoreConformance

/// The rules about codes and their counts, for every adapter of the port of reports.
package enum CodeConformance {
    private typealias Check = RuleCheck<AssociationStoreSet>
    private typealias Samples = AssociationSamples

    package static let checks = [
        Check(rule: "an operator has a number of codes in an hour, and the next hour has as many") { stores, report in
            let last = hour.advanced(bySeconds: 3599)
            report.expectEqual(try await issue(1, to: anna, stores), .issued, "the first")
            report.expectEqual(try await issue(2, to: anna, now: last, stores), .issued, "the second")
            let third = try await issue(3, to: anna, now: last, stores)
            report.expectEqual(third, .limited(until: hour.advanced(bySeconds: 3600)), "the third")
            let refused = try await stores.reports.grant(Samples.claim(3), limits: .usual, now: last)
            report.expect(refused == nil, "a code that was not issued")
            report.expectEqual(try await issue(4, to: ben, now: last, stores), .issued, "another operator")
            let next = hour.advanced(bySeconds: 3600)
            report.expectEqual(try await issue(3, to: anna, now: next, stores), .issued, "in the next hour")
        },
        Check(rule: "all together have a number of codes in an hour, and unnamed operators this limit alone") {
            (stores, report) in
            for number in UInt8(1)...3 {
                let outcome = try await issue(number, to: nil, everybody: 3, stores)
                report.expectEqual(outcome, .issued, "code \(number)")
            }
            let next = hour.advanced(bySeconds: 3600)
            for name in [anna, nil] {
                let fourth = try await issue(4, to: name, everybody: 3, stores)
                report.expectEqual(fourth, .limited(until: next), "the fourth")
            }
            report.expectEqual(try await issue(4, to: anna, everybody: 3, now: next, stores), .issued, "later")
        },
        Check(rule: "codes are counted by operator and day, the newest day first") { stores, report in
            let today = hour.utcDay
            let yesterday = today.advanced(byDays: -1)
            let lastOfYesterday = today.startInUTC.advanced(bySeconds: -1)
            let codes: [(name: OperatorName?, moment: UnixTime)] = [
                (ben, hour), (anna, hour), (anna, hour.advanced(bySeconds: 3600)), (nil, hour), (ben, lastOfYesterday),
                (ben, yesterday.startInUTC),
            ]
            for (number, code) in codes.enumerated() {
                _ = try await issue(UInt8(number), to: code.name, now: code.moment, stores)
            }
            let expected = [
                CodeCount(day: today, operator: nil, codes: 1), CodeCount(day: today, operator: anna, codes: 2),
                CodeCount(day: today, operator: ben, codes: 1), CodeCount(day: yesterday, operator: ben, codes: 2),
            ]
            report.expectEqual(try await stores.reports.codeCounts(), expected, "counts")
        },
        Check(rule: "counts of codes are kept for 28 days") { stores, report in
            let first = hour.utcDay.startInUTC
            _ = try await issue(1, to: anna, now: first, stores)
            let last = first.advanced(bySeconds: 29 * UnixTime.secondsPerDay - 1)
            report.expectEqual(try await stores.reports.deleteCodeCounts(now: last), 0, "on the last day")
            report.expectEqual(try await stores.reports.codeCounts().count, 1, "counts on the last day")
            let end = last.advanced(bySeconds: 1)
            report.expectEqual(try await stores.reports.deleteCodeCounts(now: end), 1, "after it")
            report.expectEqual(try await stores.reports.codeCounts(), [], "counts after it")
        },
        Check(rule: "codes that are asked for at the same time keep to the limit") { stores, report in
            let outcomes = try await withThrowingTaskGroup(of: CodeOutcome.self) { group in
                for number in UInt8(1)...8 {
                    group.addTask { try await issue(number, to: anna, stores) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            report.expectEqual(outcomes.count { $0 == .issued }, 2, "issued codes")
        },
    ]

    /// Two codes of an operator in an hour, and ten of all.
    private static func issue(
        _ number: UInt8,
        to operator: OperatorName?,
        everybody: Int = 10,
        now: UnixTime = hour,
        _ stores: AssociationStoreSet
    ) async throws -> CodeOutcome {
        let limits = CodeLimits(perOperator: 2, everybody: everybody)
        return try await stores.reports.issue(Samples.code(number), to: `operator`, limits: limits, now: now)
    }

    /// The beginning of an hour.
    private static let hour = Samples.now
    private static let anna = OperatorName("anna")
    private static let ben = OperatorName("ben")
}
