public import ExposurePrimitives

/// An iPhone's DeviceCheck token, which only Apple can read. Each token is new, so it identifies nobody.
public struct DeviceToken: Hashable, Sendable {
    /// The token in base 64, as the app sends it and Apple accepts it.
    public let exposedText: String

    public init(exposing text: String) {
        exposedText = text
    }
}

extension DeviceToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The two bits that Apple keeps for each device and developer.
public struct DeviceBits: Hashable, Sendable {
    public let bit0: Bool
    public let bit1: Bool

    public init(bit0: Bool, bit1: Bool) {
        self.bit0 = bit0
        self.bit1 = bit1
    }

    /// The device has no check under way.
    public static let clear = DeviceBits(bit0: false, bit1: false)
    /// The bits while a worker waits for its third read.
    public static let waiting = DeviceBits(bit0: true, bit1: false)
    /// Somebody tried to authorise several tokens at once.
    public static let blacklisted = DeviceBits(bit0: true, bit1: true)
}

/// Apple's answer to a query.
public struct DeviceState: Hashable, Sendable {
    public let bits: DeviceBits
    /// The month (UTC) of the last change of a bit; nil if none was ever written.
    public let lastUpdate: CalendarMonth?

    public init(bits: DeviceBits, lastUpdate: CalendarMonth?) {
        self.bits = bits
        self.lastUpdate = lastUpdate
    }
}

/// The reason why a call failed.
public enum DeviceCheckError: Error, Hashable, Sendable {
    /// Apple refuses the token: it is forged, too old, or another developer's. Calling again changes nothing.
    case tokenRefused
    /// No usable answer came in time, after all attempts. An update may have happened or not.
    case unavailable
}

/// Apple's DeviceCheck server (Apple, "Accessing and modifying per-device data").
///
/// All effects of a call happen within `longestCall` of its start, even if it returned or threw before. An abandoned
/// attempt may still arrive.
public protocol DeviceCheck: Sendable {
    /// The longest time in which a call can run and have effects, including all its attempts and the pauses between
    /// them.
    var longestCall: Duration { get }

    /// Returns if the token comes from a genuine device.
    func validate(_ token: DeviceToken) async throws(DeviceCheckError)

    func query(_ token: DeviceToken) async throws(DeviceCheckError) -> DeviceState

    /// Writes both bits; Apple then sets the month of the last update.
    func update(_ token: DeviceToken, to bits: DeviceBits) async throws(DeviceCheckError)
}
