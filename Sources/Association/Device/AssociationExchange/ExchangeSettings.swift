/// How a phone exchanges tickets.
public struct ExchangeSettings: Hashable, Sendable {
    /// False for a phone whose radio can call and cannot advertise. Nobody can call it, so it reads the tickets of
    /// others at once.
    public var canAdvertise = true
    public var limits = ExchangeLimits()

    public init() {}

    /// Every caller writes its ticket.
    @available(*, deprecated, message: "has no effect: every caller writes its ticket")
    public var writesTickets: Bool {
        get { true }
        set { _ = newValue }
    }
}
