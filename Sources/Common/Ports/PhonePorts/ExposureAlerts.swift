/// The operating system's alerts to a phone's owner when an app gets details of their exposures.
///
/// The framework presents the alert itself before it releases the details, so an app can neither skip nor delay it.
public protocol ExposureAlerts: Sendable {
    /// Shows `alert`, and returns once it is on the screen or among the notifications.
    func present(_ alert: ExposureAlert) async
}

/// The content of an alert.
public enum ExposureAlert: Hashable, Sendable, CaseIterable {
    /// An app got Exposure Info.
    case exposureInfoReleased
    /// An app got exposure windows.
    case exposureWindowsReleased
}
