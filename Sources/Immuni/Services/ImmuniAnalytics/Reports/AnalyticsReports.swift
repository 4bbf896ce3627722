package import AnalyticsStores
package import DifferentialPrivacy
package import ExposurePrimitives
package import Persistence
package import WireFormat

/// The health authority's view: reports of released figures, and the ledger of their cost. It cannot reach raw counts.
package struct AnalyticsReports: Sendable {
    private let releases: any ReleaseStore
    private let settings: (any SettingsHistoryStore)?
    private let configuration: ReportsConfiguration
    private let penetration: Penetration?
    private let clock: any WallClock

    /// - Parameter settings: the history of the apps' settings, if it is available.
    package init(
        releases: any ReleaseStore,
        settings: (any SettingsHistoryStore)?,
        configuration: ReportsConfiguration,
        penetration: Penetration?,
        clock: any WallClock
    ) {
        self.releases = releases
        self.settings = settings
        self.configuration = configuration
        self.penetration = penetration
        self.clock = clock
    }

    /// The days of a report without given days: the last thirty that have ended.
    package var standardDays: ClosedRange<CalendarDay> {
        let today = clock.now().utcDay
        return today.advanced(byDays: -30)...today.advanced(byDays: -1)
    }

    package func report(_ request: ReportRequest) async throws -> AnalyticsReport {
        let sampling = try await sampling()
        var cubes: [Statistic: [ReleasedCube]] = [:]
        for statistic in request.statistics {
            cubes[statistic] = try await releases.cubes(
                of: statistic,
                from: request.days.lowerBound,
                through: request.days.upperBound
            )
        }
        let builder = ReportBuilder(
            request: request,
            configuration: configuration,
            sampling: sampling,
            penetration: penetration,
            cubes: cubes
        )
        return AnalyticsReport(request: request, notes: builder.notes(), figures: builder.figures())
    }

    private func sampling() async throws -> SamplingHistory {
        guard let settings else {
            return SamplingHistory(constant: configuration.standardSampling)
        }
        return try await SamplingHistory(reading: settings, standard: configuration.standardSampling)
    }

    /// The ledger, with the cost of every month.
    package func ledger() async throws -> Ledger {
        Ledger(entries: try await releases.ledger(), budget: configuration.budget)
    }
}

/// All releases, and the rest of each month's budget.
package struct Ledger: Sendable {
    package let entries: [LedgerEntry]
    package let budget: Millionths

    package init(entries: [LedgerEntry], budget: Millionths) {
        self.entries = entries
        self.budget = budget
    }

    package struct Month: Hashable, Sendable {
        package let month: CalendarMonth
        package let spent: Millionths
        package let byStatistic: [Statistic: Millionths]
        /// Releases of days that had been released before.
        package let renewalCount: Int
    }

    /// Oldest first.
    package var months: [Month] {
        Dictionary(grouping: entries) { CalendarMonth(of: $0.day) }.sorted { $0.key < $1.key }.map { month, entries in
            Month(
                month: month,
                spent: entries.spent(in: month),
                byStatistic: entries.spentByStatistic(in: month),
                renewalCount: entries.count { $0.renewal > 0 && $0.void == nil }
            )
        }
    }

    package var json: JSONValue {
        [
            "budget": .number(budget.description),
            "months": .array(
                months.map { month in
                    [
                        "month": .string(month.month.description), "spent": .number(month.spent.description),
                        "renewals": .integer(month.renewalCount),
                        "by_statistic": .object(
                            Statistic.allCases.map {
                                .init(name: $0.rawValue, value: .number((month.byStatistic[$0] ?? .zero).description))
                            }
                        ),
                    ]
                }
            ),
            "releases": .array(entries.map(\.json)),
        ]
    }

    package var csv: String {
        "statistic,day,renewal,epsilon,sensitivity,released_on,void\r\n"
            + entries.map { entry in
                "\(entry.statistic.rawValue),\(entry.day),\(entry.renewal),\(entry.epsilon),\(entry.sensitivity),"
                    + "\(entry.releasedOn),\(entry.void?.rawValue ?? "")\r\n"
            }.joined()
    }
}

extension LedgerEntry {
    package var json: JSONValue {
        let members: [JSONValue.Member] = [
            .init(name: "statistic", value: .string(statistic.rawValue)),
            .init(name: "day", value: .string(day.description)), .init(name: "renewal", value: .integer(renewal)),
            .init(name: "epsilon", value: .number(epsilon.description)),
            .init(name: "sensitivity", value: .integer(sensitivity)),
            .init(name: "released_on", value: .string(releasedOn.description)),
        ]
        return .object(members + (void.map { [.init(name: "void", value: .string($0.rawValue))] } ?? []))
    }
}
