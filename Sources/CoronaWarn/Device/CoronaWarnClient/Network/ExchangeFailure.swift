import PhonePorts

/// The reason why a request to the verification or submission service gave nothing. The same words for all routes, so
/// that each rule decides what follows.
enum ExchangeFailure: Error, Codable, Hashable, Sendable {
    /// The server refuses what the phone showed: code, token, TAN or content. It keeps refusing it.
    case refused(Refusal)
    /// A limit is reached (429): the phone keeps everything and tries again after this many seconds.
    case tooManyRequests(seconds: Int64)
    /// The server cannot do its work (503). Nothing was changed.
    case unavailable
    /// The server asks to come again, without a time (408).
    case busy
    /// There was no connection, so nothing has left the phone.
    case unreachable
    /// The request may have arrived and been done, but no usable answer came: the connection broke, or a server on the
    /// way answered instead (500, 502, 504).
    case lost
    /// The server answered with something that the contract does not have.
    case unexpected(status: Int)

    enum Refusal: String, Codable, Hashable, Sendable, CaseIterable {
        /// 400 for a code or teleTAN: used, unknown, expired or damaged.
        case code
        /// 400 for a token: unknown or expired, or no TAN is left for it.
        case token
        /// 403: two results of one registration differ, or one is missing.
        case differingResults
        /// 403 for a TAN: unknown, expired, or used for another upload.
        case tan
        /// 400 for an upload: its form.
        case content
    }
}
