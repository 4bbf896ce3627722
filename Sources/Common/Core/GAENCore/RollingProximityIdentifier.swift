public import ExposurePrimitives

/// A Rolling Proximity Identifier (RPI), which a phone broadcasts for one interval.
public struct RollingProximityIdentifier: Hashable, Sendable {
    public let value: Bytes16

    public init(_ value: Bytes16) {
        self.value = value
    }

    public var bytes: [UInt8] { value.bytes }
}
