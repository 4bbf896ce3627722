import Crypto
import ExposurePrimitives
import OperatorStores

/// Slows the guessing of passwords. Attempts are counted by name, whether or not there is such an account. They are
/// counted separately for a browser from which the account's owner signed in before. A stranger's attempts therefore
/// make other strangers wait, but not the owner at her own desk. The counts are in the store: they survive a restart,
/// and processes share them.
struct SignInThrottle: Sendable {
    /// The source of an attempt.
    enum Source: Hashable, Sendable {
        case stranger(name: String)
        case knownBrowser(SecretDigest, name: OperatorName)

        var isStranger: Bool {
            if case .stranger = self { true } else { false }
        }

        /// The identifier of the source in the store. For a stranger's name it uses only two bytes of the digest. So
        /// nothing of the typed text is kept, which may be a password, and there are at most 65 536 such counts.
        var digest: SecretDigest {
            switch self {
            case .stranger(let name):
                SecretDigest(SHA256.hash(data: Array("stranger".utf8) + SHA256.hash(data: Array(name.utf8)).prefix(2)))
            case .knownBrowser(let browser, let name):
                SecretDigest(SHA256.hash(data: Array("browser".utf8) + browser.bytes + Array(name.description.utf8)))
            }
        }
    }

    let store: any OperatorStore
    let clock: any WallClock

    /// Counts an attempt when it begins, before its result is known: many at once do not get more.
    ///
    /// - Returns: the seconds to wait if it comes too early; such an attempt does not count.
    func begin(_ source: Source) async throws -> Int64? {
        let now = clock.now()
        return try await store.changeTries(of: source.digest, adding: nil) { tries in
            var before = tries ?? WrongTries(count: 0, lastAt: now)
            if now.seconds(since: before.lastAt) >= Self.memory {
                before.count = 0
            }
            if now < before.lastAt, before.count > 0 {
                // The clock was set back: the wait starts again from the present time, not from one that is far away.
                before.lastAt = now
                tries = before
            }
            let wait = Self.delay(after: before.count) - now.seconds(since: before.lastAt)
            guard wait <= 0 else {
                return wait
            }
            tries = WrongTries(count: min(before.count, Self.maxCount) + 1, lastAt: now)
            return nil
        }
    }

    /// Records a wrong attempt.
    ///
    /// - Parameter name: the account's name, for the audit log; nil if there is none. Both cost the same write, so the
    ///   time of the answer does not reveal which.
    func fail(_ source: Source, of name: OperatorName?) async throws {
        let now = clock.now()
        let entry = name.map { OperatorAuditEntry(at: now, name: $0, event: .signInFailed) }
        try await store.changeTries(of: source.digest, adding: entry) { $0?.lastAt = now }
    }

    /// Records a right attempt, and deletes the count.
    func succeed(_ source: Source) async throws {
        try await store.changeTries(of: source.digest, adding: nil) { $0 = nil }
    }

    /// Takes an attempt back, because the password was not checked.
    func takeBack(_ source: Source) async throws {
        try await store.changeTries(of: source.digest, adding: nil) { tries in
            tries = tries.flatMap { $0.count > 1 ? WrongTries(count: $0.count - 1, lastAt: $0.lastAt) : nil }
        }
    }

    /// Seconds from the last of `tries` wrong attempts to the next: none after the first four, then 5, 10, 20 up to
    /// 300.
    static func delay(after tries: Int) -> Int64 {
        tries < 5 ? 0 : min(300, 5 << Int64(min(tries - 5, 10)))
    }

    /// Seconds without an attempt after which wrong ones are forgotten.
    static let memory = UnixTime.secondsPerDay
    /// More attempts do not make the wait longer.
    private static let maxCount = 1_000_000
}
