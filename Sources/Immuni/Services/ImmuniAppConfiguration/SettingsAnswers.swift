import ImmuniAPI
import Synchronization

/// The answers of the revision in force. Each is made once.
final class SettingsAnswers: Sendable {
    private struct Kept {
        var revision: Int64 = 0
        var answers: [SettingsRequest: SettingsResponse] = [:]
    }

    /// Anybody may request builds that do not exist, so the memory for answers is bounded.
    private let capacity: Int
    private let kept = Mutex(Kept())

    init(capacity: Int = 512) {
        self.capacity = capacity
    }

    /// The answer to `request` under `revision`: kept, or made by `make` and then kept.
    func answer(
        to request: SettingsRequest,
        revision: Int64,
        _ make: () async throws -> SettingsResponse
    ) async throws -> SettingsResponse {
        if let answer = kept.withLock({ $0.revision == revision ? $0.answers[request] : nil }) {
            return answer
        }
        let answer = try await make()
        kept.withLock { kept in
            if kept.revision != revision || kept.answers.count >= capacity {
                kept.answers.removeAll()
                kept.revision = revision
            }
            kept.answers[request] = answer
        }
        return answer
    }
}
