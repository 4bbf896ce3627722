public import ExposurePrimitives

/// A value that a phone offers to phones that connect to it: a characteristic, in Bluetooth's terms.
public struct ConnectionValue: Hashable, Sendable {
    public let id: ConnectionValueID
    public let isReadable: Bool
    /// The maximum bytes of a write, from 1 to 512; nil if the value cannot be written. An empty write is always
    /// allowed.
    public let maxWriteLength: Int?

    /// The maximum bytes of any value (Bluetooth Core Specification, volume 3, part F, 3.2.9).
    public static let maxLength = 512

    /// Nil for a length outside 1 to 512.
    public init?(_ id: ConnectionValueID, isReadable: Bool, maxWriteLength: Int?) {
        guard maxWriteLength.map((1...Self.maxLength).contains) ?? true else {
            return nil
        }
        self.id = id
        self.isReadable = isReadable
        self.maxWriteLength = maxWriteLength
    }
}

/// The name of a value: the 128-bit UUID of a characteristic.
public struct ConnectionValueID: Hashable, Sendable {
    public let uuid: Bytes16

    public init(uuid: Bytes16) {
        self.uuid = uuid
    }
}

/// A protocol's own reason to refuse a read or a write: an application error of Bluetooth's attribute protocol.
public struct ConnectionRefusal: Error, Hashable, Sendable {
    public let code: UInt8

    /// The codes that the specification leaves to applications (Bluetooth Core Specification, volume 3, part F,
    /// 3.4.1.1).
    public static let codes: ClosedRange<UInt8> = 0x80...0x9F

    /// Nil for a code of Bluetooth itself.
    public init?(code: UInt8) {
        guard Self.codes.contains(code) else {
            return nil
        }
        self.code = code
    }
}
