public import AssociationAPI
public import AssociationProtocol
public import ExposurePrimitives

/// An alert for the phone of an account, and the moment from which a poll gets it.
public struct NewAlert: Hashable, Sendable {
    public let registration: RegistrationID
    public let alert: ExposureAlert
    public let visible: UnixTime

    public init(registration: RegistrationID, alert: ExposureAlert, visible: UnixTime) {
        self.registration = registration
        self.alert = alert
        self.visible = visible
    }

    /// Visible after a random number of seconds, 0 to ``maxDelay``, or when a lower alert of that day is. So the
    /// contacts of one person are not warned in the same moment, and nobody learns from a first alert when a report
    /// arrived.
    public init(
        registration: RegistrationID,
        alert: ExposureAlert,
        decided: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        let delay = Int64.random(in: 0...Self.maxDelay, using: &generator)
        self.init(registration: registration, alert: alert, visible: decided.advanced(bySeconds: delay))
    }

    /// Seconds by which an alert is delayed at most.
    public static let maxDelay: Int64 = 1800
    /// Days after the exposure for which an alert is kept: 14 in which a phone gets it, and 14 to follow up.
    public static let life = 28
    /// Days after the exposure for which phones get an alert, and for which its handles are kept. Handles of contacts
    /// live as long.
    public static let handleLife = ReportCase.handleLife
}
