/// Keeps files by name: the bytes that are published.
public protocol ObjectStore: Sendable {
    /// Stores `bytes` under `name`, whole and durable when this returns, replacing what was there.
    func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError)

    /// The bytes stored under `name`, or nil.
    func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]?

    /// Deletes `name`; it is no error if it is not there.
    func delete(_ name: ObjectName) async throws(ObjectStorageError)

    /// The names of all objects, in no order.
    func names() async throws(ObjectStorageError) -> [ObjectName]

    /// Deletes what writers left that ended before an object was whole. Writers at work are not disturbed.
    func deleteUnfinished() async throws(ObjectStorageError)
}

/// A name that is safe as a file name and in a URL: lower-case letters, digits, `-` and single `.` between them.
public struct ObjectName: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Nil for an empty name, one above 128 characters, or one with any other character.
    public init?(_ name: String) {
        let isSafe = name.utf8.allSatisfy { character in
            switch character {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard isSafe, (1...128).contains(name.utf8.count), !name.hasPrefix("."), !name.contains("..") else {
            return nil
        }
        description = name
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
