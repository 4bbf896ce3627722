public import CoronaWarnAPI
public import DiagnosisKeyStores
public import ExposurePrimitives
public import Persistence

/// Keeps the partners of the federation, and takes their batches, each in one transaction.
public protocol FederationStore: Sendable {
    /// Adds a partner, or changes what is known of one. The state of the exchange stays.
    ///
    /// - Returns: false if the name is that of another country's partner; nothing was changed.
    func put(_ partner: FederationPartner) async throws(StoreError) -> Bool

    /// Forgets a partner and its records. Its keys stay.
    ///
    /// - Returns: false for an unknown country, as the following changes.
    func remove(_ country: RegionCode) async throws(StoreError) -> Bool

    /// Pauses a partner, or ends the pause.
    func setPaused(_ isPaused: Bool, for country: RegionCode) async throws(StoreError) -> Bool

    /// Sets the last batch of a partner, so that later ones are asked for again. Keys that are stored stay as they are.
    func rewind(_ country: RegionCode, to number: Int) async throws(StoreError) -> Bool

    /// All partners by country, with the keys that were taken on the day of `now`.
    func partners(now: UnixTime) async throws(StoreError) -> [FederationState]

    /// Stores the keys of a batch, unless they are stored already, and moves on to its number.
    ///
    /// At most one caller wins. The transaction is durable when this returns `stored`.
    func accept(_ batch: ReceivedBatch, now: UnixTime) async throws(StoreError) -> ReceptionOutcome

    /// Moves on past a batch that is refused.
    ///
    /// - Parameter last: the number of the last batch before it.
    /// - Returns: false without any change if the partner is paused, unknown, or no longer at `last`.
    func refuse(
        _ number: Int,
        of country: RegionCode,
        after last: Int,
        because refusal: FederationRefusal,
        now: UnixTime
    ) async throws(StoreError) -> Bool

    /// Notes that a partner answered.
    func noteAnswer(of country: RegionCode, now: UnixTime) async throws(StoreError)

    /// Counts an answer that a partner gets in the hour of `now`, unless it had `limit` of them in this hour.
    ///
    /// Processes with the same database count together.
    ///
    /// - Returns: false without counting if it had, and for an unknown country.
    func countAnswer(to country: RegionCode, limit: Int, now: UnixTime) async throws(StoreError) -> Bool

    /// What became of the partners' batches, by country and number.
    func records() async throws(StoreError) -> [FederationRecord]

    /// Deletes records of more than `age` seconds, and returns their number.
    func deleteRecords(age: Int64, now: UnixTime) async throws(StoreError) -> Int
}

/// The sound keys of a partner's batch.
public struct ReceivedBatch: Sendable {
    public let country: RegionCode
    public let number: Int
    /// The number of the last batch before it.
    public let last: Int
    public let keys: [StoredKey]
    /// The number of the batch's other keys. They count for the limit of the day.
    public let skipped: Int

    public init(country: RegionCode, number: Int, after last: Int, keys: [StoredKey], skipped: Int) {
        self.country = country
        self.number = number
        self.last = last
        self.keys = keys
        self.skipped = skipped
    }
}

/// The result of accepting a batch.
public enum ReceptionOutcome: Hashable, Sendable {
    case stored
    /// The partner is paused, unknown, or no longer at the batch before. Nothing was changed.
    case outdated
    /// The day has no room for the batch. Nothing was changed.
    case overLimit
}
