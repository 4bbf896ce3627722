public import WireFormat

/// The operations of Immuni's HTTP contract (Immuni Technology, "API"), each declared once.
public enum ImmuniEndpoint {
    /// App Configuration Service: `?platform=ios|android&build=N`; answers with the settings as one JSON object.
    public static let settings = Endpoint(.get, "/v1/settings")
    /// App Configuration Service: the questions and answers of one language, as `faq-en.json`; the settings name the address.
    public static let document = Endpoint(.get, "/docs/{document}")
    /// OTP Service, internal listener only: authorises an ``OneTimePassword``.
    public static let authoriseOTP = Endpoint(.post, "/v1/otp")
    /// Exposure Ingestion Service: whether an OTP is authorised.
    public static let checkOTP = Endpoint(.post, "/v1/ingestion/check-otp", hasDummies: true)
    /// Exposure Ingestion Service: uploads TEKs and Epidemiological Info.
    public static let upload = Endpoint(.post, "/v1/ingestion/upload", hasDummies: true)
    /// Exposure Reporting Service: which TEK Chunks are offered.
    public static let keyIndex = Endpoint(.get, "/v1/keys/index")
    /// Exposure Reporting Service: one TEK Chunk.
    public static let keyChunk = Endpoint(.get, "/v1/keys/{index}")
    /// Analytics Service: authorises the analytics token of an iPhone. It has no dummies, but a network observer must
    /// not distinguish an authorised token from another.
    public static let analyticsToken = Endpoint(.post, "/v1/analytics/apple/token", hasDummies: true)
    /// Analytics Service: accepts Operational Info with an authorised token.
    public static let appleOperationalInfo = Endpoint(
        .post,
        "/v1/analytics/apple/operational-info",
        hasDummies: true
    )
    /// Analytics Service: accepts Operational Info with an attestation.
    public static let googleOperationalInfo = Endpoint(
        .post,
        "/v1/analytics/google/operational-info",
        hasDummies: true
    )
}

/// The refusals of Immuni's contract beyond the common ones.
extension APIError {
    /// The OTP is unknown, expired or used up.
    public static let unauthorisedOTP = APIError(status: 401, code: 1101, message: "Unauthorized OTP.")
    public static let chunkNotFound = APIError(status: 404, code: 1300, message: "Batch not found.")
    public static let noChunks = APIError(status: 404, code: 1301, message: "No batches found.")
    /// The OTP is authorised already, or was used recently.
    public static let alreadyAuthorised = APIError(status: 409, code: 1400, message: "OTP already authorized.")
}
