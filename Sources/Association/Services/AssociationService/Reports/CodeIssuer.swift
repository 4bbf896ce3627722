import AssociationAPI
package import AssociationPorts
package import ExposurePrimitives
package import OperatorStores
package import ServiceKit

/// Issues codes to operators: for their programs over the network, and at a terminal.
package struct CodeIssuer: CodeIssuing {
    private let reports: any ReportStore
    private let secrets: AuthoritySecrets
    private let limits: CodeLimits
    private let codeLife: Int64
    private let clock: any WallClock
    private let metrics: CodeMetrics

    package init(
        stores: AssociationStoreSet,
        secrets: AuthoritySecrets,
        configuration: AuthorityConfiguration,
        clock: any WallClock,
        metrics: MetricsRegistry
    ) {
        (reports, self.secrets, self.clock) = (stores.reports, secrets, clock)
        (limits, codeLife) = (configuration.codeLimits, configuration.codeLife)
        self.metrics = CodeMetrics(in: metrics)
    }

    package var days: ClosedRange<CalendarDay> { days(at: clock.now()) }

    package func issueCode(
        for window: ClosedRange<CalendarDay>,
        to operator: OperatorName?
    ) async throws -> CodeIssue {
        let now = clock.now()
        let days = days(at: now)
        guard days.contains(window.lowerBound), days.contains(window.upperBound) else {
            return .otherDays
        }
        var generator = SystemRandomNumberGenerator()
        let code = ReportCode.generate(using: &generator)
        let expiry = now.advanced(bySeconds: codeLife)
        let new = NewReportCode(mark: secrets.mark(of: code), window: window, expiry: expiry)
        switch try await reports.issue(new, to: `operator`, limits: limits, now: now) {
        case .issued:
            metrics.issued.increase()
            return .issued(code, until: expiry)
        case .limited(let end):
            metrics.limited.increase()
            return .limited(until: end)
        }
    }

    package func codeCounts() async throws -> [CodeCount] { try await reports.codeCounts() }

    /// Contacts of other days would be refused.
    private func days(at now: UnixTime) -> ClosedRange<CalendarDay> {
        now.utcDay.advanced(byDays: -AssociationLimits.contactDays)...now.utcDay
    }
}

/// The measurements of codes.
private struct CodeMetrics: Sendable {
    let issued: EventCounter
    /// Requests beyond a limit.
    let limited: EventCounter

    init(in registry: MetricsRegistry) {
        func counter(_ outcome: String) -> EventCounter {
            registry.addCounter(Self.name, dimensions: [("outcome", outcome)])
        }
        registry.describe(Self.name, as: "Codes for reports that operators asked for.")
        issued = counter("issued")
        limited = counter("limited")
    }

    private static let name = "association_code_requests_total"
}
