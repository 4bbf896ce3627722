public import PhonePorts

// What the app asks the operating system to wake it for, and what it notifies its owner of.

extension PhoneTask {
    /// A registration again after a failure.
    public static let registration = PhoneTask("registration")
    /// The end of an identity key.
    public static let rotation = PhoneTask("rotation")
    /// A sequence of requests to the authority, in a background job of minutes.
    public static let traffic = PhoneTask("traffic")
    /// The daily question for attestations.
    public static let attestations = PhoneTask("attestations")
    /// A poll for alerts.
    public static let poll = PhoneTask("poll")
}

extension AssociationApp {
    /// All tasks that the app may be woken for.
    public static let tasks: [PhoneTask] = [.registration, .rotation, .traffic, .attestations, .poll]
}

extension PhoneNotification {
    /// There is something to see in the app. Its text is the same for an alert, a report that has arrived, and a code
    /// that was refused, so nobody who sees the phone learns more.
    public static let news = PhoneNotification("news")
}
