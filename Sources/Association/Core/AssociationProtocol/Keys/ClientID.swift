import ExposurePrimitives

/// The name of a phone towards its authority in one interval: 32 bytes that only the two can make.
///
/// It is the same for all phones around, so the authority counts eight intervals of one person and not eight persons.
public struct ClientID: Hashable, Sendable, Redacted {
    private let value: Bytes32

    public init(_ value: Bytes32) {
        self.value = value
    }

    /// - Throws: `wrongLength` unless there are exactly 32 bytes.
    public init(_ bytes: some Collection<UInt8>) throws(AssociationError) {
        guard let value = Bytes32(bytes) else {
            throw .wrongLength(bytes.count)
        }
        self.init(value)
    }

    public var exposedBytes: [UInt8] { value.bytes }
    /// The same without an allocation, for an index of millions.
    public var exposedValue: Bytes32 { value }
}
