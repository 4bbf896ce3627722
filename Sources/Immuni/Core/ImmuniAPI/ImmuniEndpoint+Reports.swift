public import WireFormat

/// What Avviso adds for the health authority, on the internal listener only.
extension ImmuniEndpoint {
    /// Analytics Service: released figures with intervals.
    public static let analyticsReport = Endpoint(.get, "/v1/analytics/report", produces: [.json, .csv])
    /// Analytics Service: what the releases cost.
    public static let analyticsLedger = Endpoint(.get, "/v1/analytics/ledger", produces: [.json, .csv])
}
