public import WireFormat

/// A refusal of Corona-Warn's contract: an HTTP status. The body is empty, so no answer tells which field was wrong.
public enum CoronaWarnError: Error, Hashable, Sendable, CaseIterable {
    /// The request violates the contract. The public routes of the verification service have no other refusal of a
    /// request's content.
    case notCompliant
    /// The caller does not show what the route asks for.
    case unauthorised
    /// The TAN does not permit this upload, or two results of one registration differ.
    case forbidden
    /// The path, TAN or token is unknown.
    case unknown
    case wrongMethod
    case requestTimeout
    /// The body of a request to the verification service is too large or chunked.
    case notAcceptable
    /// The row belongs to another laboratory, or its result cannot change in this way.
    case conflict
    case unsupportedMediaType
    /// A browser was led here by a name that is not ours.
    case misdirected
    /// A limit is reached. The answer has the header `Retry-After`.
    case tooManyRequests
    /// An error that is the server's fault.
    case failed
    case unavailable

    /// The HTTP status.
    public var status: Int {
        switch self {
        case .notCompliant: 400
        case .unauthorised: 401
        case .forbidden: 403
        case .unknown: 404
        case .wrongMethod: 405
        case .notAcceptable: 406
        case .requestTimeout: 408
        case .conflict: 409
        case .unsupportedMediaType: 415
        case .misdirected: 421
        case .tooManyRequests: 429
        case .failed: 500
        case .unavailable: 503
        }
    }

    /// The words of the contract for `refusal`.
    ///
    /// - Parameter isTooLarge: the answer to a body that is too large. The verification service says
    ///   ``notAcceptable``, the other services ``notCompliant``.
    public init(_ refusal: Refusal, isTooLarge: CoronaWarnError) {
        self =
            switch refusal {
            case .malformed, .notCompliant: .notCompliant
            case .unauthorised: .unauthorised
            case .notFound: .unknown
            case .wrongMethod: .wrongMethod
            case .timeout: .requestTimeout
            case .tooLarge: isTooLarge
            case .unsupportedMediaType: .unsupportedMediaType
            case .misdirected: .misdirected
            case .failed: .failed
            case .unavailable: .unavailable
            }
    }
}
