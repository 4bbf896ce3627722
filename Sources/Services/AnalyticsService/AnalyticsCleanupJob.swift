package import ExposurePrimitives
package import Stores

/// Deletes what the Analytics Service has kept long enough.
package struct AnalyticsCleanupJob: Sendable {
    private let tokens: any AnalyticsTokenStore
    private let operational: any OperationalInfoStore
    private let epidemiological: any EpidemiologicalInfoStore
    private let traces: any TraceErasure
    private let retentionDays: Int
    private let clock: any WallClock

    package init(
        tokens: any AnalyticsTokenStore,
        operational: any OperationalInfoStore,
        epidemiological: any EpidemiologicalInfoStore,
        traces: any TraceErasure,
        configuration: AnalyticsConfiguration,
        clock: any WallClock
    ) {
        self.tokens = tokens
        self.operational = operational
        self.epidemiological = epidemiological
        self.traces = traces
        retentionDays = configuration.retentionDays
        self.clock = clock
    }

    /// What one run did.
    package struct Outcome: Hashable, Sendable {
        /// Uploads that the deleted counts stood for.
        package let operationalUploads: Int
        package let epidemiologicalEntries: Int
        package let tokens: Int
        /// False when others were at work, so that deleted rows may still be readable in the database's files.
        package let tracesErased: Bool
    }

    package func run() async throws -> Outcome {
        let now = clock.now()
        let oldestDay = now.utcDay.advanced(byDays: -retentionDays)
        let uploads = try await operational.deleteExpired(
            oldestDay: oldestDay,
            now: now.advanced(bySeconds: -Self.bindingGrace)
        )
        let entries = try await epidemiological.deleteExpired(oldestDay: oldestDay)
        let tokens = try await tokens.deleteExpired(in: CalendarMonth(of: now.utcDay))
        return Outcome(
            operationalUploads: uploads,
            epidemiologicalEntries: entries,
            tokens: tokens,
            tracesErased: try await traces.eraseTraces()
        )
    }

    /// Seconds for which bindings outlive their attestation: a request whose attestation was accepted in its last second
    /// may be counted a little later. Longer than any request may be worked on.
    private static let bindingGrace: Int64 = 3600
}
