public import ExposurePrimitives
public import Persistence

/// A one-time right to upload. An operator grants it by authorising a code.
public struct UploadRight: Hashable, Sendable {
    public let identifier: RightIdentifier
    public let evidence: RightEvidence
    /// The end of the right. It can be used strictly before this moment, and at most ``longestLife`` before it.
    public let expiresAt: UnixTime

    public init(identifier: RightIdentifier, evidence: RightEvidence, expiresAt: UnixTime) {
        self.identifier = identifier
        self.evidence = evidence
        self.expiresAt = expiresAt
    }

    /// The longest life that can be set: a day, in seconds. A right with a longer life comes from a clock that was
    /// ahead, and counts as expired.
    public static let longestLife = UnixTime.secondsPerDay

    /// Whether a right that ends at `expiresAt` can be used at `now`.
    public static func isLive(until expiresAt: UnixTime, now: UnixTime) -> Bool {
        (1...longestLife).contains(expiresAt.seconds(since: now))
    }
}

/// What a right says about the person, in the form that its system gives it. It is forgotten when the right is used.
public struct RightEvidence: Hashable, Sendable {
    public let text: String

    /// The maximum number of Unicode scalars.
    public static let maxLength = 64

    /// Nil if `text` is longer than ``maxLength``.
    public init?(_ text: String) {
        guard text.unicodeScalars.count <= Self.maxLength else {
            return nil
        }
        self.text = text
    }

    /// Evidence that is a day.
    public init(_ day: CalendarDay) {
        text = day.description
    }

    private init() {
        text = ""
    }

    /// The evidence of a right that says nothing about the person.
    public static let none = RightEvidence()

    /// The day that the evidence is; nil if it is something else.
    public var day: CalendarDay? { CalendarDay(iso: text) }
}

/// The identifier of a code in a store: a keyed hash. Without the server's key nobody can find the code.
public struct RightIdentifier: Hashable, Sendable {
    /// 32 bytes.
    public let mac: [UInt8]

    public init(mac: some Sequence<UInt8>) {
        self.mac = Array(mac)
    }
}

/// Grants and looks up rights to upload.
public protocol UploadRightStore: Sendable {
    /// Grants `right`, unless the same identifier is live, or was consumed and is not forgotten yet. A right that
    /// expired unused is replaced.
    func grant(_ right: UploadRight, now: UnixTime) async throws(StoreError) -> GrantOutcome

    /// Whether `identifier` was granted, has not expired at `now` and was not consumed. Changes nothing.
    func isLive(_ identifier: RightIdentifier, now: UnixTime) async throws(StoreError) -> Bool
}

/// The result of a grant.
public enum GrantOutcome: Sendable {
    case granted
    /// The same right is already live and was not changed.
    case live
    /// The right was used. It must not be granted again while its keys live.
    case consumed
}
