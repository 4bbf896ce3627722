public import ExposurePrimitives

/// A random address that cannot be resolved to a device (Bluetooth Core Specification, volume 6, part B, 1.3.2.2): 48
/// bits, of which the two highest are 0 and the others neither all 0 nor all 1.
public struct RadioAddress: Hashable, Sendable {
    /// The 48 bits as a number.
    public let rawValue: UInt64

    /// Nil for anything but an address of this kind.
    public init?(rawValue: UInt64) {
        guard Self.values.contains(rawValue) else {
            return nil
        }
        self.rawValue = rawValue
    }

    private init(drawn: UInt64) {
        rawValue = drawn
    }

    /// A new address.
    public static func random(using generator: inout some RandomNumberGenerator) -> RadioAddress {
        RadioAddress(drawn: UInt64.random(in: values, using: &generator))
    }

    private static let values: ClosedRange<UInt64> = 1...(1 << 46 - 2)
}

/// The address from which a phone sends now. All protocols of a phone ask the same source, so they have the same
/// address and change it at the same moment.
public protocol RadioAddressSource: Sendable {
    /// Nil while the phone is silent.
    func address(at time: UnixTime) async -> RadioAddress?
}
