import ExposurePrimitives
import Stores
import Synchronization

/// Slows the guessing of passwords. Tries are counted by name, whether or not there is such an account, and apart for a
/// browser from which its owner signed in before: a stranger who tries on and on makes other strangers wait, and not the
/// person at her own desk.
final class SignInThrottle: Sendable {
    /// Who tries.
    enum Source: Hashable, Sendable {
        case stranger(name: String)
        case knownBrowser(SecretDigest, name: OperatorName)
    }

    private struct Record {
        var tries: Int
        var lastTry: UnixTime
    }

    private let records = Mutex<[Source: Record]>([:])
    private let clock: any WallClock

    init(clock: any WallClock) {
        self.clock = clock
    }

    /// Counts a try that begins now, before it is known how it ends: many at once do not get more.
    ///
    /// - Returns: the seconds to wait where it comes too early; such a try does not count.
    func begin(_ source: Source) -> Int64? {
        let now = clock.now()
        return records.withLock { records in
            var record = records[source] ?? Record(tries: 0, lastTry: now)
            if now.seconds(since: record.lastTry) >= Self.memory {
                record.tries = 0
            }
            // A clock that was set back must not prolong the wait.
            let waited = max(0, now.seconds(since: record.lastTry))
            let wait = Self.delay(after: record.tries) - waited
            if wait > 0 {
                return wait
            }
            if records.count >= Self.greatestCount, records[source] == nil {
                Self.forgetOldest(in: &records)
            }
            records[source] = Record(tries: record.tries + 1, lastTry: now)
            return nil
        }
    }

    /// The try was right: what came before is forgotten.
    func succeed(_ source: Source) {
        records.withLock { _ = $0.removeValue(forKey: source) }
    }

    /// Seconds from the last of `tries` wrong tries to the next: none after the first four, then 5, 10, 20 up to 300.
    static func delay(after tries: Int) -> Int64 {
        tries < 5 ? 0 : min(300, 5 << Int64(min(tries - 5, 10)))
    }

    private static func forgetOldest(in records: inout [Source: Record]) {
        if let oldest = records.min(by: { $0.value.lastTry < $1.value.lastTry })?.key {
            records[oldest] = nil
        }
    }

    /// Seconds without a try after which wrong ones are forgotten.
    private static let memory = UnixTime.secondsPerDay
    private static let greatestCount = 10_000
}
