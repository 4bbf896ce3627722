import ExposurePrimitives
import ImmuniAPI
import PhonePorts

/// Notifications that come again until what they are about is settled, none more often than the settings say.
struct Reminders: Codable, Hashable, Sendable {
    private var lastShown: [Kind: UnixTime] = [:]
    private var acknowledged: Set<Kind> = []

    enum Kind: String, Codable, CaseIterable, Sendable {
        case risk, serviceNotActive, onboardingNotCompleted, updateRequired, recovery
    }

    /// Notes that the owner was told just now, so that the next reminder comes a whole period later.
    mutating func note(_ kind: Kind, at now: UnixTime) {
        lastShown[kind] = now
        acknowledged.remove(kind)
    }

    /// The owner has seen it: no reminder until they are told anew.
    mutating func acknowledge(_ kind: Kind) {
        acknowledged.insert(kind)
    }

    /// Forgets what is settled.
    mutating func settle(_ kind: Kind) {
        lastShown[kind] = nil
        acknowledged.remove(kind)
    }

    /// Whether to remind now; notes it if so. A clock that was set back holds nothing back.
    mutating func isDue(_ kind: Kind, period: Int64, at now: UnixTime) -> Bool {
        guard !acknowledged.contains(kind) else {
            return false
        }
        if let last = lastShown[kind], (0..<period).contains(now.seconds(since: last)) {
            return false
        }
        lastShown[kind] = now
        return true
    }
}
