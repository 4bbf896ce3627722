public import Persistence

/// The stores of the Analytics Service. An adapter makes them on one database.
public struct AnalyticsStoreSet: Sendable {
    public let tokens: any AnalyticsTokenStore
    public let operational: any OperationalInfoStore
    public let epidemiological: any EpidemiologicalInfoStore
    public let authorisations: any AuthorisationStore
    public let releases: any ReleaseStore
    public let audit: any AuditLog
    public let traces: any TraceErasure

    public init(
        tokens: any AnalyticsTokenStore,
        operational: any OperationalInfoStore,
        epidemiological: any EpidemiologicalInfoStore,
        authorisations: any AuthorisationStore,
        releases: any ReleaseStore,
        audit: any AuditLog,
        traces: any TraceErasure
    ) {
        self.tokens = tokens
        self.operational = operational
        self.epidemiological = epidemiological
        self.authorisations = authorisations
        self.releases = releases
        self.audit = audit
        self.traces = traces
    }
}
