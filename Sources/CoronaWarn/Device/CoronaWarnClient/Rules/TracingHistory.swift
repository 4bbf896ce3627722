import ExposurePrimitives

/// When exposure notifications were on during the last fourteen days.
struct TracingHistory: Codable, Hashable, Sendable {
    /// Earliest first. The last one may be open.
    private var spans: [Span] = []
    /// When they were switched on or off for the last time; nil before the first time.
    private(set) var lastChange: UnixTime?

    private struct Span: Codable, Hashable {
        let start: UnixTime
        var end: UnixTime?
    }

    init() {}

    var isActive: Bool { spans.last.map { $0.end == nil } ?? false }

    /// Records whether they are on. The same state again changes nothing.
    mutating func changed(isActive: Bool, at now: UnixTime) {
        forgetExpired(at: now)
        guard isActive != self.isActive else {
            return
        }
        lastChange = now
        if isActive {
            spans.append(Span(start: now))
        } else {
            spans[spans.count - 1].end = max(now, spans[spans.count - 1].start)
        }
    }

    /// The seconds within the last fourteen days.
    func activeSeconds(at now: UnixTime) -> Int64 {
        let first = now.advanced(bySeconds: -Self.length)
        return spans.reduce(0) { sum, span in
            let (start, end) = (max(span.start, first), min(span.end ?? now, now))
            return sum + max(end.seconds(since: start), 0)
        }
    }

    /// Whole days within the last fourteen, 0…14.
    func activeDays(at now: UnixTime) -> Int {
        Int(min(activeSeconds(at: now), Self.length) / UnixTime.secondsPerDay)
    }

    private mutating func forgetExpired(at now: UnixTime) {
        spans.removeAll { span in span.end.map { now.seconds(since: $0) > Self.length } ?? false }
    }

    private static let length = 14 * UnixTime.secondsPerDay
}
