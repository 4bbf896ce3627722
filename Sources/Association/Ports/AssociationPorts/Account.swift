public import AssociationAPI
public import AssociationProtocol
public import ExposurePrimitives
public import HeraldPayloads

/// A registered phone, as the authority stores it.
public struct Account: Sendable {
    public let registration: RegistrationID
    /// The phone's authority. A forwarded contact of another one has no account here.
    public let jurisdiction: Jurisdiction
    public let district: PostalDistrict
    /// The key of the first day that can still be checked. All later keys of the account follow from it.
    public let chain: ChainKey
    /// The first day of the account.
    public let registered: CalendarDay
    /// The last day on which its phone polled, and the first day before any poll.
    public let used: CalendarDay

    /// - Parameter used: the first day if nil.
    public init(
        registration: RegistrationID,
        jurisdiction: Jurisdiction,
        district: PostalDistrict,
        chain: ChainKey,
        registered: CalendarDay,
        used: CalendarDay? = nil
    ) {
        self.registration = registration
        self.jurisdiction = jurisdiction
        self.district = district
        self.chain = chain
        self.registered = registered
        self.used = used ?? registered
    }

    /// Requests for attestations of an account on one day: the first, and some whose answer was lost.
    public static let maxAttestationRequests = 4

    /// Days for which the key of a past day is kept, so that tickets of that time can be checked.
    public static let chainLife = 21
}

/// The person or device that a proof at registration is about, as a keyed digest. Nobody gets the telephone number or
/// the device back from it.
public struct ProofSubject: Hashable, Sendable, Redacted {
    private let digest: Bytes32

    public init(_ digest: Bytes32) {
        self.digest = digest
    }

    public var exposedBytes: [UInt8] { digest.bytes }
}

/// A new account and the person or device that it is for.
public struct NewAccount: Sendable {
    public let account: Account
    public let subject: ProofSubject

    public init(_ account: Account, subject: ProofSubject) {
        self.account = account
        self.subject = subject
    }
}

/// How many phones can register within one hour.
public struct RegistrationLimits: Hashable, Sendable {
    /// In one postal district. A phone names its district itself, so this limit alone stops nobody.
    public let district: Int
    /// In all districts together.
    public let everywhere: Int

    public init(district: Int, everywhere: Int) {
        self.district = district
        self.everywhere = everywhere
    }
}

/// What became of a registration.
public enum RegistrationOutcome: Hashable, Sendable {
    /// The account exists. An earlier one of the same subject has ended.
    case registered
    /// The district, or the whole authority, has no registration left in this hour. Nothing was changed.
    case isFull
}
