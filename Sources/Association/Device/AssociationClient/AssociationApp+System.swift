public import PhonePorts

// What the app asks the operating system to wake it for, and what it notifies its owner of.

extension PhoneTask {
    /// A registration again after a failure.
    public static let registration = PhoneTask("registration")
    /// The end of an identity key.
    public static let rotation = PhoneTask("rotation")
    /// The hourly slot of requests to the authority, in a background job of a minute.
    public static let traffic = PhoneTask("traffic")
    /// The daily question for attestations.
    public static let attestations = PhoneTask("attestations")

    /// A slot polls.
    @available(*, deprecated, renamed: "traffic")
    public static var poll: PhoneTask { traffic }
}

extension AssociationApp {
    /// All tasks that the app may be woken for.
    public static let tasks: [PhoneTask] = [.registration, .rotation, .traffic, .attestations]
}

extension PhoneNotification {
    /// There is something to see in the app. Its text is the same for an alert, a report that has arrived, and a code
    /// that was refused, so nobody who sees the phone learns more.
    public static let news = PhoneNotification("news")
}
