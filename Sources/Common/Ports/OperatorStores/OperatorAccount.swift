public import ExposurePrimitives

/// The name of an operator: 1 to 64 of the letters a to z, digits, full stop, hyphen and underscore, beginning with a
/// letter.
public struct OperatorName: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let description: String

    /// Converts capital letters to small ones. Nil for any other text.
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

    /// The maximum length in characters.
    public static let maxLength = 64
    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let others = Set("0123456789.-_".utf8)
}

/// A kind of work that an operator does, which decides what the operator's pages are. Each system names its own roles;
/// those of several systems are here.
public struct OperatorRole: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// 1 to 64 small letters, digits and hyphens.
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }

    /// Speaks with persons who tested positive, and lets them warn others. Every system has such a work.
    public static let healthWorker = OperatorRole(rawValue: "health-worker")
}

/// A person who may sign in to the operators' pages.
public struct OperatorAccount: Hashable, Sendable {
    public let name: OperatorName
    public let roles: Set<OperatorRole>
    /// The institution for which the operator works, where a role asks for one: the name of a laboratory, or the id of
    /// a health authority. Nil if no role does.
    public let institution: String?
    public let password: PasswordHash
    public let createdAt: UnixTime
    /// The time since which nobody can sign in with the account; nil while it is open.
    public let disabledAt: UnixTime?
    /// Whether an administrator chose the password and therefore knows it. The operator must change it before any other
    /// action.
    public let mustChangePassword: Bool

    public init(
        name: OperatorName,
        roles: Set<OperatorRole>,
        institution: String? = nil,
        password: PasswordHash,
        createdAt: UnixTime,
        disabledAt: UnixTime? = nil,
        mustChangePassword: Bool = false
    ) {
        self.name = name
        self.roles = roles
        self.institution = institution
        self.password = password
        self.createdAt = createdAt
        self.disabledAt = disabledAt
        self.mustChangePassword = mustChangePassword
    }
}

/// The stored form of a password: scrypt's output (RFC 7914) with all inputs except the password. It never prints.
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

/// The SHA-256 of a random secret, such as a browser's cookie. A store identifies the secret by it.
public struct SecretDigest: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }
}

/// The number of wrong passwords in a row, and the time of the last one.
public struct WrongTries: Hashable, Sendable {
    public var count: Int
    public var lastAt: UnixTime

    public init(count: Int, lastAt: UnixTime) {
        self.count = count
        self.lastAt = lastAt
    }
}

/// The session of an operator who is signed in.
public struct OperatorSession: Hashable, Sendable {
    public let digest: SecretDigest
    public let name: OperatorName
    public let startedAt: UnixTime
    public let usedAt: UnixTime
    /// The moment that a section of the pages noted last; nil before the first.
    public let deadline: SectionDeadline?
    /// The number of forms that were taken once only. A form has the number with which it was drawn.
    public let turn: Int

    public init(
        digest: SecretDigest,
        name: OperatorName,
        startedAt: UnixTime,
        usedAt: UnixTime,
        deadline: SectionDeadline? = nil,
        turn: Int = 0
    ) {
        self.digest = digest
        self.name = name
        self.startedAt = startedAt
        self.usedAt = usedAt
        self.deadline = deadline
        self.turn = turn
    }
}

/// A moment that a section of the pages notes for a session, for example the end of validity of a code.
public struct SectionDeadline: Hashable, Sendable {
    /// The section's name.
    public let section: String
    public let at: UnixTime

    public init(section: String, at: UnixTime) {
        self.section = section
        self.at = at
    }
}

/// A line of the audit log: an operator, an event and its time. It never states a code or its person.
public struct OperatorAuditEntry: Hashable, Sendable {
    public let at: UnixTime
    public let name: OperatorName
    public let event: Event

    public init(at: UnixTime, name: OperatorName, event: Event) {
        self.at = at
        self.name = name
        self.event = event
    }

    /// The event of a line. Sections of the pages name their own events beside these.
    public struct Event: RawRepresentable, Hashable, Sendable {
        /// 1 to 64 small letters, digits and hyphens.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension OperatorAuditEntry.Event {
    public static let created = Self(rawValue: "created")
    public static let disabled = Self(rawValue: "disabled")
    public static let reset = Self(rawValue: "reset")
    public static let passwordChanged = Self(rawValue: "password-changed")
    public static let signedIn = Self(rawValue: "signed-in")
    /// A wrong password for an account that exists.
    public static let signInFailed = Self(rawValue: "sign-in-failed")
    public static let signedOut = Self(rawValue: "signed-out")

    /// The events of accounts and sessions. No section writes them.
    public static let ofAccounts: [Self] = [
        .created, .disabled, .reset, .passwordChanged, .signedIn, .signInFailed, .signedOut,
    ]
}
