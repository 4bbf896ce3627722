public import ExposurePrimitives

/// When a phone listens: four seconds about every four minutes, at moments that cannot be foreseen.
public struct ScanSchedule: Sendable {
    private var next: UnixTime
    private var previousEnd: UnixTime

    /// A schedule that has been running since before `time`: its last scan was any time within one interval.
    public init(runningAt time: UnixTime, using generator: inout some RandomNumberGenerator) {
        let interval = Self.interval(using: &generator)
        let elapsed = Int64.random(in: Self.duration..<interval, using: &generator)
        next = time.advanced(bySeconds: interval - elapsed)
        previousEnd = time.advanced(bySeconds: Self.duration - elapsed)
    }

    /// The scans that begin before `end`; each is returned once.
    public mutating func scans(
        before end: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [Scan] {
        var scans: [Scan] = []
        while next < end {
            scans.append(Scan(start: next, previousEnd: previousEnd))
            previousEnd = next.advanced(bySeconds: Self.duration)
            next = next.advanced(bySeconds: Self.interval(using: &generator))
        }
        return scans
    }

    /// One scan.
    public struct Scan: Hashable, Sendable {
        public let start: UnixTime
        /// When the scan before it ended.
        public let previousEnd: UnixTime
    }

    /// Seconds that a scan lasts.
    public static let duration: Int64 = 4

    /// Seconds from one scan to the next: 300 less up to 89, so that phones never keep missing each other.
    private static func interval(using generator: inout some RandomNumberGenerator) -> Int64 {
        300 - Int64.random(in: 0...89, using: &generator)
    }
}
