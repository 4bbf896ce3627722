public import ExposurePrimitives

/// The owner's status in the app ("Immuni's Technology"): a pure state machine. A warning of an exposure ends by itself
/// fourteen days after the exposure, when its outcome is known.
public enum CovidStatus: Codable, Hashable, Sendable {
    case neutral
    /// The owner was near a person who tested positive, last on this day.
    case risk(lastContact: CalendarDay)
    /// As `risk`, but the owner removed the warning. The contact still counts.
    case dismissed(lastContact: CalendarDay)
    /// The owner tested positive and shared their keys, last on this day.
    case positive(lastUpload: CalendarDay)

    /// An event that changes the status.
    public enum Event: Hashable, Sendable {
        /// A detection found an exposure at risk, last on this day.
        case contactDetected(CalendarDay)
        /// The owner's keys were uploaded.
        case dataUploaded(CalendarDay)
        /// The owner removes the warning, for example after a negative test.
        case alertDismissed
        /// The owner wants to see the warning again.
        case alertRecalled
        /// The owner says that they have recovered.
        case recoveryConfirmed
        /// This day began, in UTC.
        case dayBegan(CalendarDay)
    }

    /// An action that the phone must perform.
    public enum Action: Hashable, Sendable {
        case notifyOfRisk(lastContact: CalendarDay)
    }

    /// Whether the owner tested positive and has not recovered.
    public var isPositive: Bool {
        switch self {
        case .positive: true
        case .neutral, .risk, .dismissed: false
        }
    }

    /// The last day on which a contact at risk counts, whether its warning was removed or not; nil without one.
    public var lastDayOfWarning: CalendarDay? {
        switch self {
        case .risk(let lastContact), .dismissed(let lastContact): lastContact.advanced(byDays: Self.daysOfWarning)
        case .neutral, .positive: nil
        }
    }

    /// Handles an event and returns the action. An owner who tested positive is not warned of contacts: the warning
    /// would not help them.
    public mutating func handle(_ event: Event) -> Action? {
        switch (self, event) {
        case (.positive, .contactDetected):
            return nil
        case (.neutral, .contactDetected(let day)):
            self = .risk(lastContact: day)
            return .notifyOfRisk(lastContact: day)
        case (.risk(let earlier), .contactDetected(let day)), (.dismissed(let earlier), .contactDetected(let day)):
            let latest = max(earlier, day)
            self = .risk(lastContact: latest)
            return .notifyOfRisk(lastContact: latest)
        case (.positive(let earlier), .dataUploaded(let day)):
            self = .positive(lastUpload: max(earlier, day))
            return nil
        case (.neutral, .dataUploaded(let day)), (.risk, .dataUploaded(let day)), (.dismissed, .dataUploaded(let day)):
            self = .positive(lastUpload: day)
            return nil
        case (.risk(let lastContact), .alertDismissed):
            self = .dismissed(lastContact: lastContact)
            return nil
        case (.dismissed(let lastContact), .alertRecalled):
            self = .risk(lastContact: lastContact)
            return nil
        case (.positive, .recoveryConfirmed):
            self = .neutral
            return nil
        case (.risk, .dayBegan(let today)), (.dismissed, .dayBegan(let today)):
            if let last = lastDayOfWarning, today > last {
                self = .neutral
            }
            return nil
        case (.neutral, .alertDismissed), (.neutral, .alertRecalled), (.neutral, .recoveryConfirmed),
            (.neutral, .dayBegan), (.risk, .alertRecalled), (.risk, .recoveryConfirmed), (.dismissed, .alertDismissed),
            (.dismissed, .recoveryConfirmed), (.positive, .alertDismissed), (.positive, .alertRecalled),
            (.positive, .dayBegan):
            return nil
        }
    }

    /// The number of days after the last contact on which it is shown.
    private static let daysOfWarning = 14
}
