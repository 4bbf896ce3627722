public import ExposurePrimitives
public import Persistence

/// The accounts of the people who authorise codes, who is signed in, and who did what. Nothing else in Avviso keeps
/// people's names, and nothing here keeps a code or says whose it was.
///
/// Every change of an account is in force together with its line in the audit log, or not at all.
public protocol OperatorStore: Sendable {
    /// Adds an account and the line `created`; false where the name is taken, also by a disabled account.
    func create(_ account: OperatorAccount) async throws(StoreError) -> Bool

    func account(_ name: OperatorName) async throws(StoreError) -> OperatorAccount?

    /// All accounts by name.
    func accounts() async throws(StoreError) -> [OperatorAccount]

    /// Closes the account, ends its sessions and adds the line `disabled`; false where there is no such account that is
    /// open.
    func disable(_ name: OperatorName, at time: UnixTime) async throws(StoreError) -> Bool

    /// Sets a password that has to be changed and opens the account, ends its sessions and adds the line `reset`; false
    /// where there is no such account.
    func reset(_ name: OperatorName, password: PasswordHash, at time: UnixTime) async throws(StoreError) -> Bool

    /// Sets the password of an open account, which then need not be changed, ends its other sessions and adds the line
    /// `password-changed`; false where `session` is not one of the account's.
    func changePassword(
        _ name: OperatorName,
        to password: PasswordHash,
        keeping session: SecretDigest,
        at time: UnixTime
    ) async throws(StoreError) -> Bool

    /// Adds a session and the line `signed-in`, and remembers the browser for `name`; false where the account is not
    /// open.
    func beginSession(_ session: OperatorSession, browser: SecretDigest) async throws(StoreError) -> Bool

    /// The session that `digest` stands for.
    func session(_ digest: SecretDigest) async throws(StoreError) -> OperatorSession?

    /// Notes when a session was last used, and nothing else of it.
    func touchSession(_ digest: SecretDigest, at time: UnixTime) async throws(StoreError)

    /// Notes until when the code that a session authorised last can be used.
    func note(authorisedUntil: UnixTime, in digest: SecretDigest) async throws(StoreError)

    /// Ends a session and adds the line `signed-out`; does nothing where there is none.
    func endSession(_ digest: SecretDigest, at time: UnixTime) async throws(StoreError)

    /// Whether `name` signed in from this browser before. That proves nothing about who uses it now, so it outlives changes
    /// of the account.
    func knows(browser: SecretDigest, of name: OperatorName) async throws(StoreError) -> Bool

    /// Reads the wrong tries of a source, keeps what `change` makes of them, and adds a line to the audit log, in one step
    /// that is durable: tries at the same time, also of other processes, come one after the other.
    ///
    /// - Parameter source: what tells those who try apart; the store knows nothing of it.
    func changeTries<Outcome: Sendable>(
        of source: SecretDigest,
        adding entry: OperatorAuditEntry?,
        _ change: @escaping @Sendable (inout WrongTries?) -> Outcome
    ) async throws(StoreError) -> Outcome

    func append(_ entry: OperatorAuditEntry) async throws(StoreError)

    /// The audit log, oldest first.
    func audit(since time: UnixTime) async throws(StoreError) -> [OperatorAuditEntry]

    /// Deletes what has outlived its purpose, also accounts that were closed before the audit log begins: no line has
    /// their name any more.
    func delete(_ limits: OperatorRetention) async throws(StoreError)
}

/// What goes: all that is older than, and not at, these moments.
public struct OperatorRetention: Hashable, Sendable {
    public let sessionsStartedBefore: UnixTime
    public let sessionsUsedBefore: UnixTime
    public let browsersUsedBefore: UnixTime
    public let triesBefore: UnixTime
    public let auditBefore: UnixTime

    public init(
        sessionsStartedBefore: UnixTime,
        sessionsUsedBefore: UnixTime,
        browsersUsedBefore: UnixTime,
        triesBefore: UnixTime,
        auditBefore: UnixTime
    ) {
        self.sessionsStartedBefore = sessionsStartedBefore
        self.sessionsUsedBefore = sessionsUsedBefore
        self.browsersUsedBefore = browsersUsedBefore
        self.triesBefore = triesBefore
        self.auditBefore = auditBefore
    }
}
