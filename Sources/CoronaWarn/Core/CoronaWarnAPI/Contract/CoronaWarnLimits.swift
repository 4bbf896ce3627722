/// The limits of requests and answers. Both sides keep them.
public enum CoronaWarnLimits {
    /// The maximum size of a body to the verification service, in bytes; beyond it the answer is
    /// ``CoronaWarnError/notAcceptable``.
    public static let verificationBody = 10_000
    /// The sizes that the maximum size of an upload may have, in bytes.
    public static let submissionBodies = 280...200_000
    public static let defaultSubmissionBody = 100_000
    /// The values that the maximum number of keys in an upload may have.
    public static let keyCounts = 7...100
    public static let defaultKeyCount = 14
    /// The maximum number of results in a laboratory's request.
    public static let resultCount = 1000
    /// The maximum number of tests in one question of the verification service's clean-up.
    public static let knownTests = 1000
    /// The maximum size of a laboratory's request, in bytes: each result has less than 160.
    public static let laboratoryBody = 200_000
    /// The maximum number of characters in the name that a laboratory gives itself.
    public static let laboratoryID = 64
    /// Seconds since 1970 at which a sample was taken: until the year 2286, so that all have at most ten digits.
    public static let sampleCollection = 0...9_999_999_999
    /// The size of each answer of the verification service to a phone, in bytes. The largest one has a result with
    /// sample time and laboratory, and 45 characters of padding.
    public static let answerSize = 173
    /// The size to which a phone fills the body of a request to the verification service, in bytes.
    public static let requestSize = 250
}
