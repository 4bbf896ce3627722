public import ExposurePrimitives

/// The local notifications of a phone.
public protocol PhoneNotifications: Sendable {
    /// Shows `notification`, and replaces an earlier one of its kind. So one that is shown again after a crash appears
    /// only once.
    func show(_ notification: PhoneNotification) async
}

/// A notification to the owner of a phone.
public enum PhoneNotification: Codable, Hashable, Sendable {
    /// The owner was near a person who tested positive, last on this UTC day, long and close enough to be at risk.
    case riskOfExposure(lastContact: CalendarDay)
    /// Something prevents the phone from recognising exposures; the app says what.
    case serviceNotActive
    case onboardingNotCompleted
    /// The app, the system or its services are too old.
    case updateRequired
    /// The owner tested positive some time ago; the app asks whether they have recovered.
    case recoveryReminder
}
