import AnalyticsStores
import ArgumentParser
import ExposurePrimitives
import ImmuniAnalytics
import ImmuniAssembly
import ServiceKit
import WireFormat

extension AnalyticsCommand {
    struct Release: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "release",
            abstract: "Release closed days at once, without waiting for the hourly job.",
            discussion: """
                A day is released once. --renew draws new noise for days that have a release, and costs the month \
                again. A release beyond the budget is refused (exit code 1).

                Examples:
                  avviso analytics release --data data
                  avviso analytics release --from 2026-10-01 --to 2026-10-14 --data data
                  avviso analytics release --renew --from 2026-10-03 --to 2026-10-03 --statistic notified --data data
                """
        )

        @OptionGroup(visibility: .hidden) var old: NowOption
        @Flag(help: "Release days again that already have a release, at the full cost.") var renew = false
        @OptionGroup var days: DayOptions

        @Option(help: ArgumentHelp("Only this statistic; may be given more than once.", valueName: "statistic"))
        var statistic: [Statistic] = []

        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func validate() throws {
            guard !renew || days.from != nil || days.month != nil else {
                throw ValidationError("Give the days to renew: --from and --to, or --month.")
            }
        }

        func perform() async throws {
            let job = try await AnalyticsCommand.system(options).releaseJob()
            let isAutomatic = days.from == nil && days.to == nil && days.month == nil && statistic.isEmpty
            let last = try await job.lastClosedDay()
            let outcome = try await isAutomatic ? job.run() : release(with: job, through: last)
            Terminal.say(json ? outcome.json.line : outcome.text)
            if !outcome.refused.isEmpty {
                throw ExitCode.failure
            }
        }

        private func release(with job: ReleaseJob, through last: CalendarDay) async throws -> ReleaseJob.Outcome {
            let days = try days.days(or: last...last)
            return try await job.release(
                statistic.isEmpty ? Statistic.allCases : statistic,
                from: days.lowerBound,
                through: days.upperBound,
                renewing: renew
            )
        }
    }

    struct Raw: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "raw",
            abstract: "Show counts without protection. Every use is written to the audit log first.",
            discussion: """
                Small counts can reveal a person. Use reports if they are enough.

                Example:
                  avviso analytics raw --unprotected --operator "A. Rossi" --reason "complaint 17" --statistic working --data data
                """
        )

        @Flag(help: "Required, because these counts protect nobody.") var unprotected = false

        @Option(name: .customLong("operator"), help: ArgumentHelp("The reader's name, in one line.", valueName: "name"))
        var operatorName: String?

        @Option(help: ArgumentHelp("The reason, in one line.", valueName: "text")) var reason: String?
        @Option(help: "The statistic.") var statistic: Statistic
        @OptionGroup var days: DayOptions
        @Flag(help: "Print one JSON array, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func validate() throws {
            guard unprotected else {
                throw ValidationError(
                    "Raw counts protect nobody: confirm with --unprotected, which goes to the audit log."
                )
            }
            guard Self.isLine(operatorName), Self.isLine(reason) else {
                throw ValidationError("Give your name with --operator and the reason with --reason, each in one line.")
            }
        }

        private static func isLine(_ text: String?) -> Bool {
            guard let text, (1...500).contains(text.utf8.count) else {
                return false
            }
            return text.contains { !$0.isWhitespace }
                && !text.unicodeScalars.contains { unshown.contains($0.properties.generalCategory) }
        }

        /// The categories of scalars that end a line or turn its direction. With them an entry of the audit log could
        /// look like another.
        private static let unshown: Set<Unicode.GeneralCategory> = [
            .control, .format, .lineSeparator, .paragraphSeparator, .unassigned,
        ]

        func perform() async throws {
            let immuni = try await AnalyticsCommand.system(options)
            let asked = try days.days(or: immuni.analyticsReports().standardDays)
            // The entry is durable before the first count is read, so nobody can see counts and prevent the entry.
            try await immuni.auditLog().record(
                AuditEntry(
                    time: SystemWallClock().now(),
                    operatorName: operatorName ?? "",
                    reason: reason ?? "",
                    subject: "\(statistic.rawValue) \(asked.lowerBound) to \(asked.upperBound)"
                )
            )
            let rows = try await rows(of: asked, from: immuni.rawCounts())
            guard json else {
                Terminal.put("day,leaf,count\n" + rows.map { "\($0.day),\($0.leaf),\($0.count)\n" }.joined())
                return
            }
            Terminal.say(
                rows.map { row -> JSONValue in
                    ["day": .string(row.day.description), "leaf": .string(row.leaf), "count": .integer(row.count)]
                }.lines
            )
        }

        private typealias Row = (day: CalendarDay, leaf: String, count: Int)

        private func rows(of days: ClosedRange<CalendarDay>, from counts: RawCounts) async throws -> [Row] {
            var rows: [Row] = []
            for number in days.lowerBound.daysSinceEpoch...days.upperBound.daysSinceEpoch {
                let day = CalendarDay(daysSinceEpoch: number)
                let leaves = try await counts.leaves(of: statistic, on: day).filter { $0.value != 0 }
                rows += leaves.sorted { $0.key < $1.key }.map { (day: day, leaf: $0.key, count: $0.value) }
            }
            return rows
        }
    }
}

extension ReleaseJob.Outcome {
    fileprivate var text: String {
        var lines = ["Released \(released.count) cubes of \(Set(released.map(\.day)).count) days."]
        lines += refused.map {
            "Refused: \($0.statistic.rawValue) of \($0.day) would cost more than the month's budget."
        }
        if let first = missed.min(), let last = missed.max() {
            lines.append(
                "Too old to be released, because raw counts are deleted: \(missed.count) days from \(first) to \(last)."
            )
        }
        return lines.joined(separator: "\n")
    }

    fileprivate var json: JSONValue {
        [
            "released": .array(released.map(\.json)), "refused": .array(refused.map(\.json)),
            "missed": .array(missed.map { .string($0.description) }),
        ]
    }
}
