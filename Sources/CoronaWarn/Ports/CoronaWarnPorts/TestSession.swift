public import CoronaWarnAPI
public import ExposurePrimitives

/// What a registration token stands for.
public struct TestSession: Hashable, Sendable {
    public let subject: Subject
    /// When it was registered.
    public let began: UnixTime

    public enum Subject: Hashable, Sendable {
        case test(RegisteredTest)
        case teleTAN(TeleTANKind)
    }

    public init(subject: Subject, began: UnixTime) {
        self.subject = subject
        self.began = began
    }
}

/// A test that a phone has registered. No second phone can.
public struct RegisteredTest: Hashable, Sendable {
    public let code: TestIdentifier
    /// For a test that was ordered with a birth date, the identifier with it.
    public let birthDate: TestIdentifier?

    public init(code: TestIdentifier, birthDate: TestIdentifier? = nil) {
        self.code = code
        self.birthDate = birthDate
    }

    public var identifiers: [TestIdentifier] { [code] + (birthDate.map { [$0] } ?? []) }
}

/// A phone's request for a registration token, as it is stored.
public struct Registration: Sendable {
    public let key: Key
    public let token: CredentialDigest
    /// Whether the token is derived from the request, so that the same request may come again.
    public let mayComeAgain: Bool

    public enum Key: Sendable {
        case test(RegisteredTest)
        case teleTAN(TeleTANMark)
    }

    public init(key: Key, token: CredentialDigest, mayComeAgain: Bool) {
        self.key = key
        self.token = token
        self.mayComeAgain = mayComeAgain
    }

    /// Seconds for which a lost answer is given again.
    public static let repetition: Int64 = 600
    /// Seconds that a token lives from its registration.
    public static let tokenLife = 21 * UnixTime.secondsPerDay
}

/// What became of a registration.
public enum RegistrationOutcome: Hashable, Sendable {
    /// The token is valid. It is either new, or that of the same request a short time ago.
    case registered
    /// The test was registered before, or the teleTAN has been used for this very token.
    case refused
    /// The teleTAN is unknown, used or expired.
    case wrongTeleTAN(WrongTeleTANs)
    /// There were too many wrong teleTANs: none is looked up until then.
    case held(until: UnixTime)
}

/// What the database counts of wrong teleTANs.
public struct WrongTeleTANs: Hashable, Sendable {
    /// Within the last hour, this one included.
    public let count: Int
    /// Whether this one was the last that is looked up for now.
    public let reachesLimit: Bool

    public init(count: Int, reachesLimit: Bool) {
        self.count = count
        self.reachesLimit = reachesLimit
    }
}
