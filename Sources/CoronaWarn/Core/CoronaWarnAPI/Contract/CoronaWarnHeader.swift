/// The names of the contract's own headers.
public enum CoronaWarnHeader {
    /// Request: whether it is cover traffic, see ``FakeFlag``.
    public static let fake = "cwa-fake"
    /// Request: the TAN of an upload, without a prefix.
    public static let authorization = "cwa-authorization"
    /// Request: the one-time password of a self-report, which is not part of this contract and refused.
    public static let oneTimePassword = "cwa-otp"
    /// Request: filler without meaning.
    public static let padding = "cwa-header-padding"
    /// Request and answer: the ``TeleTANKind``.
    public static let teleTANType = "X-CWA-TELETAN-TYPE"
    /// Answer to the verification service: `1` if a laboratory has sent the result, `0` if there was only a question.
    public static let resultSent = "cwa-result-sent"
    /// Answer to an upload: how many check-ins were dropped and stored. Check-ins are not kept, so both are 0.
    public static let filteredCheckIns = "cwa-filtered-checkins"
    public static let savedCheckIns = "cwa-saved-checkins"
}

/// Whether a request is cover traffic, as `cwa-fake` says: 0 is genuine, any other integer is a fake.
public enum FakeFlag: Hashable, Sendable {
    case genuine
    case fake

    /// Reads the header: an integer of 32 bits.
    ///
    /// - Throws: `notCompliant` for any other text. The shipped server failed with 500 there.
    public init(header: String) throws(CoronaWarnError) {
        guard header.utf8.count <= Self.maxLength, let value = Int32(header) else {
            throw .notCompliant
        }
        self = value == 0 ? .genuine : .fake
    }

    /// Reads the header of a request to the verification service, which may lack it.
    public init(ofVerification header: String?) throws(CoronaWarnError) {
        guard let header else {
            self = .genuine
            return
        }
        try self.init(header: header)
    }

    /// The value for a header.
    public var headerValue: String { self == .genuine ? "0" : "1" }

    private static let maxLength = 11
}
