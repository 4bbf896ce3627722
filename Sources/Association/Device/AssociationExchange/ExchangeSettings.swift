/// How a phone exchanges tickets.
public struct ExchangeSettings: Hashable, Sendable {
    /// False for a phone whose radio can call and cannot advertise. Nobody can call it, so it writes its tickets.
    public var canAdvertise = true
    /// Whether a caller writes its own ticket after it read the other's. Both then need one connection, and the ticket
    /// has the strength of the caller's scan. Otherwise each phone calls the other and reads.
    public var writesTickets = true
    public var limits = ExchangeLimits()

    public init() {}
}
