/// One kind of visit of phones or people, as the servers see it.
public struct VisitLoad: Hashable, Sendable {
    /// The mean number of visits on a day.
    public let perDay: Double
    /// When they begin.
    public let curve: DayCurve
    /// Requests of one visit.
    public let requests: Int
    /// Requests of one visit whose answers wait for a moment of the release schedule.
    public let released: Int
    /// Whether all requests are for public files, which a CDN can answer.
    public let isFiles: Bool
    /// Connections that a visit opens, on average: the visits of one opening share theirs.
    public let connections: Double
    /// Seconds from the opening of a connection to its last request.
    public let seconds: Double
    /// Bytes of the phone's requests of a visit, over HTTP/1.1 with their heads. Those of laboratories, health workers
    /// and operators are not among them.
    public let sent: Int
    /// Bytes of the answers to them, over HTTP/1.1 with their heads.
    public let received: Int
    public let cost: VisitCost

    public init(
        perDay: Double,
        on curve: DayCurve,
        requests: Int,
        released: Int,
        isFiles: Bool,
        connections: Double,
        seconds: Double,
        sent: Int,
        received: Int,
        cost: VisitCost
    ) {
        (self.perDay, self.curve, self.requests, self.released) = (perDay, curve, requests, released)
        (self.isFiles, self.connections, self.seconds) = (isFiles, connections, seconds)
        (self.sent, self.received, self.cost) = (sent, received, cost)
    }
}

/// The cost of one visit for the servers (`docs/capacity.md`, "What a visit costs", has the measurement).
public struct VisitCost: Hashable, Sendable {
    /// Microseconds of a processor core, with SQLite in the same process and without TLS.
    public let microseconds: Double
    /// Transactions that wait for the disk, also those of fakes, which are taken back.
    public let commits: Int
    /// Bytes that stay in the database.
    public let storedBytes: Double
    /// Days for which they stay.
    public let storedDays: Double

    public init(microseconds: Double, commits: Int = 0, storedBytes: Double = 0, storedDays: Double = 0) {
        (self.microseconds, self.commits) = (microseconds, commits)
        (self.storedBytes, self.storedDays) = (storedBytes, storedDays)
    }
}
