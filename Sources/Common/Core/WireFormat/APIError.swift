/// An error answer: an HTTP status with the error body of the contract.
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

extension APIError {
    private static let unknownMessage = "An unknown error occurred."

    /// An error that is the server's fault.
    public static let unknown = APIError(status: 500, code: 1000, message: unknownMessage)
    public static let unknownRoute = APIError(status: 404, code: 1000, message: unknownMessage)
    public static let wrongMethod = APIError(status: 405, code: 1000, message: unknownMessage)
    public static let requestTimeout = APIError(status: 408, code: 1000, message: unknownMessage)
    public static let tooLarge = APIError(status: 413, code: 1000, message: unknownMessage)
    /// The server is shutting down or overloaded, or the database cannot be written now: the client should try again
    /// later.
    ///
    /// Nothing was changed, unless the disk took longer than the request's time to make a change durable.
    public static let unavailable = APIError(status: 503, code: 1000, message: unknownMessage)
    /// A request on the internal listener without the configured token.
    public static let unauthorised = APIError(status: 401, code: 1000, message: unknownMessage)
    /// A request that failed validation, for any reason.
    public static let notCompliant = APIError(
        status: 400,
        code: 1001,
        message: "Request not compliant with the defined schema."
    )
}
