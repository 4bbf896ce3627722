public import WireFormat

/// Avviso's own operations for the health authority, on the internal listener only.
extension ImmuniEndpoint {
    /// Analytics Service: released figures with intervals.
    public static let analyticsReport = Endpoint(.get, "/v1/analytics/report")
    /// Analytics Service: the cost of the releases.
    public static let analyticsLedger = Endpoint(.get, "/v1/analytics/ledger")
}
