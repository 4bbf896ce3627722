public import PhonePorts

// What the app asks the operating system to wake it for, and what it notifies its owner of.

extension PhoneTask {
    /// Configuration, new packages and detection. It needs a network and runs in the background for minutes.
    public static let session = PhoneTask("session")
    /// A retry of packages that failed.
    public static let packageRetry = PhoneTask("packageRetry")
    /// A sequence of requests to verification and submission in the background.
    public static let traffic = PhoneTask("traffic")
    /// The next sequence of an opening, some seconds later. The last one comes after the app was left, so the app must
    /// have the system let it run until nothing is scheduled for this task.
    public static let planned = PhoneTask("planned")
    @available(*, deprecated, renamed: "planned")
    public static let repetition = planned
    /// No detection has ended for 36 hours.
    public static let silence = PhoneTask("silence")
}

extension CoronaWarnApp {
    /// All tasks that the app may be woken for.
    public static let tasks: [PhoneTask] = [.session, .packageRetry, .traffic, .planned, .silence]

    /// The kinds of the app's notifications. None says more than that there is something to see.
    public enum NotificationKind: String, CaseIterable, Sendable {
        /// The result of the test is available. Its text must not depend on the result.
        case resultAvailable
        /// The level that the owner sees has changed, or asks for attention.
        case riskChanged
        /// No detection has ended for 36 hours.
        case noDetection

        /// Nil for a notification of another client.
        public init?(of notification: PhoneNotification) {
            self.init(rawValue: notification.kind)
        }
    }
}

extension PhoneNotification {
    public static let resultAvailable = PhoneNotification(CoronaWarnApp.NotificationKind.resultAvailable.rawValue)
    public static let riskChanged = PhoneNotification(CoronaWarnApp.NotificationKind.riskChanged.rawValue)
    public static let noDetection = PhoneNotification(CoronaWarnApp.NotificationKind.noDetection.rawValue)
}
