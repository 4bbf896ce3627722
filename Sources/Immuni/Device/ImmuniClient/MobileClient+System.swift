public import ExposurePrimitives
public import PhonePorts

// What the app asks the operating system to wake it for, and what it notifies its owner of.

extension PhoneTask {
    /// Settings, new TEK Chunks and detection. It needs a network and runs in the background for minutes.
    public static let backgroundSession = PhoneTask("backgroundSession")
    /// A retry of a TEK Chunk that failed, alone.
    public static let chunkRetry = PhoneTask("chunkRetry")
    /// A dummy: on iOS while the app is open, on Android in the background.
    public static let coverTraffic = PhoneTask("coverTraffic")
    /// Operational Info waits for an attestation that was not available.
    public static let attestationRetry = PhoneTask("attestationRetry")
}

extension MobileClient {
    /// All tasks that the app may be woken for.
    public static let tasks: [PhoneTask] = [.backgroundSession, .chunkRetry, .coverTraffic, .attestationRetry]

    /// The kinds of the app's notifications.
    public enum NotificationKind: String, CaseIterable, Sendable {
        /// The owner was near a person who tested positive, long and close enough to be at risk.
        case riskOfExposure
        /// Something prevents the phone from recognising exposures; the app says what.
        case serviceNotActive
        case onboardingNotCompleted
        /// The app, the system or its services are too old.
        case updateRequired
        /// The owner tested positive some time ago; the app asks whether they have recovered.
        case recoveryReminder

        /// Nil for a notification of another client.
        public init?(of notification: PhoneNotification) {
            self.init(rawValue: notification.kind)
        }
    }
}

extension PhoneNotification {
    /// - Parameter lastContact: a UTC day.
    public static func riskOfExposure(lastContact: CalendarDay) -> PhoneNotification {
        PhoneNotification(MobileClient.NotificationKind.riskOfExposure.rawValue, lastContact: lastContact)
    }

    public static let serviceNotActive = PhoneNotification(.serviceNotActive)
    public static let onboardingNotCompleted = PhoneNotification(.onboardingNotCompleted)
    public static let updateRequired = PhoneNotification(.updateRequired)
    public static let recoveryReminder = PhoneNotification(.recoveryReminder)

    private init(_ kind: MobileClient.NotificationKind) {
        self.init(kind.rawValue)
    }
}
