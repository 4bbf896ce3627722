public import WireFormat

/// The operations of Immuni's HTTP contract (Immuni Technology, "API"), each declared once.
public enum ImmuniEndpoint {
    /// App Configuration Service: `?platform=ios|android&build=N`, answers the settings as one JSON object.
    public static let settings = Endpoint(.get, "/v1/settings", produces: [.json])
    /// App Configuration Service: the questions and answers of one language, as `faq-en.json`. The settings contain the
    /// address.
    public static let document = Endpoint(.get, "/docs/{document}", produces: [.json])
    /// OTP Service, internal listener only: authorises an ``OneTimePassword``.
    public static let authoriseOTP = Endpoint(.post, "/v1/otp", accepts: [.json])
    /// Exposure Ingestion Service: whether an OTP is authorised.
    public static let checkOTP = Endpoint(
        .post,
        "/v1/ingestion/check-otp",
        accepts: [.json],
        hasDummies: true,
        headers: HeaderNames(dummyFlag: ImmuniHeader.dummyData)
    )
    /// Exposure Ingestion Service: uploads TEKs and Epidemiological Info.
    public static let upload = Endpoint(
        .post,
        "/v1/ingestion/upload",
        accepts: [.json],
        hasDummies: true,
        headers: HeaderNames(dummyFlag: ImmuniHeader.dummyData, clientClock: ImmuniHeader.clientClock)
    )
    /// Exposure Reporting Service: which TEK Chunks are offered.
    public static let keyIndex = Endpoint(.get, "/v1/keys/index", produces: [.json])
    /// Exposure Reporting Service: one TEK Chunk.
    public static let keyChunk = Endpoint(.get, "/v1/keys/{index}", produces: [.zip])
    /// Analytics Service: authorises the analytics token of an iPhone. It has no dummies, but a network observer must
    /// not be able to distinguish an authorised token from another.
    public static let analyticsToken = Endpoint(.post, "/v1/analytics/apple/token", accepts: [.json], hasDummies: true)
    /// Analytics Service: accepts Operational Info with an authorised token.
    public static let appleOperationalInfo = Endpoint(
        .post,
        "/v1/analytics/apple/operational-info",
        accepts: [.json],
        hasDummies: true,
        headers: HeaderNames(dummyFlag: ImmuniHeader.dummyData)
    )
    /// Analytics Service: accepts Operational Info with an attestation.
    public static let googleOperationalInfo = Endpoint(
        .post,
        "/v1/analytics/google/operational-info",
        accepts: [.json],
        hasDummies: true,
        headers: HeaderNames(dummyFlag: ImmuniHeader.dummyData)
    )
}
