/// How the operating system tells a phone's owner that an app gets details of their exposures.
///
/// The framework presents the alert itself, before the details leave it: an app can neither skip nor delay it.
public protocol ExposureAlerts: Sendable {
    /// Shows `alert`; returns once it is on the screen or among the notifications.
    func present(_ alert: ExposureAlert) async
}

/// What the owner is told of.
public enum ExposureAlert: Hashable, Sendable, CaseIterable {
    /// An app got Exposure Info.
    case exposureInfoReleased
    /// An app got exposure windows.
    case exposureWindowsReleased
}
