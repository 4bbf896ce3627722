/// How much a phone gives and calls in one interval. The limits bound its work, and how many phones one radio can
/// pretend to be.
///
/// A radio does not say from which address a phone calls, so callers share their limits. Calls that this phone makes
/// itself have limits of their own: callers that flood it cannot use them up.
public struct ExchangeLimits: Hashable, Sendable {
    /// Callers that get a ticket in one interval.
    public var maxReceivers: Int
    /// Introductions over one connection, and tickets written over one.
    public var maxIntroductions: Int
    /// Introductions by all callers in one minute. Each costs a key agreement and, with attestation, the check of a
    /// signature.
    public var maxIntroductionsPerMinute: Int
    /// Calls that this phone begins in one interval.
    public var maxCalls = 64
    /// Calls to one address in one interval. One more may read a ticket.
    public var maxCallsPerAddress = 3
    /// Seconds after which a phone reads the ticket of one that answered and has written none. Until then that phone
    /// may call: a phone at rest scans every five minutes.
    public var secondsBeforeReading: Int64 = 360
    /// Calls at the same time. A phone that answers slowly delays the calls behind it alone.
    public var maxConcurrentCalls = 4
    /// Seconds that an answer may take. A relay between distant places adds to the time of an answer.
    public var maxAnswerSeconds: Int64 = 2

    public init(maxReceivers: Int = 64, maxIntroductions: Int = 8, maxIntroductionsPerMinute: Int = 64) {
        self.maxReceivers = maxReceivers
        self.maxIntroductions = maxIntroductions
        self.maxIntroductionsPerMinute = maxIntroductionsPerMinute
    }
}
