public import ExposurePrimitives

/// The scans of one phone.
public struct ScanSchedule: Sendable {
    private let timing: ScanTiming
    private let use: ScanTiming.PhoneUse
    private var next: UnixTime
    private var previousEnd: UnixTime?

    /// A schedule that begins with a scan at `time`, for example because Bluetooth was turned on.
    public init(startingAt time: UnixTime, timing: ScanTiming, use: ScanTiming.PhoneUse = .init()) {
        self.timing = timing
        self.use = use
        next = time
    }

    /// A schedule that started before `time`. Its last scan was at any time within one interval.
    public init(
        runningAt time: UnixTime,
        timing: ScanTiming,
        use: ScanTiming.PhoneUse = .init(),
        using generator: inout some RandomNumberGenerator
    ) {
        let duration = timing.duration(during: use)
        let interval = max(timing.nextInterval(during: use, using: &generator), duration + 1)
        let elapsed = Int64.random(in: duration..<interval, using: &generator)
        self.init(startingAt: time.advanced(bySeconds: interval - elapsed), timing: timing, use: use)
        previousEnd = time.advanced(bySeconds: duration - elapsed)
    }

    /// The scans that begin before `end`. Each is returned once.
    public mutating func scans(before end: UnixTime, using generator: inout some RandomNumberGenerator) -> [Scan] {
        var scans: [Scan] = []
        while next < end {
            let scan = Scan(start: next, duration: timing.duration(during: use), previousEnd: previousEnd)
            if timing.missedShare == 0 || Double.random(in: 0..<1, using: &generator) >= timing.missedShare {
                scans.append(scan)
                previousEnd = scan.end
            }
            let interval = timing.nextInterval(during: use, using: &generator)
            next = next.advanced(bySeconds: max(interval, scan.duration, 1))
        }
        return scans
    }

    /// One scan.
    public struct Scan: Hashable, Sendable {
        public let start: UnixTime
        /// The duration in seconds.
        public let duration: Int64
        /// The end of the previous scan; nil for the first scan.
        public let previousEnd: UnixTime?

        public var end: UnixTime { start.advanced(bySeconds: duration) }
    }
}
