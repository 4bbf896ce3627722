import ExposurePrimitives
import GAENCore

/// The phone's own Temporary Exposure Keys of fourteen days.
///
/// There is one for each UTC day on which the phone was on. There are more if one was released before its day was over.
struct OwnKeys: Hashable {
    /// The keys in order of their windows, which do not overlap.
    private(set) var entries: [Entry]

    /// A key, and whether it was released.
    struct Entry: Hashable {
        var key: TemporaryExposureKey
        var isReleased = false
    }

    init(_ entries: [Entry] = []) {
        self.entries = entries.sorted { $0.key.rollingStart < $1.key.rollingStart }
    }

    /// The key to use in `interval`. If there is none, a new key is made for the UTC day, or for the part that earlier
    /// keys leave.
    ///
    /// Nil if the key of that time was released, which is possible only after the clock was set back. Also nil in the
    /// last day of the 32-bit range.
    mutating func key(
        at interval: IntervalNumber,
        using generator: inout some RandomNumberGenerator
    ) -> TemporaryExposureKey? {
        if entries.contains(where: { $0.key.covers(interval) }) {
            return usableKey(at: interval)
        }
        let ends = entries.map(\.key.end).filter { $0.startOfDay == interval.startOfDay && $0 <= interval }
        guard let key = Self.makeKey(from: ends.max() ?? interval.startOfDay, using: &generator) else {
            return nil
        }
        self = OwnKeys(entries + [Entry(key: key)])
        return key
    }

    /// The key of `interval`; nil if there is none or it was released.
    func usableKey(at interval: IntervalNumber) -> TemporaryExposureKey? {
        entries.first { $0.key.covers(interval) && !$0.isReleased }?.key
    }

    /// Releases the keys whose windows are over at `now`, oldest first. They are never used again.
    ///
    /// - Parameter endingCurrent: whether the window of the key in use ends with the last whole interval.
    mutating func release(at now: UnixTime, endingCurrent: Bool) -> [TemporaryExposureKey] {
        let interval = IntervalNumber(clamping: now)
        for index in entries.indices {
            // After the clock was set back, the key must not be shortened again: its window is already published.
            if endingCurrent, !entries[index].isReleased, entries[index].key.covers(interval),
                let ended = entries[index].key.ended(before: interval)
            {
                entries[index].key = ended
            }
            if entries[index].key.windowEnd <= now {
                entries[index].isReleased = true
            }
        }
        return entries.filter { $0.key.windowEnd <= now }.map(\.key)
    }

    /// Deletes every key whose window ended fourteen days before `now`, or earlier.
    mutating func forgetExpired(at now: UnixTime) {
        entries.removeAll { now.seconds(since: $0.key.windowEnd) >= Retention.seconds }
    }

    private static func makeKey(
        from start: IntervalNumber,
        using generator: inout some RandomNumberGenerator
    ) -> TemporaryExposureKey? {
        try? TemporaryExposureKey(
            keyData: .init(Bytes16.random(using: &generator)),
            rollingStart: start,
            rollingPeriod: Int(IntervalNumber.perDay - (start.rawValue - start.startOfDay.rawValue))
        )
    }
}

extension TemporaryExposureKey {
    /// The first interval after the window.
    fileprivate var end: IntervalNumber {
        // A key's window never extends past the last interval, so there is always one.
        rollingStart.advanced(by: rollingPeriod) ?? rollingStart
    }

    /// The key with a window that ends before `interval`; nil if no window would remain.
    fileprivate func ended(before interval: IntervalNumber) -> TemporaryExposureKey? {
        try? TemporaryExposureKey(
            keyData: keyData,
            rollingStart: rollingStart,
            rollingPeriod: Int(interval.rawValue) - Int(rollingStart.rawValue)
        )
    }
}
