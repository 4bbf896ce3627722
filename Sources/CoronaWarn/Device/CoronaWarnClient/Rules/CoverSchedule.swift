import CoronaWarnConfiguration
import Crypto
import ExposurePrimitives

/// The times at which sequences of requests begin in the background.
///
/// They follow from a secret of the phone, the day and the configuration alone, so nothing that happens to the owner
/// moves them: not a test, not a restart, not an upload.
struct CoverSchedule: Equatable, Sendable {
    /// Random bytes that are drawn once. Without them nobody recognises a phone by its times.
    let secret: SecretBytes
    /// The number of sequences on a day.
    let count: ClosedRange<Int>
    /// Seconds between two of them.
    let pause: ClosedRange<Int64>

    init(secret: SecretBytes, _ configuration: PhoneConfiguration) {
        self.secret = secret
        // The configuration was checked; a span that is upside down must not end the app.
        let (counts, pauses) = (configuration.fakesPerDay, configuration.pauseBetweenFakes)
        count = max(counts.min, 1)...max(counts.min, counts.max, 1)
        pause = Int64(max(pauses.min, 1))...Int64(max(pauses.min, pauses.max, 1))
    }

    /// The times of a UTC day, in order.
    ///
    /// The number is uniform, each pause is uniform, and the whole lies uniformly in the day. Pauses that would lead
    /// beyond the day are left out.
    func times(on day: CalendarDay) -> [UnixTime] {
        var generator = KeyedGenerator(key: secret, label: "cover \(day)")
        var offsets: [Int64] = [0]
        for _ in 1..<Int.random(in: count, using: &generator) {
            offsets.append(offsets[offsets.count - 1] + Int64.random(in: pause, using: &generator))
        }
        offsets.removeAll { $0 >= UnixTime.secondsPerDay }
        let room = UnixTime.secondsPerDay - (offsets.last ?? 0)
        let start = day.startInUTC.advanced(bySeconds: Int64.random(in: 0..<room, using: &generator))
        return offsets.map(start.advanced)
    }

    /// The first time after `time`. Each day has one.
    func next(after time: UnixTime) -> UnixTime {
        let days = [0, 1].map { time.utcDay.advanced(byDays: $0) }
        return days.flatMap(times).first { $0 > time } ?? time.advanced(bySeconds: UnixTime.secondsPerDay)
    }

    /// Whether a time has come since a sequence began at `last`.
    func isDue(since last: UnixTime, at now: UnixTime) -> Bool { next(after: last) <= now }
}

/// Random numbers that follow from a key and a label: HMAC-SHA-256 over a counter.
///
/// Without the key they cannot be told from random ones, whatever was seen of them before.
struct KeyedGenerator: RandomNumberGenerator {
    private let key: SymmetricKey
    private let label: String
    private var counter = 0
    private var words: [UInt64] = []

    init(key: SecretBytes, label: String) {
        self.key = SymmetricKey(data: key.exposedBytes)
        self.label = label
    }

    mutating func next() -> UInt64 {
        if words.isEmpty {
            let input = Array("\(label) \(counter)".utf8)
            let code = Array(HMAC<SHA256>.authenticationCode(for: input, using: key))
            words = stride(from: 0, to: code.count, by: 8).map { start in
                code[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
            }
            counter += 1
        }
        return words.removeLast()
    }
}
