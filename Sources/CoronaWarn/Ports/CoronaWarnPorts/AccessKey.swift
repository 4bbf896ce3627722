public import ExposurePrimitives

/// The bearer token that a laboratory or an operator shows, as it is stored.
public struct AccessKey: Hashable, Sendable {
    /// The name of the laboratory or operator. A holder has one key.
    public let holder: String
    public let role: Role
    /// The id of the health authority for which the holder works; nil if nobody asks for one.
    public let authority: String?
    /// The SHA-256 of the token, 32 bytes.
    public let digest: [UInt8]
    /// From this time on the key opens nothing.
    public let expiry: UnixTime

    public init(holder: String, role: Role, authority: String? = nil, digest: [UInt8], expiry: UnixTime) {
        self.holder = holder
        self.role = role
        self.authority = authority
        self.digest = digest
        self.expiry = expiry
    }

    /// What a key opens.
    public enum Role: String, Sendable, CaseIterable {
        /// Sends results.
        case laboratory
        /// Gets teleTANs for people with a positive test.
        case hotline
        /// Gets teleTANs for events, and no others.
        case hotlineEvent = "hotline-event"
    }
}

/// A holder, and the state of its key.
public struct AccessKeyHolder: Hashable, Sendable {
    public let name: String
    public let role: AccessKey.Role
    public let authority: String?
    public let expiry: UnixTime
    /// When the key before the newest one ends or ended; nil if there is none.
    public let formerExpiry: UnixTime?
    public let isRevoked: Bool

    public init(
        name: String,
        role: AccessKey.Role,
        authority: String? = nil,
        expiry: UnixTime,
        formerExpiry: UnixTime? = nil,
        isRevoked: Bool
    ) {
        self.name = name
        self.role = role
        self.authority = authority
        self.expiry = expiry
        self.formerExpiry = formerExpiry
        self.isRevoked = isRevoked
    }
}

/// The outcome of a change of keys.
public enum KeyRotation: Hashable, Sendable {
    case rotated
    /// The holder is unknown, or its key opens nothing any more.
    case noKey
    /// Two keys open something until this time.
    case underWay(until: UnixTime)
}
