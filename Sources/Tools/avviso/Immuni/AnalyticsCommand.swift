public import AnalyticsStores
public import ArgumentParser
import DifferentialPrivacy
import ExposurePrimitives
import ImmuniAPI
import ImmuniAnalytics
import ImmuniAssembly
import ServiceKit
import WireFormat

/// The health authority's commands for analytics.
struct AnalyticsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analytics",
        abstract: "Show the released figures of the Analytics Service, their cost, and who read raw counts.",
        discussion: """
            Figures are counts with noise that was drawn once (docs/figures.md): asking again costs nothing and \
            reveals nothing more. Every number has an interval of at least 95 %.

            Examples:
              avviso analytics report --month 2026-10 --by region --data data
              avviso analytics ledger --data data
            """,
        subcommands: [
            ReportFigures.self, ShowLedger.self, Release.self, Raw.self, Audit.self, Provinces.self,
            PenetrationTemplate.self,
        ]
    )
}

/// The days that a command covers.
struct DayOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The first day, in UTC.", valueName: "YYYY-MM-DD")) var from: CalendarDay?
    @Option(help: ArgumentHelp("The last day.", valueName: "YYYY-MM-DD")) var to: CalendarDay?

    @Option(help: ArgumentHelp("A whole month, in place of --from and --to.", valueName: "YYYY-MM"))
    var month: CalendarMonth?

    func validate() throws {
        guard month == nil || (from == nil && to == nil) else {
            throw ValidationError("Give --month, or --from and --to.")
        }
    }

    /// The days that were given, completed by `standard`.
    func days(or standard: ClosedRange<CalendarDay>) throws -> ClosedRange<CalendarDay> {
        if let month {
            return month.firstDay...month.advanced(byMonths: 1).firstDay.advanced(byDays: -1)
        }
        let (first, last) = (from ?? min(standard.lowerBound, to ?? standard.lowerBound), to ?? standard.upperBound)
        guard first <= last else {
            throw ValidationError("--from \(first) is after --to \(last).")
        }
        guard last.days(since: first) < ReportRequest.maxDayCount else {
            throw ValidationError("Give at most \(ReportRequest.maxDayCount) days.")
        }
        return first...last
    }
}

enum TextFormat: String, ExpressibleByArgument, CaseIterable {
    case table
    case csv
    case json
}

extension Statistic: ExpressibleByArgument {}
extension ReportRequest.Period: ExpressibleByArgument {}
extension ReportRequest.Area: ExpressibleByArgument {}

extension AnalyticsCommand {
    /// The system on the data folder. A folder without databases is refused: its name may be mistyped.
    static func system(_ options: DataOptions, _ more: [String: String?] = [:]) async throws -> ImmuniSystem {
        try ImmuniSystem(
            await options.reader(more),
            clock: SystemWallClock(),
            steps: CrashPoint.observer,
            mayMakeDatabases: false
        )
    }
}

// MARK: - Reading

extension AnalyticsCommand {
    struct ReportFigures: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "report",
            abstract: "Show adoption, permissions, notified users, forecasts and exposures, with intervals.",
            discussion: """
                Without days, the report covers the last thirty days that have ended. A day is released an hour after \
                its end.

                Examples:
                  avviso analytics report --data data
                  avviso analytics report --month 2026-10 --statistic working --by region --data data
                  avviso analytics report --from 2026-10-01 --to 2026-10-14 --per day --by province --format csv --data data
                  avviso analytics report --penetration phones.csv --statistic working --data data
                """
        )

        @OptionGroup var days: DayOptions

        @Option(help: ArgumentHelp("Only this statistic; may be given more than once.", valueName: names))
        var statistic: [Statistic] = []

        @Option(help: "One figure for each day or month, or for all days together (whole).")
        var per = ReportRequest.Period.whole

        @Option(help: "The level of the hierarchy: nation, region or province.") var by = ReportRequest.Area.nation
        @Option(help: "table, csv or json.") var format = TextFormat.table

        @Option(help: ArgumentHelp("The table of phones in use, to extrapolate from iPhones.", valueName: "csv"))
        var penetration: String?

        @OptionGroup var options: DataOptions

        private static let names = ArgumentHelp.names

        func perform() async throws {
            let more = ["analytics.penetration": penetration]
            let reports = try await AnalyticsCommand.system(options, more).analyticsReports()
            let report = try await reports.report(
                ReportRequest(
                    days: days.days(or: reports.standardDays),
                    per: per,
                    by: by,
                    statistics: Statistic.allCases.filter { statistic.isEmpty || statistic.contains($0) }
                )
            )
            switch format {
            case .table: Terminal.put(report.tables)
            case .csv: Terminal.put(report.csv)
            case .json: Terminal.say(report.json.line)
            }
        }
    }

    struct ShowLedger: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "ledger",
            abstract: "Show what the releases about each month have cost, and what is left.",
            discussion: """
                Examples:
                  avviso analytics ledger --data data
                  avviso analytics ledger --format csv --data data
                """
        )

        @Option(help: "table has a line for each month, csv a line for each release, json both.")
        var format = TextFormat.table

        @OptionGroup var options: DataOptions

        func perform() async throws {
            let ledger = try await AnalyticsCommand.system(options).analyticsReports().ledger()
            switch format {
            case .table: Terminal.put(ledger.table)
            case .csv: Terminal.put(ledger.csv)
            case .json: Terminal.say(ledger.json.line)
            }
        }
    }

    struct Audit: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "audit",
            abstract: "Show who read which raw counts, when and why.",
            discussion: .example("avviso analytics audit --data data")
        )

        @Flag(help: "Print one JSON array, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let entries = try await AnalyticsCommand.system(options).auditLog().auditEntries()
            Terminal.put(json ? entries.json + "\n" : entries.table)
        }
    }

    struct Provinces: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "provinces",
            abstract: "Show the hierarchy of the figures: 20 regions with 107 provinces, abroad, and unknown codes.",
            discussion: .example("avviso analytics provinces")
        )

        @Flag(help: "Print one JSON array, for programs.") var json = false

        func run() {
            let rows = Region.allCases.flatMap { region in
                region.provinces.map { [$0.code, $0.name, region.rawValue] }
            }
            guard json else {
                Terminal.put(TextTable.lines([["code", "province", "region"]] + rows))
                return
            }
            Terminal.say(
                rows.map { row -> JSONValue in
                    ["code": .string(row[0]), "province": .string(row[1]), "region": .string(row[2])]
                }.lines
            )
        }
    }

    struct PenetrationTemplate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "penetration-template",
            abstract: "Print a table of phones in use by province and platform, to fill in.",
            discussion: """
                Fill in the numbers of all phones in use, from surveys or operators of networks. With the table, \
                reports show which share of phones has a working app, and extrapolate from iPhones to all phones.

                Example:
                  avviso analytics penetration-template > phones.csv
                """
        )

        func run() {
            Terminal.put(Penetration.template)
        }
    }
}

extension ArgumentHelp {
    fileprivate static let names = Statistic.allCases.map(\.rawValue).joined(separator: "|")
}

extension Ledger {
    fileprivate var table: String {
        let rows = months.map { month in
            let left = max(0, budget.count - month.spent.count)
            return [month.month.description, month.spent.description, Millionths(left).description]
                + Statistic.allCases.map { (month.byStatistic[$0] ?? .zero).description } + ["\(month.renewalCount)"]
        }
        return "Privacy loss (ε) by month of the data; the budget of a month is \(budget).\n"
            + TextTable.lines([["month", "spent", "left"] + Statistic.allCases.map(\.rawValue) + ["renewals"]] + rows)
    }
}

extension Sequence<AuditEntry> {
    fileprivate var table: String {
        TextTable.lines(
            [["time", "operator", "what", "reason"]]
                + map { [$0.time.description, $0.operatorName, $0.subject, $0.reason] }
        )
    }

    fileprivate var json: String {
        map { entry -> JSONValue in
            [
                "time": .string(entry.time.description), "operator": .string(entry.operatorName),
                "what": .string(entry.subject), "reason": .string(entry.reason),
            ]
        }.lines
    }
}
