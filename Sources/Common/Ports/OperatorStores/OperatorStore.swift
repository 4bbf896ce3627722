public import ExposurePrimitives
public import Persistence

/// The accounts of the people who use the operators' pages, with their sessions and the audit log.
///
/// Nothing else in Avviso stores people's names. Nothing here stores a code or says whose it was.
///
/// Every change of an account takes effect together with its line in the audit log, or not at all.
public protocol OperatorStore: Sendable {
    /// Adds an account and the line `created`. Returns false if the name is taken, also by a disabled account.
    func create(_ account: OperatorAccount) async throws(StoreError) -> Bool

    func account(_ name: OperatorName) async throws(StoreError) -> OperatorAccount?

    /// All accounts by name.
    func accounts() async throws(StoreError) -> [OperatorAccount]

    /// Closes the account, ends its sessions and adds the line `disabled`. Returns false if there is no such open
    /// account.
    func disable(_ name: OperatorName, at time: UnixTime) async throws(StoreError) -> Bool

    /// Sets a password that must be changed, opens the account, ends its sessions and adds the line `reset`. Returns
    /// false if there is no such account.
    func reset(_ name: OperatorName, password: PasswordHash, at time: UnixTime) async throws(StoreError) -> Bool

    /// Sets the password of an open account, ends its other sessions and adds the line `password-changed`.
    ///
    /// The password then need not be changed. Returns false if `session` is not one of the account's.
    func changePassword(
        _ name: OperatorName,
        to password: PasswordHash,
        keeping session: SecretDigest,
        at time: UnixTime
    ) async throws(StoreError) -> Bool

    /// Adds a session and the line `signed-in`, and remembers the browser for `name`. Returns false if the account is
    /// not open, or if its password is not `password` any more.
    ///
    /// - Parameter password: the one that the operator proved to know. Checking it takes time, in which it may change.
    func beginSession(
        _ session: OperatorSession,
        provenBy password: PasswordHash,
        browser: SecretDigest
    ) async throws(StoreError) -> Bool

    /// The session with this digest.
    func session(_ digest: SecretDigest) async throws(StoreError) -> OperatorSession?

    /// Stores the time of a session's last use, and nothing else about it.
    func touchSession(_ digest: SecretDigest, at time: UnixTime) async throws(StoreError)

    /// Stores a section's moment in a session, in place of the one before.
    func note(_ deadline: SectionDeadline, in digest: SecretDigest) async throws(StoreError)

    /// Takes a session's turn: the next one is higher by one.
    ///
    /// - Returns: false if `turn` is not the session's, because a form with it was taken before. Of simultaneous takers
    ///   one gets it.
    func take(turn: Int, of digest: SecretDigest) async throws(StoreError) -> Bool

    /// Ends a session and adds the line `signed-out`. Does nothing if there is no such session.
    func endSession(_ digest: SecretDigest, at time: UnixTime) async throws(StoreError)

    /// Whether `name` signed in from this browser before.
    ///
    /// This does not prove who uses the browser now, so changes of the account keep it.
    func knows(browser: SecretDigest, of name: OperatorName) async throws(StoreError) -> Bool

    /// Reads the wrong tries of a source, stores the result of `change`, and adds a line to the audit log, in one step
    /// that is durable.
    ///
    /// Simultaneous tries, also of other processes, are handled one after the other.
    ///
    /// - Parameter source: distinguishes those who try. The store does not know its meaning.
    func changeTries<Outcome: Sendable>(
        of source: SecretDigest,
        adding entry: OperatorAuditEntry?,
        _ change: @escaping @Sendable (inout WrongTries?) -> Outcome
    ) async throws(StoreError) -> Outcome

    func append(_ entry: OperatorAuditEntry) async throws(StoreError)

    /// The audit log, oldest first.
    func audit(since time: UnixTime) async throws(StoreError) -> [OperatorAuditEntry]

    /// Deletes everything whose purpose has ended, including accounts that were closed before the audit log begins: no
    /// line names them any more.
    func delete(_ limits: OperatorRetention) async throws(StoreError)
}

/// The limits of retention. Everything older than these moments is deleted; a row of exactly that moment stays.
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
