import WireFormat

/// The reason why a request to the authority gave nothing.
enum AuthorityFailure: Error, Codable, Hashable, Sendable {
    /// There was no connection, so nothing has left the phone.
    case unreachable
    /// The request may have arrived and been done, but no usable answer came.
    case lost
    /// The authority cannot do its work now (429, 503), or the means of a proof are missing.
    case unavailable
    /// The authority refuses what the phone showed (another 4xx).
    case refused
    /// The authority gave nothing, and the phone's clock may be the reason.
    case wrongTime

    init(_ error: HTTPExchangeError) {
        self = error == .unreachable ? .unreachable : .lost
    }

    init(status: Int) {
        self =
            switch status {
            case 408, 429, 503: .unavailable
            case 400..<500: .refused
            default: .lost
            }
    }
}
