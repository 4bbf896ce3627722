import ClockPorts
import ExposurePrimitives
import Testing

@Suite("The trusted time of a database")
struct TimeTrustTests {
    private static let noon = UnixTime(1_795_262_400)
    private static func noon(plus seconds: Int64) -> UnixTime { noon.advanced(bySeconds: seconds) }
    private static let day = UnixTime.secondsPerDay
    private static let grace = day
    /// Trusted at noon, three hours after the machine started.
    private static let trusted = TimeTrust(confirming: ClockReading(time: noon, sinceBoot: 10_800, boot: "a"))

    /// A reading `later` seconds after noon by the machine's uptime. Its calendar differs by `off` seconds from the
    /// right time.
    private static func reading(later: Int64 = 0, off: Int64 = 0) -> ClockReading {
        ClockReading(time: noon(plus: later + off), sinceBoot: 10_800 + later, boot: "a")
    }

    /// The same on a machine that was restarted in between.
    private static func restarted(later: Int64, off: Int64 = 0) -> ClockReading {
        ClockReading(time: noon(plus: later + off), sinceBoot: 60, boot: "b")
    }

    private static func judge(
        _ reading: ClockReading,
        _ trust: TimeTrust? = trusted,
        kernel: KernelTime? = nil,
        evidence: UnixTime? = noon
    ) -> (TimeTrust.Verdict, TimeTrust?) {
        var trust = trust
        let verdict = TimeTrust.judge(&trust, reading, kernel: kernel, grace: grace, evidence: evidence)
        return (verdict, trust)
    }

    private static func hold(_ verdict: TimeTrust.Verdict) -> ClockHold? {
        if case .held(let hold) = verdict { hold } else { nil }
    }

    @Test("a jump of two days is trusted, one second more is held, in both directions")
    func tolerance() {
        for sign: Int64 in [1, -1] {
            for later: Int64 in [0, 60, 20 * Self.day] {
                let (verdict, _) = Self.judge(Self.reading(later: later, off: sign * 2 * Self.day))
                #expect(verdict == .trusted(.explained))
                let (other, trust) = Self.judge(Self.reading(later: later, off: sign * (2 * Self.day + 1)))
                let hold = Self.hold(other)
                #expect(hold?.deviation == sign * (2 * Self.day + 1) && hold?.left == Self.grace)
                #expect(trust?.mark == Self.noon)
            }
        }
    }

    @Test("after a restart of the machine only the last trusted moment counts")
    func restart() {
        #expect(Self.judge(Self.restarted(later: 2 * Self.day)).0 == .trusted(.explained))
        #expect(Self.hold(Self.judge(Self.restarted(later: 2 * Self.day + 1)).0) != nil)
        #expect(Self.judge(Self.restarted(later: -2 * Self.day)).0 == .trusted(.explained))
        #expect(Self.hold(Self.judge(Self.restarted(later: -2 * Self.day - 1)).0) != nil)
    }

    @Test("the uptime explains three weeks without a server, but not three weeks without power")
    func outage() {
        #expect(Self.judge(Self.reading(later: 21 * Self.day)).0 == .trusted(.explained))
        #expect(Self.hold(Self.judge(Self.restarted(later: 21 * Self.day)).0)?.deviation == 21 * Self.day)
    }

    @Test("small jumps do not add up to a large one")
    func smallJumps() {
        var trust: TimeTrust? = Self.trusted
        var verdicts: [Bool] = []
        for step in 1...4 {
            let (verdict, next) = Self.judge(Self.reading(later: Int64(step) * 60, off: Int64(step) * Self.day), trust)
            verdicts.append(Self.hold(verdict) == nil)
            trust = next
        }
        #expect(verdicts == [true, true, false, false])
    }

    @Test("the mark follows the clock and does not go back with a small correction")
    func mark() {
        let (_, later) = Self.judge(Self.reading(later: 3600))
        #expect(later?.mark == Self.noon(plus: 3600))
        let (verdict, back) = Self.judge(Self.reading(later: 3660, off: -1800), later)
        #expect(verdict == .trusted(.explained))
        #expect(back?.mark == Self.noon(plus: 3600))
    }

    @Test("a clock that returns is trusted at once")
    func comesBack() {
        let (held, trust) = Self.judge(Self.reading(later: 60, off: 20 * Self.day))
        #expect(Self.hold(held) != nil)
        let (verdict, after) = Self.judge(Self.reading(later: 120), trust)
        #expect(verdict == .trusted(.explained))
        #expect(after?.hold == nil && after?.mark == Self.noon(plus: 120))
    }

    @Test("the kernel's time ends a hold if it agrees with the time that the process sees")
    func kernel() {
        let jumped = Self.reading(off: 20 * Self.day)
        for (difference, isSynchronised, isTrusted) in [
            (0, true, true), (2, true, true), (-2, true, true), (3, true, false), (-3, true, false), (0, false, false),
            (-20 * 86_400, true, false),
        ] as [(Int64, Bool, Bool)] {
            let kernel = KernelTime(time: jumped.time.advanced(bySeconds: difference), isSynchronised: isSynchronised)
            let (verdict, trust) = Self.judge(jumped, kernel: kernel)
            #expect((verdict == .trusted(.kernel)) == isTrusted, "\(difference) \(isSynchronised)")
            #expect((trust?.mark == jumped.time) == isTrusted)
        }
    }

    @Test("the kernel's time takes back a mark that a wrong clock put in the future")
    func kernelTakesBack() {
        let ahead = TimeTrust(confirming: ClockReading(time: UnixTime(1_950_000_000), sinceBoot: 0, boot: "z"))
        let reading = Self.reading()
        #expect(Self.hold(Self.judge(reading, ahead).0) != nil)
        let kernel = KernelTime(time: reading.time, isSynchronised: true)
        let (verdict, trust) = Self.judge(reading, ahead, kernel: kernel)
        #expect(verdict == .trusted(.kernel))
        #expect(trust == TimeTrust(confirming: reading))
    }

    @Test("a person's confirmation starts again")
    func confirmed() {
        let jumped = Self.reading(off: 20 * Self.day)
        let confirmed = TimeTrust(confirming: jumped)
        #expect(Self.judge(jumped, confirmed).0 == .trusted(.explained))
        #expect(Self.hold(Self.judge(Self.reading(later: 60), confirmed).0) != nil)
    }

    @Test("a new database without content trusts any time of the clock, and remembers it")
    func empty() {
        for off in [0, 1800 * Self.day] {
            let (verdict, trust) = Self.judge(Self.reading(off: off), nil, evidence: nil)
            #expect(verdict == .trusted(.explained))
            #expect(trust == TimeTrust(confirming: Self.reading(off: off)))
        }
    }

    @Test("without a remembered time, the content decides")
    func evidence() {
        let explained = Self.judge(Self.reading(), nil, evidence: Self.noon(plus: -2 * Self.day))
        #expect(explained.0 == .trusted(.explained))
        let (verdict, trust) = Self.judge(Self.reading(off: 20 * Self.day), nil, evidence: Self.noon)
        #expect(Self.hold(verdict)?.deviation == 20 * Self.day)
        #expect(trust?.mark == Self.noon && trust?.anchor == nil)
    }

    @Test("a machine has eight characters for people, and its hold as it began")
    func machine() {
        let boot = "0123456789"
        #expect(MachineTrust(boot: boot, trust: Self.trusted).name == "01234567")
        #expect(MachineTrust(boot: boot, trust: Self.trusted).hold(grace: Self.grace) == nil)
        let (_, held) = Self.judge(Self.reading(off: 20 * Self.day))
        let hold = held.flatMap { MachineTrust(boot: boot, trust: $0).hold(grace: Self.grace) }
        #expect(hold?.difference == "20 days ahead")
        #expect(hold?.left == Self.grace)
    }
}

// MARK: - Several machines

extension TimeTrustTests {
    /// Held at noon, 20 days ahead, when the mark was noon and the others had stored seven entries.
    private static func held(mark: UnixTime, others: Int64 = 7) -> TimeTrust {
        let reading = Self.reading(off: 20 * day)
        let hold = TimeTrust.Hold(reading: reading, mark: noon, others: 7)
        return TimeTrust(mark: mark, ownMark: noon, anchor: trusted.anchor, hold: hold, others: others)
    }

    @Test("no grace time passes while another machine is trusted that shows another time")
    func contradicted() {
        for (moved, others, isOver) in [
            (0, 7, true), (60, 7, false), (Self.grace, 8, false),
            // The mark of a program that counts no entries goes on.
            (1800 * Self.day, 7, false),
            // The other one's time is behind the mark.
            (0, 8, false),
            // Its clock was set back.
            (-3600, 7, false),
            // Another one is held now, whose entries were counted before.
            (0, 6, true),
            // The others agree with this clock: within two days, and not beyond.
            (20 * Self.day, 8, true), (19 * Self.day, 8, true), (18 * Self.day, 8, false),
        ] as [(Int64, Int64, Bool)] {
            let trust = Self.held(mark: Self.noon(plus: moved), others: others)
            let reading = Self.reading(later: Self.grace, off: 20 * Self.day)
            let (verdict, after) = Self.judge(reading, trust)
            #expect((verdict == .trusted(.grace)) == isOver, "\(moved) \(others)")
            #expect(isOver || Self.hold(verdict)?.left == Self.grace, "\(moved) \(others)")
            #expect(isOver || after?.hold?.reading == reading, "the grace time begins again")
            #expect(after?.others == others)
        }
    }

    @Test("a jump of the mark by years costs one grace time, and not years")
    func markOfYears() {
        let moved = Self.held(mark: Self.noon(plus: 1800 * Self.day), others: 8)
        let (_, held) = Self.judge(Self.reading(later: 60, off: 20 * Self.day), moved)
        let almost = Self.reading(later: 60 + Self.grace - 1, off: 20 * Self.day)
        #expect(Self.hold(Self.judge(almost, held).0)?.left == 1)
        let over = Self.reading(later: 60 + Self.grace, off: 20 * Self.day)
        let (verdict, trust) = Self.judge(over, held)
        #expect(verdict == .trusted(.grace))
        #expect(trust == TimeTrust(confirming: over, others: 8))
    }

    @Test("the mark of another machine ends no hold, and makes none")
    func othersMark() {
        let agreeing = Self.held(mark: Self.noon(plus: 20 * Self.day))
        #expect(Self.hold(Self.judge(Self.reading(later: 60, off: 20 * Self.day), agreeing).0)?.left == Self.grace - 60)
        let ahead = TimeTrust(mark: Self.noon(plus: 20 * Self.day), ownMark: Self.noon, anchor: Self.trusted.anchor)
        let (verdict, trust) = Self.judge(Self.reading(later: 60), ahead)
        #expect(verdict == .trusted(.explained))
        #expect(trust?.ownMark == Self.noon(plus: 60))
        #expect(trust?.mark == ahead.mark)
    }

    @Test("a kernel that keeps the time takes back the mark of another machine")
    func kernelAgainstOthers() {
        let reading = Self.reading(later: 60)
        for (ahead, isTakenBack) in [(2 * Self.day, false), (2 * Self.day + 1, true)] {
            let mark = reading.time.advanced(bySeconds: ahead)
            let trust = TimeTrust(mark: mark, ownMark: Self.noon, anchor: Self.trusted.anchor)
            let kernel = KernelTime(time: reading.time, isSynchronised: true)
            let (verdict, after) = Self.judge(reading, trust, kernel: kernel)
            #expect(verdict == .trusted(.kernel))
            #expect(after?.mark == (isTakenBack ? reading.time : mark))
            #expect(after?.needsWriting(over: trust) == true)
        }
    }

    @Test("a hold that a person confirms ends with its first reading, from which the next ones follow")
    func confirmedHold() {
        var trust = Self.held(mark: Self.noon)
        #expect(trust.confirmHold() == Self.noon(plus: 20 * Self.day))
        #expect(trust == TimeTrust(confirming: Self.reading(off: 20 * Self.day), others: 7))
        let later = Self.reading(later: 600, off: 20 * Self.day)
        #expect(Self.judge(later, trust).0 == .trusted(.explained))
        #expect(trust.confirmHold() == nil)
    }
}

// MARK: - The grace time

extension TimeTrustTests {
    /// Holds from noon on, then reads again.
    private static func afterHold(_ reading: ClockReading) -> TimeTrust.Verdict {
        let (_, held) = judge(Self.reading(off: 20 * day))
        return judge(reading, held).0
    }

    @Test("the grace time ends a hold to the second, if both clocks agree that it has passed")
    func graceTime() {
        #expect(Self.hold(Self.afterHold(Self.reading(later: Self.grace - 1, off: 20 * Self.day)))?.left == 1)
        #expect(Self.afterHold(Self.reading(later: Self.grace, off: 20 * Self.day)) == .trusted(.grace))
    }

    @Test("the calendar alone ends no hold: another jump starts the grace time again")
    func graceNeedsBoth() {
        for (later, days) in [(60, 22), (Self.grace, 19)] as [(Int64, Int64)] {
            #expect(Self.hold(Self.afterHold(Self.reading(later: later, off: days * Self.day)))?.left == Self.grace)
        }
    }

    @Test("a correction of ten minutes is not another jump, and the slower clock decides")
    func graceCorrection() {
        #expect(Self.afterHold(Self.reading(later: Self.grace, off: 20 * Self.day + 600)) == .trusted(.grace))
        let slower = Self.afterHold(Self.reading(later: Self.grace, off: 20 * Self.day - 600))
        #expect(Self.hold(slower)?.left == 600)
        let jump = Self.afterHold(Self.reading(later: Self.grace, off: 20 * Self.day + 601))
        #expect(Self.hold(jump)?.left == Self.grace)
    }

    @Test("a restart of the machine starts the grace time again")
    func graceRestart() {
        let verdict = Self.afterHold(Self.restarted(later: Self.grace, off: 20 * Self.day))
        #expect(Self.hold(verdict)?.left == Self.grace)
    }

    @Test("the state that must survive the process is written, and the mark once a minute")
    func writing() {
        for (later, off, isWritten) in [
            (59, 0, false), (60, 0, true), (0, 20 * Self.day, true), (0, -3 * Self.day, true),
            // A clock that was set back by an hour: others see that the machine is trusted, also while the mark stands.
            (59, -3600, false), (60, -3600, true),
        ] as [(Int64, Int64, Bool)] {
            let (_, trust) = Self.judge(Self.reading(later: later, off: off))
            #expect(trust?.needsWriting(over: Self.trusted) == isWritten, "\(later) \(off)")
        }
        let (_, restarted) = Self.judge(Self.restarted(later: 1))
        #expect(restarted?.needsWriting(over: Self.trusted) == true)
        #expect(Self.trusted.needsWriting(over: nil))
    }

    @Test("a hold is described in words that an operator understands")
    func words() {
        let ahead = ClockHold(deviation: 20 * Self.day, mark: Self.noon, since: Self.noon, left: 0)
        #expect(ahead.difference == "20 days ahead")
        let words = "20 days ahead of the expected time, and was last trusted at 2026-11-21T12:00:00Z"
        #expect(ahead.description.contains(words))
        let behind = ClockHold(deviation: -3600, mark: Self.noon, since: Self.noon, left: 0)
        #expect(behind.difference == "3600 seconds behind")
    }
}
