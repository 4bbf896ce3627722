public import ExposurePrimitives

/// What a database remembers of the time for one machine. With it another process, or the same one after a restart,
/// notices a clock that jumps.
///
/// All machines of a database share the mark. The rest is the machine's own, so no machine takes the readings of
/// another one for its own.
public struct TimeTrust: Hashable, Sendable {
    /// The latest moment that any machine trusted.
    ///
    /// It goes back only if the kernel or a person says so, or at the end of the grace time.
    public private(set) var mark: UnixTime
    /// The latest moment that this machine trusted. For a machine without one, it is the mark that it found.
    public private(set) var ownMark: UnixTime
    /// A trusted reading of this start of the machine. With the machine's uptime it explains later readings.
    public private(set) var anchor: ClockReading?
    /// The seconds since the machine's start at the latest trusted reading; 0 before the first one.
    public private(set) var trustedSinceBoot: Int64
    /// How distrust began; nil while the clock is trusted.
    public private(set) var hold: Hold?
    /// The number of the latest entry that another machine stored while it was trusted. Only the store changes it.
    public let others: Int64

    /// The beginning of distrust.
    public struct Hold: Hashable, Sendable {
        /// What the machine's clocks showed.
        public let reading: ClockReading
        /// The mark at that moment.
        public let mark: UnixTime
        /// ``TimeTrust/others`` at that moment. If either grows during the hold, another machine is trusted.
        public let others: Int64

        public init(reading: ClockReading, mark: UnixTime, others: Int64 = 0) {
            self.reading = reading
            self.mark = mark
            self.others = others
        }
    }

    /// - Parameter ownMark: the mark if nil.
    public init(
        mark: UnixTime,
        ownMark: UnixTime? = nil,
        anchor: ClockReading? = nil,
        trustedSinceBoot: Int64 = 0,
        hold: Hold? = nil,
        others: Int64 = 0
    ) {
        self.mark = mark
        self.ownMark = ownMark ?? mark
        self.anchor = anchor
        self.trustedSinceBoot = trustedSinceBoot
        self.hold = hold
        self.others = others
    }

    /// A time that a person confirms.
    public init(confirming reading: ClockReading, others: Int64 = 0) {
        self.init(mark: reading.time, anchor: reading, trustedSinceBoot: reading.sinceBoot, others: others)
    }

    /// Two days: a larger difference is a jump.
    ///
    /// Machines are switched off over a weekend. A clock that is wrong by less costs a key at most two of its fourteen
    /// days.
    public static let tolerance = 2 * UnixTime.secondsPerDay
    /// The seconds by which the calendar may be corrected during the grace time. After a larger correction the grace
    /// time starts again.
    static let correction: Int64 = 600
    /// The seconds by which mark and uptime on the disk may be behind.
    static let markStep: Int64 = 60
}

// MARK: - Judging

extension TimeTrust {
    /// The result of judging a reading.
    public enum Verdict: Hashable, Sendable {
        case trusted(Reason)
        case held(ClockHold)
    }

    public enum Reason: String, Hashable, Sendable {
        /// The kernel says that a time service keeps the clock right.
        case kernel
        /// The last trusted moment and the machine's uptime explain the time.
        case explained
        /// The grace time has passed by both clocks.
        case grace
    }

    /// Judges `reading` and stores the result in `trust`.
    ///
    /// - Parameters:
    ///   - trust: nil if nothing was stored before.
    ///   - grace: seconds for which an unexplained time is held.
    ///   - evidence: the latest moment in the database's content, which replaces the mark if nothing was stored. Nil
    ///     for a database without content, in which time can destroy nothing.
    public static func judge(
        _ trust: inout TimeTrust?,
        _ reading: ClockReading,
        kernel: KernelTime?,
        grace: Int64,
        evidence: UnixTime?
    ) -> Verdict {
        var known = trust ?? TimeTrust(mark: evidence ?? reading.time)
        defer { trust = known }
        if let reason = known.reason(for: reading, kernel, grace) {
            known.accept(reading, reason)
            return .trusted(reason)
        }
        if !known.isHoldGoingOn(at: reading) {
            known.hold = Hold(reading: reading, mark: known.mark, others: known.others)
        }
        return .held(known.heldState(at: reading, grace: grace))
    }

    /// Whether the last trusted moment and the uptime explain a reading, within the tolerance.
    public func explains(_ reading: ClockReading) -> Bool {
        abs(deviation(of: reading)) <= Self.tolerance
    }

    /// Whether this value holds something that must survive the end of the process.
    public func needsWriting(over older: TimeTrust?) -> Bool {
        guard let older else {
            return true
        }
        let step = ownMark.seconds(since: older.ownMark)
        return hold != older.hold || anchor?.boot != older.anchor?.boot || mark < older.mark
            || step < 0 || step >= Self.markStep
            || trustedSinceBoot - older.trustedSinceBoot >= Self.markStep
    }

    /// Trusts the clock that is held, because a person says that it was right when the hold began. The machine's next
    /// reading follows from that one.
    ///
    /// - Returns: what its clock showed then; nil if it is not held.
    public mutating func confirmHold() -> UnixTime? {
        guard let hold else {
            return nil
        }
        let time = hold.reading.time
        self = TimeTrust(
            mark: Self.moved(mark, to: time),
            ownMark: time,
            anchor: hold.reading,
            trustedSinceBoot: hold.reading.sinceBoot,
            others: others
        )
        return time
    }

    /// The seconds by which a reading is ahead of the expected time; negative if it is behind.
    private func deviation(of reading: ClockReading) -> Int64 {
        anchor.flatMap { reading.deviation(since: $0) } ?? reading.time.seconds(since: mark)
    }

    private func reason(for reading: ClockReading, _ kernel: KernelTime?, _ grace: Int64) -> Reason? {
        if kernel?.statement(about: reading.time) == .synchronised {
            return .kernel
        }
        if explains(reading) {
            return .explained
        }
        return heldState(at: reading, grace: grace).left == 0 ? .grace : nil
    }

    private mutating func accept(_ reading: ClockReading, _ reason: Reason) {
        hold = nil
        trustedSinceBoot = reading.sinceBoot
        switch reason {
        case .explained:
            mark = max(mark, reading.time)
            ownMark = max(ownMark, reading.time)
            // The first reading of a start stays the anchor: many small jumps must not add up to a large one.
            if anchor.flatMap({ reading.deviation(since: $0) }) == nil {
                anchor = reading
            }
        case .kernel:
            mark = Self.moved(mark, to: reading.time)
            ownMark = Self.moved(ownMark, to: reading.time)
            anchor = reading
        case .grace:
            self = TimeTrust(confirming: reading, others: others)
        }
    }

    /// The hold as it is at a reading.
    func heldState(at reading: ClockReading, grace: Int64) -> ClockHold {
        var left = grace
        if let hold, isHoldGoingOn(at: reading) {
            // The slower of the two clocks decides.
            let passed = min(reading.sinceBoot - hold.reading.sinceBoot, reading.time.seconds(since: hold.reading.time))
            left -= max(0, passed)
        }
        return ClockHold(
            deviation: deviation(of: reading),
            mark: ownMark,
            since: hold?.reading.time ?? reading.time,
            left: max(0, left)
        )
    }

    /// Whether the grace time goes on. It begins again with another jump, and with each sign that another machine is
    /// trusted that shows another time: as long as two machines contradict each other, only the kernel or a person
    /// decides.
    private func isHoldGoingOn(at reading: ClockReading) -> Bool {
        guard let hold, let correction = reading.deviation(since: hold.reading), abs(correction) <= Self.correction
        else {
            return false
        }
        let isOtherTrusted = others > hold.others || mark != hold.mark
        return !isOtherTrusted || abs(reading.time.seconds(since: mark)) <= Self.tolerance
    }

    /// A mark after a moment that is right for certain.
    private static func moved(_ mark: UnixTime, to time: UnixTime) -> UnixTime {
        abs(time.seconds(since: mark)) <= tolerance ? max(mark, time) : time
    }
}
