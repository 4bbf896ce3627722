/// Keeps published files by name. `ObjectStoreConformance` contains the rules for an adapter.
///
/// Every name is a separate object, even if other names begin with it. There are no folders to make or to delete.
public protocol ObjectStore: Sendable {
    /// Stores `bytes` under `name`, complete and durable when this returns, and replaces earlier bytes. Readers find
    /// the old bytes or the new ones. If several writers store the same name at the same time, one of them wins.
    func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError)

    /// The bytes stored under `name`, or nil.
    func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]?

    /// The revision of the bytes stored under `name`, or nil. It is cheaper to ask for than the bytes.
    func revision(of name: ObjectName) async throws(ObjectStorageError) -> ObjectRevision?

    /// Deletes `name`, and no name under it; it is not an error if it does not exist.
    func delete(_ name: ObjectName) async throws(ObjectStorageError)

    /// The names of all objects under `folder`, without its own name. If `folder` is nil, the names of all objects.
    /// They have no order.
    func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName]

    /// Deletes what writers left that ended before an object was whole. Writers at work are not disturbed.
    func deleteUnfinished() async throws(ObjectStorageError)
}

extension ObjectStore {
    /// The names of all objects, in no order.
    public func names() async throws(ObjectStorageError) -> [ObjectName] {
        try await names(under: nil)
    }
}

/// Tells whether an object was stored again: another one stands for another writing. A writing of the same bytes may
/// keep it.
public struct ObjectRevision: Hashable, Sendable {
    private let value: String

    public init(_ value: String) {
        self.value = value
    }
}

/// Why an object could not be stored or read.
public struct ObjectStorageError: Error, Equatable, CustomStringConvertible {
    /// What failed, for an operator.
    public let reason: String

    public init(reason: String) {
        self.reason = reason
    }

    public var description: String { "the object storage failed to \(reason)" }
}
