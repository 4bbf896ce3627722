public import CoronaWarnAPI
public import ExposurePrimitives

/// A TAN for the phone with a registration token.
public struct NewTAN: Sendable {
    public let tan: CredentialDigest
    public let token: CredentialDigest
    /// Identifies the request from which the TAN is derived, if it is; 16 bytes that lead to neither.
    public let request: [UInt8]?

    public init(tan: CredentialDigest, token: CredentialDigest, request: [UInt8]?) {
        self.tan = tan
        self.token = token
        self.request = request
    }

    /// Seconds for which a lost answer is given again.
    public static let repetition: Int64 = 600
}

/// What limits the TANs of one token.
public struct TANLimits: Hashable, Sendable {
    /// The number of TANs that may be used.
    public let used: Int
    /// The number of TANs that may be issued, used or not.
    public let issued: Int
    /// Seconds that a TAN lives.
    public let life: Int64

    public init(used: Int, issued: Int = maxIssued, life: Int64) {
        self.used = used
        self.issued = issued
        self.life = life
    }

    /// The number of TANs that a token gets, used or not.
    public static let maxIssued = 10
}

/// A TAN as the submission service sees it.
public struct ValidTAN: Hashable, Sendable {
    /// The kind of teleTAN from which it stems; nil for a test that was registered by its code.
    public let teleTAN: TeleTANKind?

    public init(teleTAN: TeleTANKind?) {
        self.teleTAN = teleTAN
    }
}

/// What became of a reservation.
public enum ReservationOutcome: Hashable, Sendable {
    /// The upload has this name until the TAN would have expired, also after its confirmation.
    case reserved(name: Bytes16, ValidTAN)
    /// The TAN is of an event, which permits no upload. It stays as it was.
    case event
    /// The TAN is reserved for another upload.
    case taken
    case unknown
}

/// An upload: its TAN, and the fingerprint of its body, which nobody without the TAN can compute.
public struct TANClaim: Sendable {
    public let tan: CredentialDigest
    /// 32 bytes.
    public let upload: [UInt8]

    public init(tan: CredentialDigest, upload: [UInt8]) {
        self.tan = tan
        self.upload = upload
    }
}

/// An upload whose TAN another service has reserved.
public struct ReservedUpload: Sendable {
    /// The fingerprint of its body: 32 bytes.
    public let mark: [UInt8]
    /// The moment until which the same upload is known, at least.
    public let expiry: UnixTime

    public init(mark: [UInt8], expiry: UnixTime) {
        self.mark = mark
        self.expiry = expiry
    }
}
