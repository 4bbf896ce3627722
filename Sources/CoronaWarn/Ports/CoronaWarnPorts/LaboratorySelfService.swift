public import CoronaWarnAPI
public import ExposurePrimitives

/// The laboratory service's functions for a laboratory's operators who are signed in to their pages.
public protocol LaboratorySelfService: Sendable {
    /// Stores a batch whole or not at all, as if the laboratory had sent it. Nil if the authority revoked the
    /// laboratory.
    func store(_ batch: ResultBatch, from laboratory: String) async throws -> BatchOutcome?

    /// The state of the laboratory's key; nil if it never had one.
    func keyState(of laboratory: String) async throws -> AccessKeyHolder?

    func change(_ change: LaboratoryKeyChange, of laboratory: String) async throws -> LaboratoryKeyOutcome
}

/// What a laboratory's operator does with the laboratory's key.
public enum LaboratoryKeyChange: String, Sendable, CaseIterable {
    /// The first key, or one after the end of the last.
    case create
    /// The next key. The one before opens the same for some days.
    case rotate
    /// Another key, and the ones before open nothing from now on.
    case replace
    /// No key and no certificate of the laboratory opens anything until the authority allows it again.
    case revoke
}

/// The outcome of a change of a laboratory's key.
public enum LaboratoryKeyOutcome: Hashable, Sendable {
    /// The new key, which nobody can read again.
    case made(key: String, expiry: UnixTime)
    case revoked
    /// The key's state does not allow the change.
    case refused
    /// Two keys open something until then. A change comes after it.
    case underWay(until: UnixTime)
}
