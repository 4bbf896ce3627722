public import AssociationProtocol
public import ExposurePrimitives
public import Persistence

/// Batches of reports that have arrived and wait for their validation. Each method is one transaction, durable on
/// return.
public protocol BatchInbox: Sendable {
    /// Stores a batch of a right that has not expired. A batch that waits already stays as it is. Whatever comes of it,
    /// the caller waits for a commit.
    ///
    /// - Returns: false if there is no such right, or if its account is another one. Nothing was changed then.
    func put(_ batch: WaitingBatch, now: UnixTime) async throws(StoreError) -> Bool

    /// The names of all that wait, up to `limit`, the earliest arrival first.
    func waiting(limit: Int) async throws(StoreError) -> [BatchName]

    /// Nil if it does not wait any more.
    func batch(_ name: BatchName) async throws(StoreError) -> WaitingBatch?

    /// Forgets a batch, after its validation.
    func remove(_ name: BatchName) async throws(StoreError)

    /// The digests of a right's batches that wait.
    func digests(of right: RightID) async throws(StoreError) -> Set<Bytes32>

    /// How many batches wait.
    func count() async throws(StoreError) -> Int
}

/// The name of a batch: its right, and its digest among those that the right is bound to.
public struct BatchName: Hashable, Sendable {
    public let right: RightID
    public let digest: Bytes32

    public init(right: RightID, digest: Bytes32) {
        self.right = right
        self.digest = digest
    }
}

/// A batch whose sender is known, before its records are looked at.
public struct WaitingBatch: Hashable, Sendable {
    public let name: BatchName
    /// The account that proved to be the sender.
    public let registration: RegistrationID
    /// Authenticators are compared with it.
    public let arrival: UnixTime
    /// As it was sent.
    public let bytes: [UInt8]

    /// Batches that may wait, together 200 megabytes. Only operators' codes lead here, and a phone sends one in
    /// an hour.
    public static let maxCount = 4096

    public init(name: BatchName, registration: RegistrationID, arrival: UnixTime, bytes: [UInt8]) {
        self.name = name
        self.registration = registration
        self.arrival = arrival
        self.bytes = bytes
    }
}
