public import ExposurePrimitives

/// What the app knows of its owner ("Immuni's Technology"): a pure state machine. A warning of an
/// exposure ends by itself fourteen days after it: what came of it is known by then.
public enum CovidStatus: Codable, Hashable, Sendable {
    case neutral
    /// The owner was near a person who tested positive, last on this day.
    case risk(lastContact: CalendarDay)
    /// The owner tested positive and shared their keys, last on this day.
    case positive(lastUpload: CalendarDay)

    /// What happens to the owner.
    public enum Event: Hashable, Sendable {
        /// A detection found an exposure at risk, last on this day.
        case contactDetected(CalendarDay)
        /// The owner's keys were uploaded.
        case dataUploaded(CalendarDay)
        /// The owner says that the warning is settled, for example by a negative test.
        case alertDismissed
        /// The owner says that they have recovered.
        case recoveryConfirmed
        /// It is this day, UTC.
        case dayBegan(CalendarDay)
    }

    /// What the phone must do.
    public enum Action: Hashable, Sendable {
        case notifyOfRisk(lastContact: CalendarDay)
    }

    /// Whether the owner tested positive and has not recovered.
    public var isPositive: Bool {
        switch self {
        case .positive: true
        case .neutral, .risk: false
        }
    }

    /// Moves on and says what to do. Who is positive is not warned of contacts: it would tell them nothing.
    public mutating func handle(_ event: Event) -> Action? {
        switch (self, event) {
        case (.positive, .contactDetected):
            return nil
        case (.neutral, .contactDetected(let day)):
            self = .risk(lastContact: day)
            return .notifyOfRisk(lastContact: day)
        case (.risk(let earlier), .contactDetected(let day)):
            let latest = max(earlier, day)
            self = .risk(lastContact: latest)
            return .notifyOfRisk(lastContact: latest)
        case (.positive(let earlier), .dataUploaded(let day)):
            self = .positive(lastUpload: max(earlier, day))
            return nil
        case (.neutral, .dataUploaded(let day)), (.risk, .dataUploaded(let day)):
            self = .positive(lastUpload: day)
            return nil
        case (.risk, .alertDismissed), (.positive, .recoveryConfirmed):
            self = .neutral
            return nil
        case (.risk(let lastContact), .dayBegan(let today)):
            if today.days(since: lastContact) > Self.daysOfWarning {
                self = .neutral
            }
            return nil
        case (.neutral, .alertDismissed), (.positive, .alertDismissed), (.neutral, .recoveryConfirmed),
            (.risk, .recoveryConfirmed), (.neutral, .dayBegan), (.positive, .dayBegan):
            return nil
        }
    }

    /// Days after the last contact on which it is shown.
    private static let daysOfWarning = 14
}
