import Crypto
import ExposurePrimitives
import OperatorStores

/// Slows the guessing of passwords. Tries are counted by name, whether or not there is such an account, and apart for a
/// browser from which its owner signed in before: a stranger who tries on and on makes other strangers wait, and not the
/// person at her own desk. The counts are in the store: they outlive a restart, and processes share them.
struct SignInThrottle: Sendable {
    /// Who tries.
    enum Source: Hashable, Sendable {
        case stranger(name: String)
        case knownBrowser(SecretDigest, name: OperatorName)

        var isStranger: Bool {
            if case .stranger = self { true } else { false }
        }

        /// What the store knows it by. Of a stranger's name, two bytes of its digest alone tell it apart: nothing is kept
        /// of what is typed there, which may be a password, and there are at most 65 536 such counts.
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

    /// Counts a try that begins now, before it is known how it ends: many at once do not get more.
    ///
    /// - Returns: the seconds to wait where it comes too early; such a try does not count.
    func begin(_ source: Source) async throws -> Int64? {
        let now = clock.now()
        return try await store.changeTries(of: source.digest, adding: nil) { tries in
            var before = tries ?? WrongTries(count: 0, lastAt: now)
            if now.seconds(since: before.lastAt) >= Self.memory {
                before.count = 0
            }
            if now < before.lastAt, before.count > 0 {
                // The clock was set back: the wait begins anew by the clock of now, and not by one that is far away.
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

    /// The try was wrong.
    ///
    /// - Parameter name: of the account, for the audit log; nil where there is none. Both cost the same write, so that the
    ///   time of the answer does not tell.
    func fail(_ source: Source, of name: OperatorName?) async throws {
        let now = clock.now()
        let entry = name.map { OperatorAuditEntry(at: now, name: $0, event: .signInFailed) }
        try await store.changeTries(of: source.digest, adding: entry) { $0?.lastAt = now }
    }

    /// The try was right: what came before is forgotten.
    func succeed(_ source: Source) async throws {
        try await store.changeTries(of: source.digest, adding: nil) { $0 = nil }
    }

    /// The password was not looked at, so the try does not count.
    func takeBack(_ source: Source) async throws {
        try await store.changeTries(of: source.digest, adding: nil) { tries in
            tries = tries.flatMap { $0.count > 1 ? WrongTries(count: $0.count - 1, lastAt: $0.lastAt) : nil }
        }
    }

    /// Seconds from the last of `tries` wrong tries to the next: none after the first four, then 5, 10, 20 up to 300.
    static func delay(after tries: Int) -> Int64 {
        tries < 5 ? 0 : min(300, 5 << Int64(min(tries - 5, 10)))
    }

    /// Seconds without a try after which wrong ones are forgotten.
    static let memory = UnixTime.secondsPerDay
    /// More tries wait no longer.
    private static let maxCount = 1_000_000
}
