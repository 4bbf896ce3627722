public import ExposurePrimitives

/// The local notifications of a phone.
public protocol PhoneNotifications: Sendable {
    /// Shows `notification` in place of an earlier one of its kind, so that what is shown again after a crash stands there
    /// once.
    func show(_ notification: PhoneNotification) async
}

/// What a phone notifies its owner of.
public enum PhoneNotification: Codable, Hashable, Sendable {
    /// The owner was near a person who tested positive, last on this UTC day, long and close enough to be at risk.
    case riskOfExposure(lastContact: CalendarDay)
    /// Something keeps the phone from recognising exposures; the app says what.
    case serviceNotActive
    case onboardingNotCompleted
    /// The app, the system or its services are too old.
    case updateRequired
    /// The owner tested positive some time ago; the app asks whether they have recovered.
    case recoveryReminder
}
