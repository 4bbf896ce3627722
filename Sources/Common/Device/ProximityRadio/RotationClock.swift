public import ExposurePrimitives

/// The times at which a phone changes its broadcast: identifier and radio address together.
///
/// It changes every ten to twenty minutes, at unpredictable moments, and at UTC midnight, when the key changes
/// (Bluetooth Specification v1.2.2). The listeners' replay filter drops an identifier twenty minutes after they first
/// heard it.
///
/// Ten minutes are an interval, so a new term always has a new identifier. A phone that also has identifiers of another
/// scheme changes all of them by this clock: otherwise one scheme's identifier would link two of the other.
///
/// ```swift
/// var generator = SystemRandomNumberGenerator()
/// var clock = RotationClock()
/// if let term = clock.advance(to: now, using: &generator) {
///     print("a new identifier and address until \(term.end)")
/// }
/// ```
public struct RotationClock: Hashable, Sendable {
    /// The term that the phone broadcasts now; nil before the first change.
    public private(set) var term: Term?

    /// - Parameter term: the term at the phone's last stop. Continuing it hides the restart from others.
    public init(resuming term: Term? = nil) {
        self.term = term
    }

    /// The period in which one identifier is broadcast.
    public struct Term: Hashable, Sendable {
        /// The interval for which the identifier is made.
        public let interval: IntervalNumber
        public let start: UnixTime
        /// The time of the next change.
        public let end: UnixTime

        public init(interval: IntervalNumber, start: UnixTime, end: UnixTime) {
            self.interval = interval
            self.start = start
            self.end = end
        }
    }

    /// The term that begins at `time`; nil if the current one continues.
    ///
    /// A clock that is set back by more than a minute begins a new term, so that a phone never broadcasts an identifier
    /// of a distant time. Within the term's interval it does not, because one identifier must not be sent from two
    /// addresses.
    public mutating func advance(
        to time: UnixTime,
        schedule: RotationSchedule = .irregular,
        using generator: inout some RandomNumberGenerator
    ) -> Term? {
        // A quarter of an hour that has begun has the identifier of its first moment. The one of a later moment could
        // be that of the next quarter too: intervals have ten minutes.
        let moment = schedule == .quarterHours ? time.startOfQuarterHour : time
        let interval = IntervalNumber(clamping: moment)
        if let term, term.interval.startOfDay == interval.startOfDay, time < term.end,
            term.interval == interval || term.start.seconds(since: time) <= Self.tolerance
        {
            return nil
        }
        let length =
            switch schedule {
            case .irregular: Int64.random(in: Self.lengths, using: &generator)
            case .quarterHours: UnixTime.secondsPerQuarterHour
            }
        let endOfDay = interval.startOfDay.start.advanced(bySeconds: UnixTime.secondsPerDay)
        let next = Term(interval: interval, start: moment, end: min(moment.advanced(bySeconds: length), endOfDay))
        term = next
        return next
    }

    /// The length of a term in seconds. The last term of a day is an exception.
    public static let lengths: ClosedRange<Int64> = 600...1200
    /// The seconds by which a clock may be corrected without a change.
    private static let tolerance: Int64 = 60
}

/// When a phone changes all that it broadcasts.
public enum RotationSchedule: Hashable, Sendable, CaseIterable {
    /// After ten to twenty minutes, at random.
    case irregular
    /// At each quarter of an hour in UTC, on all phones together. Schemes whose identifiers are valid for a quarter of
    /// an hour need it.
    case quarterHours
}

extension UnixTime {
    /// The last moment, not after this one, at which a quarter of an hour begins in UTC.
    fileprivate var startOfQuarterHour: UnixTime {
        let rest = seconds % Self.secondsPerQuarterHour
        return advanced(bySeconds: -(rest < 0 ? rest + Self.secondsPerQuarterHour : rest))
    }

    fileprivate static let secondsPerQuarterHour: Int64 = 900
}
