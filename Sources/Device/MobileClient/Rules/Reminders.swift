import ExposurePrimitives
import ImmuniAPI
import PhonePorts

/// Notifications that come again until what they are about is settled, none more often than the settings say.
struct Reminders: Codable, Hashable, Sendable {
    private var lastShown: [Kind: UnixTime] = [:]

    enum Kind: String, Codable, CaseIterable, Sendable {
        case risk, serviceNotActive, onboardingNotCompleted, updateRequired, recovery
    }

    /// Notes that the owner knows, so that the next reminder comes a whole period later.
    mutating func note(_ kind: Kind, at now: UnixTime) {
        lastShown[kind] = now
    }

    /// Forgets what is settled.
    mutating func settle(_ kind: Kind) {
        lastShown[kind] = nil
    }

    /// Whether to remind now; notes it if so. A clock that was set back holds nothing back.
    mutating func isDue(_ kind: Kind, period: Int64, at now: UnixTime) -> Bool {
        if let last = lastShown[kind], (0..<period).contains(now.seconds(since: last)) {
            return false
        }
        lastShown[kind] = now
        return true
    }
}
