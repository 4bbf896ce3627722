import ExposurePrimitives
import ImmuniAPI
import PhonePorts

/// Notifications that are repeated until their subject is settled, none more often than the settings allow.
struct Reminders: Codable, Hashable, Sendable {
    private var lastShown: [Kind: UnixTime] = [:]
    private var acknowledged: Set<Kind> = []

    enum Kind: String, Codable, CaseIterable, Sendable {
        case risk, serviceNotActive, onboardingNotCompleted, updateRequired, recovery
    }

    /// Records that the owner was told just now, so the next reminder comes a whole period later.
    mutating func note(_ kind: Kind, at now: UnixTime) {
        lastShown[kind] = now
        acknowledged.remove(kind)
    }

    /// Records that the owner has seen it: there is no reminder until they are told again.
    mutating func acknowledge(_ kind: Kind) {
        acknowledged.insert(kind)
    }

    /// Deletes a settled reminder.
    mutating func settle(_ kind: Kind) {
        lastShown[kind] = nil
        acknowledged.remove(kind)
    }

    /// Whether to remind now; if so, records it. A clock that was set back causes no delay.
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
