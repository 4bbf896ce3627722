public import ExposurePrimitives

/// What an operator is called: 1 to 64 of the letters a to z, digits, full stop, hyphen and underscore, beginning with a
/// letter.
public struct OperatorName: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let description: String

    /// Capital letters are taken for small ones. Nil for any other text.
    public init?(_ text: some StringProtocol) {
        let name = text.lowercased()
        guard (1...Self.maxLength).contains(name.utf8.count),
            let first = name.utf8.first, Self.letters.contains(first),
            name.utf8.allSatisfy({ Self.letters.contains($0) || Self.others.contains($0) })
        else {
            return nil
        }
        description = name
    }

    public static func < (lhs: OperatorName, rhs: OperatorName) -> Bool {
        lhs.description < rhs.description
    }

    /// Characters.
    public static let maxLength = 64
    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let others = Set("0123456789.-_".utf8)
}

/// A person who may sign in to the operators' pages.
public struct OperatorAccount: Hashable, Sendable {
    public let name: OperatorName
    public let password: PasswordHash
    public let createdAt: UnixTime
    /// Since when nobody can sign in with it; nil while it is open.
    public let disabledAt: UnixTime?
    /// Whether somebody else knows the password, because an administrator gave it: then nothing can be done before it is
    /// changed.
    public let mustChangePassword: Bool

    public init(
        name: OperatorName,
        password: PasswordHash,
        createdAt: UnixTime,
        disabledAt: UnixTime? = nil,
        mustChangePassword: Bool = false
    ) {
        self.name = name
        self.password = password
        self.createdAt = createdAt
        self.disabledAt = disabledAt
        self.mustChangePassword = mustChangePassword
    }
}

/// What is kept of a password: scrypt's output (RFC 7914) with all that went in but the password. It never prints.
public struct PasswordHash: Hashable, Sendable {
    /// scrypt's cost N, a power of two.
    public let cost: Int
    /// scrypt's r.
    public let blockSize: Int
    /// scrypt's p.
    public let parallelism: Int
    public let salt: [UInt8]
    public let output: [UInt8]

    public init(cost: Int, blockSize: Int, parallelism: Int, salt: [UInt8], output: [UInt8]) {
        self.cost = cost
        self.blockSize = blockSize
        self.parallelism = parallelism
        self.salt = salt
        self.output = output
    }
}

extension PasswordHash: CustomStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What a store knows a random secret by, such as the one in a browser's cookie: its SHA-256.
public struct SecretDigest: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }
}

/// How many wrong passwords came one after the other, and when the last did.
public struct WrongTries: Hashable, Sendable {
    public var count: Int
    public var lastAt: UnixTime

    public init(count: Int, lastAt: UnixTime) {
        self.count = count
        self.lastAt = lastAt
    }
}

/// An operator who is signed in.
public struct OperatorSession: Hashable, Sendable {
    public let digest: SecretDigest
    public let name: OperatorName
    public let startedAt: UnixTime
    public let usedAt: UnixTime
    /// The end of the time of the code that was authorised last in this session; nil before the first.
    public let authorisedUntil: UnixTime?

    public init(
        digest: SecretDigest,
        name: OperatorName,
        startedAt: UnixTime,
        usedAt: UnixTime,
        authorisedUntil: UnixTime? = nil
    ) {
        self.digest = digest
        self.name = name
        self.startedAt = startedAt
        self.usedAt = usedAt
        self.authorisedUntil = authorisedUntil
    }
}

/// A line of the audit log: who did what, and when; never with which code, or for whom.
public struct OperatorAuditEntry: Hashable, Sendable {
    public let at: UnixTime
    public let name: OperatorName
    public let event: Event

    public init(at: UnixTime, name: OperatorName, event: Event) {
        self.at = at
        self.name = name
        self.event = event
    }

    /// What happened.
    public enum Event: String, CaseIterable, Sendable {
        case created
        case disabled
        case reset
        case passwordChanged = "password-changed"
        case signedIn = "signed-in"
        /// A wrong password for an account that exists.
        case signInFailed = "sign-in-failed"
        case signedOut = "signed-out"
        /// About to authorise; the outcome is the next line of the same operator.
        case authorising
        case authorised
        /// Refused: the code was live or used.
        case notAuthorised = "not-authorised"
    }
}
