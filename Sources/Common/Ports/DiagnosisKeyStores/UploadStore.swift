public import ExposurePrimitives
public import GAENCore
public import Persistence

/// The content that one accepted upload adds to the database.
public struct UploadContent: Sendable {
    public let keys: [StoredKey]
    /// The entry for the Analytics Service, without any link to the keys.
    public let inboxEntry: InboxEntry

    public init(keys: [StoredKey], inboxEntry: InboxEntry) {
        self.keys = keys
        self.inboxEntry = inboxEntry
    }
}

/// A key before its publication.
///
/// It holds only what the published file will show, and the moment from which it may be published.
public struct StoredKey: Hashable, Sendable {
    public let diagnosisKey: DiagnosisKey
    /// The end of the embargo: not before the key's window and the matcher's tolerance have passed.
    public let releasableAt: UnixTime

    public init(diagnosisKey: DiagnosisKey, releasableAt: UnixTime) {
        self.diagnosisKey = diagnosisKey
        self.releasableAt = releasableAt
    }
}

/// A row of the Analytics Service's inbox.
public struct InboxEntry: Hashable, Sendable {
    /// A random identifier, so that the order of arrival is not kept.
    public let identifier: Bytes16
    /// The day of arrival, in UTC: no finer time is kept.
    public let receivedOn: CalendarDay
    public let province: String
    /// The Epidemiological Info as JSON, in the form that the system of the upload gives it.
    public let epidemiologicalInfo: [UInt8]

    public init(identifier: Bytes16, receivedOn: CalendarDay, province: String, epidemiologicalInfo: [UInt8]) {
        self.identifier = identifier
        self.receivedOn = receivedOn
        self.province = province
        self.epidemiologicalInfo = epidemiologicalInfo
    }
}

/// Accepts uploads, each in one transaction.
public protocol UploadStore: Sendable {
    /// Consumes the right and stores the `content` for its onset of symptoms, in one transaction. At most one caller
    /// wins.
    ///
    /// The transaction is durable when this returns true. If the right was not live, this returns false without any
    /// change. A key that is already stored stays unchanged. `content` is called inside the transaction and must be
    /// quick.
    func consume(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (CalendarDay) -> UploadContent
    ) async throws(StoreError) -> Bool

    /// Does the work of ``consume(_:now:storing:)`` in the same way and rolls it back before the commit.
    ///
    /// Cover traffic therefore has the cost and the waiting time of a genuine upload.
    func rehearse(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (CalendarDay) -> UploadContent
    ) async throws(StoreError)
}
