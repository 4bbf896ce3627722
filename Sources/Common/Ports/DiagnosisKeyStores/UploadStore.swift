public import ExposurePrimitives
public import Persistence

/// The content that one accepted upload adds to the database.
public struct UploadContent: Sendable {
    public let keys: [StoredKey]
    /// The entry for analytics, without any link to the keys. Nil if the upload tells nothing besides its keys.
    public let inboxEntry: InboxEntry?

    public init(keys: [StoredKey], inboxEntry: InboxEntry? = nil) {
        self.keys = keys
        self.inboxEntry = inboxEntry
    }
}

/// Accepts uploads, each in one transaction.
///
/// `Claim` is what a request shows to prove its right. `Evidence` is what the right says about the person. Each system
/// has its own. `UploadRightStore` keeps rights that fit a system without further rules.
public protocol UploadStore<Claim, Evidence>: Sendable {
    associatedtype Claim: Sendable
    associatedtype Evidence: Sendable

    /// Consumes the right and stores the `content` for its evidence, in one transaction. At most one caller wins.
    ///
    /// The transaction is durable when this returns true. If the right could not be used, this returns false without
    /// any change. A system may know an upload that it has accepted before. It then gets true again, and nothing
    /// changes.
    ///
    /// A key that is already stored stays unchanged, in whichever sequences it is. `content` is called inside the
    /// transaction and must be quick. If it throws, nothing changes.
    func consume(
        _ claim: Claim,
        now: UnixTime,
        storing content: @escaping @Sendable (Evidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError) -> Bool

    /// Does the work of ``consume(_:now:storing:)`` in the same way and rolls it back before the commit.
    ///
    /// Cover traffic therefore has the cost and the waiting time of a genuine upload.
    func rehearse(
        _ claim: Claim,
        now: UnixTime,
        storing content: @escaping @Sendable (Evidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError)
}
