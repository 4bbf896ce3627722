public import ExposurePrimitives

/// What an iPhone presents: a DeviceCheck token, which only Apple can read. A new one each time, so that it names nobody.
public struct DeviceToken: Hashable, Sendable {
    /// Base 64, as the app sent it and as Apple takes it.
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

    /// Nothing is under way.
    public static let clear = DeviceBits(bit0: false, bit1: false)
    /// A worker waits for its third read.
    public static let waiting = DeviceBits(bit0: true, bit1: false)
    /// Somebody tried to authorise several tokens at once.
    public static let blacklisted = DeviceBits(bit0: true, bit1: true)
}

/// What Apple answers to a query.
public struct DeviceState: Hashable, Sendable {
    public let bits: DeviceBits
    /// The month (UTC) in which a bit was written last; nil where none ever was.
    public let lastUpdate: CalendarMonth?

    public init(bits: DeviceBits, lastUpdate: CalendarMonth?) {
        self.bits = bits
        self.lastUpdate = lastUpdate
    }
}

/// Why a call did not succeed.
public enum DeviceCheckError: Error, Hashable, Sendable {
    /// Apple does not take the token: it is made up, too old, or another developer's. Calling again changes nothing.
    case tokenRefused
    /// No usable answer in time, after all attempts. What an update was to change may have changed or not.
    case unavailable
}

/// Apple's DeviceCheck server (Apple, "Accessing and modifying per-device data").
///
/// A call has all the effects that it will ever have within `longestCall` of its start, also where it returned or threw
/// before: an attempt that was given up may still arrive.
public protocol DeviceCheck: Sendable {
    /// The longest that one call takes and can have effects, with all its attempts and the pauses between them.
    var longestCall: Duration { get }

    /// Returns if the token comes from a genuine device.
    func validate(_ token: DeviceToken) async throws(DeviceCheckError)

    func query(_ token: DeviceToken) async throws(DeviceCheckError) -> DeviceState

    /// Writes both bits; Apple then sets the month of the last update.
    func update(_ token: DeviceToken, to bits: DeviceBits) async throws(DeviceCheckError)
}
