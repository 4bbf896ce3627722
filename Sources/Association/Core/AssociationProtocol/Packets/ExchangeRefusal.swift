/// Why a phone refuses a step of an exchange: an application error of Bluetooth's attribute protocol (0x80–0x9F are for
/// applications).
public enum ExchangeRefusal: UInt8, Error, Sendable, CaseIterable {
    /// The peer's key or seal is not there yet: the page's "I'm not ready yet".
    case notReady = 0x80
    /// The interval changed since the exchange began. The peer begins again.
    case staleInterval = 0x81
    /// This peer, or all peers together, had their share of this interval.
    case rateLimited = 0x82
    /// The bytes are no packet of this exchange, or its key is unusable or not attested.
    case malformed = 0x83
}
