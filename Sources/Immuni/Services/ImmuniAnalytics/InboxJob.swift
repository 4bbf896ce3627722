package import AnalyticsStores
package import ClockPorts
package import DiagnosisKeyStores
import ExposurePrimitives
package import Persistence

/// Moves Epidemiological Info from Exposure Ingestion's inbox to the Analytics Service, each entry exactly once.
///
/// The two may be in different databases, so an entry is in both for some time. It leaves the inbox only after it is
/// durably kept. An entry may come again, after a crash or from another process at the same work; its random identifier
/// shows that it is known.
package struct InboxJob: Sendable {
    private let inbox: any AnalyticsInbox
    private let store: any EpidemiologicalInfoStore
    private let retentionDays: Int
    private let clock: any TrustedClock
    private let steps: any StepObserver

    package init(
        inbox: any AnalyticsInbox,
        store: any EpidemiologicalInfoStore,
        configuration: AnalyticsConfiguration,
        clock: any TrustedClock,
        steps: any StepObserver = NoStepObserver()
    ) {
        self.inbox = inbox
        self.store = store
        retentionDays = configuration.retentionDays
        self.clock = clock
        self.steps = steps
    }

    /// Works until the inbox is empty. Throws `ClockHold` while the clock is not trusted.
    package func run() async throws {
        while case let entries = try await inbox.entries(limit: Self.batchSize), !entries.isEmpty {
            try Task.checkCancellation()
            // Older entries would outlive their retention, and deleted ones must not come back.
            let oldestDay = try await clock.trustedNow().utcDay.advanced(byDays: -retentionDays)
            _ = try await store.keep(entries, oldestDay: oldestDay)
            steps.reached(.infoKept)
            try await inbox.remove(entries.map(\.identifier))
            steps.reached(.inboxEmptied)
        }
    }

    /// The number of entries in one transaction; the largest are a hundred kilobytes each.
    private static let batchSize = 100
}
