/// Whether the framework is working, and the reasons if it is not. The bits are those of the Exposure Notifications
/// API.
public struct FrameworkStatus: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The framework broadcasts and records (`ACTIVATED`).
    public static let activated = FrameworkStatus(rawValue: 0x1)
    /// The framework does not work, for the other reasons in the set (`INACTIVATED`). Without another reason it is only
    /// not enabled.
    public static let inactivated = FrameworkStatus(rawValue: 0x2)
    /// Bluetooth is off (`BLUETOOTH_DISABLED`).
    public static let bluetoothDisabled = FrameworkStatus(rawValue: 0x4)
    /// The owner has not allowed the framework to work (`NO_CONSENT`).
    public static let noConsent = FrameworkStatus(rawValue: 0x10)
    /// The phone has no suitable radio (`HW_NOT_SUPPORT`).
    public static let hardwareNotSupported = FrameworkStatus(rawValue: 0x80)
    /// The phone's storage failed at the last write (`LOW_STORAGE`).
    public static let lowStorage = FrameworkStatus(rawValue: 0x200)
}

/// Whether the owner allows the framework to work.
public enum FrameworkAuthorisation: UInt8, Hashable, Sendable, CaseIterable {
    /// The owner has not been asked yet.
    case notDetermined = 0
    case refused = 1
    case authorised = 2
}
