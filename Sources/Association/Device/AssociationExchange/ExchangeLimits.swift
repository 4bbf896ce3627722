/// How much an answering phone gives in one interval. The limits bound its work, and how many phones one radio can
/// pretend to be.
public struct ExchangeLimits: Hashable, Sendable {
    /// Phones that get a ticket in one interval.
    public let maxReceivers: Int
    /// Introductions over one connection.
    public let maxIntroductions: Int

    public init(maxReceivers: Int = 64, maxIntroductions: Int = 8) {
        self.maxReceivers = maxReceivers
        self.maxIntroductions = maxIntroductions
    }
}
