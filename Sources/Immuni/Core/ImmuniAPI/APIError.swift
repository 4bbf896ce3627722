public import WireFormat

/// A refusal of Immuni's contract: an HTTP status with the contract's error body.
///
/// It states the kind of error, and never which field or value was wrong.
public struct APIError: Error, Hashable, Sendable {
    /// HTTP status.
    public let status: Int
    /// The contract's own code: 1000–1099 common, 1100 ingestion, 1300 reporting, 1400 OTP, 1500 configuration.
    public let code: Int
    /// English, matching `^[A-Za-z0-9 .]{1,64}$`.
    public let message: String

    public init(status: Int, code: Int, message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// The JSON body: `{"error_code":…,"message":"…"}`.
    public var body: [UInt8] {
        Array(#"{"error_code":\#(code),"message":"\#(message)"}"#.utf8)
    }
}

/// The refusals that are common to all routes.
extension APIError {
    private static let unknownMessage = "An unknown error occurred."

    /// An error that is the server's fault.
    public static let unknown = APIError(status: 500, code: 1000, message: unknownMessage)
    public static let unknownRoute = APIError(status: 404, code: 1000, message: unknownMessage)
    public static let wrongMethod = APIError(status: 405, code: 1000, message: unknownMessage)
    public static let requestTimeout = APIError(status: 408, code: 1000, message: unknownMessage)
    public static let tooLarge = APIError(status: 413, code: 1000, message: unknownMessage)
    /// A browser that followed a host name that is not ours.
    public static let misdirected = APIError(status: 421, code: 1000, message: unknownMessage)
    public static let unavailable = APIError(status: 503, code: 1000, message: unknownMessage)
    /// A request on the internal listener without the configured token.
    public static let unauthorised = APIError(status: 401, code: 1000, message: unknownMessage)
    /// The bytes are not a request of HTTP/1.1. The contract keeps the status of such errors and has no code for them.
    public static let malformedRequest = APIError(status: 400, code: 1000, message: unknownMessage)
    /// A request that failed validation, for any reason.
    public static let notCompliant = APIError(
        status: 400,
        code: 1001,
        message: "Request not compliant with the defined schema."
    )

    /// The contract's error for `refusal`.
    public init(_ refusal: Refusal) {
        self =
            switch refusal {
            case .malformed: .malformedRequest
            case .notCompliant, .unsupportedMediaType: .notCompliant
            case .unauthorised: .unauthorised
            case .notFound: .unknownRoute
            case .wrongMethod: .wrongMethod
            case .timeout: .requestTimeout
            case .tooLarge: .tooLarge
            case .misdirected: .misdirected
            case .failed: .unknown
            case .unavailable: .unavailable
            }
    }
}

/// The refusals of single routes.
extension APIError {
    /// The OTP is unknown, expired or used up.
    public static let unauthorisedOTP = APIError(status: 401, code: 1101, message: "Unauthorized OTP.")
    public static let chunkNotFound = APIError(status: 404, code: 1300, message: "Batch not found.")
    public static let noChunks = APIError(status: 404, code: 1301, message: "No batches found.")
    /// The OTP is authorised already, or was used lately.
    public static let alreadyAuthorised = APIError(status: 409, code: 1400, message: "OTP already authorized.")
}
