public import CoronaWarnAPI
public import ExposurePrimitives

/// An authority of another country with which keys are exchanged.
public struct FederationPartner: Hashable, Sendable {
    public let country: RegionCode
    /// The partner's name in the list of partners, which its certificate proves.
    public let name: String
    /// The `https` URL of the partner's own listener for partners.
    public let server: String
    /// PEM of the only authorities that may vouch for that server; nil for those of the machine.
    public let trustRoots: [UInt8]?
    /// PEM of the key with which the partner signs its batches.
    public let publicKey: String
    /// The maximum number of keys that are taken from the partner on one day in UTC.
    public let maxKeysPerDay: Int

    public init(
        country: RegionCode,
        name: String,
        server: String,
        trustRoots: [UInt8]?,
        publicKey: String,
        maxKeysPerDay: Int = FederationPartner.defaultMaxKeys
    ) {
        self.country = country
        self.name = name
        self.server = server
        self.trustRoots = trustRoots
        self.publicKey = publicKey
        self.maxKeysPerDay = maxKeysPerDay
    }

    /// A day always has room for one whole batch.
    public static let maxKeys = FederationLimits.keys...10_000_000
    public static let defaultMaxKeys = 1_000_000
}

/// A partner, and how far the exchange has come.
public struct FederationState: Hashable, Sendable {
    public let partner: FederationPartner
    /// A paused partner gets no keys, and none are taken from it.
    public let isPaused: Bool
    /// The number of the partner's last batch that was accepted or refused; 0 before the first.
    public let lastBatch: Int
    /// The number of keys that were taken on the day that was asked about.
    public let keysToday: Int
    /// The hour in which the partner last answered, as the end of that hour; nil before the first time.
    public let answered: UnixTime?

    public init(
        partner: FederationPartner,
        isPaused: Bool = false,
        lastBatch: Int = 0,
        keysToday: Int = 0,
        answered: UnixTime? = nil
    ) {
        self.partner = partner
        self.isPaused = isPaused
        self.lastBatch = lastBatch
        self.keysToday = keysToday
        self.answered = answered
    }
}

/// What became of a partner's batch.
public struct FederationRecord: Hashable, Sendable {
    public let country: RegionCode
    public let number: Int
    /// The number of keys that were taken; 0 for a refused batch.
    public let keys: Int
    /// The number of keys that were not taken, although the batch was.
    public let skipped: Int
    /// Nil for an accepted batch.
    public let refusal: FederationRefusal?
    /// The end of the hour in which it came.
    public let received: UnixTime

    public init(
        country: RegionCode,
        number: Int,
        keys: Int = 0,
        skipped: Int = 0,
        refusal: FederationRefusal? = nil,
        received: UnixTime
    ) {
        self.country = country
        self.number = number
        self.keys = keys
        self.skipped = skipped
        self.refusal = refusal
        self.received = received
    }
}
