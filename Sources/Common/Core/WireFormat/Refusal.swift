/// Why a server refuses a request, in the words of no contract. Each contract says how it answers.
public enum Refusal: Error, Hashable, Sendable, CaseIterable {
    /// The bytes are not a request of HTTP/1.1.
    case malformed
    /// The content is not what the contract asks for.
    case notCompliant
    /// The caller does not show what the route asks for.
    case unauthorised
    /// There is nothing at this path.
    case notFound
    case wrongMethod
    /// The request did not arrive in time.
    case timeout
    case tooLarge
    /// The body has another media type than the route accepts.
    case unsupportedMediaType
    /// A browser followed a host name that is not ours.
    case misdirected
    /// An error that is the server's fault.
    case failed
    /// The server is shutting down or overloaded, or the database cannot be written now: the client should try again
    /// later.
    ///
    /// Nothing was changed, unless the disk took longer than the request's time to make a change durable.
    case unavailable

    /// The HTTP status that RFC 9110 gives to it. A contract may use another.
    public var status: Int {
        switch self {
        case .malformed, .notCompliant: 400
        case .unauthorised: 401
        case .notFound: 404
        case .wrongMethod: 405
        case .timeout: 408
        case .tooLarge: 413
        case .unsupportedMediaType: 415
        case .misdirected: 421
        case .failed: 500
        case .unavailable: 503
        }
    }
}
