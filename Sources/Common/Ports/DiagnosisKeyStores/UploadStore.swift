public import ExposurePrimitives
public import GAENCore
public import Persistence

/// What one accepted upload leaves in the database.
public struct UploadContent: Sendable {
    public let keys: [StoredKey]
    /// What the Analytics Service is told, without any tie to the keys.
    public let inboxEntry: InboxEntry

    public init(keys: [StoredKey], inboxEntry: InboxEntry) {
        self.keys = keys
        self.inboxEntry = inboxEntry
    }
}

/// A key on its way to publication. Holds nothing that the published file will not show, but for the moment from which
/// it may be published.
public struct StoredKey: Hashable, Sendable {
    public let diagnosisKey: DiagnosisKey
    /// The embargo's end: not before the key's window and the matcher's tolerance have passed.
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
    /// Consumes the right and stores what `content` makes of its onset of symptoms, in one transaction that is durable
    /// when this returns true. Returns false, having changed nothing, unless the right was live. At most one caller wins.
    ///
    /// A key that is stored already is left as it is. `content` is called inside the transaction: it must be quick.
    func consume(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (CalendarDay) -> UploadContent
    ) async throws(StoreError) -> Bool

    /// Does the work of ``consume(_:now:storing:)`` on the same path and takes it back before the commit: what cover
    /// traffic costs and how long it waits is what a genuine upload costs and waits.
    func rehearse(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (CalendarDay) -> UploadContent
    ) async throws(StoreError)
}
