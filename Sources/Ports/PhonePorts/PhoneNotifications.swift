public import ExposurePrimitives

/// The local notifications of a phone.
public protocol PhoneNotifications: Sendable {
    func show(_ notification: PhoneNotification) async
}

/// What a phone notifies its owner of.
public enum PhoneNotification: Hashable, Sendable {
    /// The owner was near a person who tested positive, last on this UTC day, long and close enough to be at risk.
    case riskOfExposure(lastContact: CalendarDay)
}
