import ClientTesting
import ExposurePrimitives
import ImmuniAPI
import Testing

@testable import ImmuniClient

@Suite("Operational Info month by month")
struct MonthlyInfoTests {
    private static let january = CalendarDay(iso: "2026-01-01")?.startInUTC ?? UnixTime(0)
    private static let always = MonthlyInfo.Parameters(rateWith: 1, rateWithout: 1, dummyMean: 1_000_000_000)

    private static func info(seed: UInt64) -> (MonthlyInfo, SeededGenerator) {
        var generator = SeededGenerator(seed: seed)
        return (MonthlyInfo(at: january, dummyMean: 1_000_000_000, using: &generator), generator)
    }

    @Test("without exposure it leaves only within the drawn day, including both ends", arguments: 0..<20)
    func window(seed: UInt64) throws {
        let (info, generator) = Self.info(seed: seed)
        let window = info.windowStart
        #expect((0...(30 * 86_400)).contains(window.seconds(since: Self.january)))
        for (offset, leaves) in [(-1, false), (0, true), (86_400, true), (86_401, false)] as [(Int64, Bool)] {
            var (copy, draws) = (info, generator)
            let now = window.advanced(bySeconds: offset)
            guard CalendarMonth(of: now.utcDay) == info.month else { continue }
            #expect((copy.choose(foundExposure: false, at: now, Self.always, using: &draws) != nil) == leaves)
        }
    }

    @Test("is drawn once for each month and kind, whether it leaves or not")
    func once() {
        var (info, generator) = Self.info(seed: 1)
        let never = MonthlyInfo.Parameters(rateWith: 0, rateWithout: 0, dummyMean: 1_000_000_000)
        let now = info.windowStart
        #expect(info.choose(foundExposure: false, at: now, never, using: &generator) == nil)
        #expect(info.choose(foundExposure: false, at: now, Self.always, using: &generator) == nil)
        #expect(info.choose(foundExposure: true, at: now, Self.always, using: &generator) == .withExposure)
        #expect(info.choose(foundExposure: true, at: now, Self.always, using: &generator) == nil)
    }

    @Test("begins again with the next month, also across the end of a year, and never with a past month")
    func months() throws {
        var (info, generator) = Self.info(seed: 2)
        let december = try #require(CalendarDay(iso: "2026-12-31")).startInUTC
        #expect(info.choose(foundExposure: true, at: december, Self.always, using: &generator) == .withExposure)
        let next = december.advanced(bySeconds: 86_400)
        #expect(info.choose(foundExposure: true, at: next, Self.always, using: &generator) == .withExposure)
        #expect(info.choose(foundExposure: true, at: december, Self.always, using: &generator) == nil, "set back")
        #expect(info.choose(foundExposure: true, at: next, Self.always, using: &generator) == nil)
    }

    @Test("continues after the clock was far in the future for a while")
    func clockAhead() throws {
        var (info, generator) = Self.info(seed: 5)
        info.enterMonth(at: Self.january.advanced(bySeconds: 5 * 365 * 86_400), using: &generator)
        info.enterMonth(at: Self.january, using: &generator)
        #expect(CalendarMonth(of: Self.january.utcDay) == info.month)
        let first = info.choose(foundExposure: false, at: info.windowStart, Self.always, using: &generator)
        #expect(first == .withoutExposure)
        #expect(info.choose(foundExposure: true, at: Self.january, Self.always, using: &generator) == .withExposure)
    }

    @Test("sends a dummy within its day, and then draws another day")
    func dummies() {
        var (info, generator) = Self.info(seed: 3)
        let day = info.dummyStart
        let before = day.advanced(bySeconds: -1)
        #expect(info.choose(foundExposure: false, at: before, Self.always, using: &generator) != .dummy)
        var parameters = Self.always
        parameters.rateWithout = 0
        #expect(info.choose(foundExposure: false, at: day, parameters, using: &generator) == .dummy)
        #expect(info.dummyStart > day)
        let missed = info.dummyStart.advanced(bySeconds: 86_401)
        #expect(info.choose(foundExposure: false, at: missed, parameters, using: &generator) == nil)
        #expect(info.dummyStart > missed)
    }

    @Test("a genuine report replaces a dummy")
    func displaced() {
        var (info, generator) = Self.info(seed: 4)
        let day = info.dummyStart
        #expect(info.choose(foundExposure: true, at: day, Self.always, using: &generator) == .withExposure)
        #expect(info.dummyStart > day)
    }

    @Test("probabilities, windows and waiting times are as documented", arguments: [0.0, 0.25, 0.6, 1.0])
    func distribution(rate: Double) {
        let count = 4000
        var (sent, windows, waits) = (0, [Double](), [Double]())
        for seed in 0..<count {
            var generator = SeededGenerator(seed: UInt64(seed))
            var info = MonthlyInfo(at: Self.january, dummyMean: 2_592_000, using: &generator)
            windows.append(Double(info.windowStart.seconds(since: Self.january)) / (30 * 86_400))
            waits.append(Double(info.dummyStart.seconds(since: Self.january)))
            let parameters = MonthlyInfo.Parameters(rateWith: rate, rateWithout: 0, dummyMean: 2_592_000)
            let kind = info.choose(foundExposure: true, at: Self.january, parameters, using: &generator)
            sent += kind == .withExposure ? 1 : 0
        }
        #expect(Statistics.kolmogorovSmirnov(windows) { min(max($0, 0), 1) } < Statistics.limit)
        #expect(Statistics.kolmogorovSmirnov(waits, Statistics.exponential(mean: 2_592_000)) < Statistics.limit)
        switch rate {
        case 0: #expect(sent == 0)
        case 1: #expect(sent == count)
        default: #expect(Statistics.deviation(sent, of: count, probability: rate) < 3.3)
        }
    }
}

@Suite("The life of analytics tokens")
struct TokenLifeTests {
    private static let june = CalendarDay(iso: "2026-06-10")?.startInUTC ?? UnixTime(0)

    /// A phone that has asked for its first token.
    private static func asked(seed: UInt64) throws -> (TokenLife, SeededGenerator, AnalyticsToken) {
        var generator = SeededGenerator(seed: seed)
        var life = TokenLife(at: june, using: &generator)
        let token = try #require(life.detectionEnded(at: june, using: &generator))
        return (life, generator, token)
    }

    @Test("asks once after each detection until the token is authorised, and uses it only then")
    func authorisation() throws {
        var (life, generator, token) = try Self.asked(seed: 1)
        #expect(life.usable(at: Self.june) == nil)
        life.answered(token, isAuthorised: false)
        #expect(life.detectionEnded(at: Self.june, using: &generator) == token, "the same again")
        #expect(life.usable(at: Self.june) == nil)
        life.answered(token, isAuthorised: true)
        #expect(life.usable(at: Self.june) == token)
        #expect(life.detectionEnded(at: Self.june, using: &generator) == nil)
    }

    @Test("the old token is used until the new one is confirmed")
    func overlap() throws {
        var (life, generator, old) = try Self.asked(seed: 2)
        life.answered(old, isAuthorised: true)
        let time = life.nextTokenAt
        #expect(CalendarMonth(of: time.utcDay).description == "2026-07")
        #expect(life.detectionEnded(at: time.advanced(bySeconds: -1), using: &generator) == nil)
        let new = try #require(life.detectionEnded(at: time, using: &generator))
        #expect(new != old)
        #expect(life.usable(at: time) == old)
        life.answered(old, isAuthorised: true)
        #expect(life.usable(at: time) == old, "a late answer to the old one changes nothing")
        life.answered(new, isAuthorised: true)
        #expect(life.usable(at: time) == new)
    }

    @Test("a token ends with the month after its earliest possible authorisation")
    func end() throws {
        var (life, _, token) = try Self.asked(seed: 3)
        life.answered(token, isAuthorised: false)
        life.answered(token, isAuthorised: true)
        let end = try #require(CalendarDay(iso: "2026-08-01")).startInUTC
        #expect(life.usable(at: end.advanced(bySeconds: -1)) == token, "it may have been authorised in June")
        #expect(life.usable(at: end) == nil)
    }

    @Test("a token whose first answer was lost ends as if the answer had arrived")
    func lostAnswer() throws {
        var (life, generator, token) = try Self.asked(seed: 3)
        let july = try #require(CalendarDay(iso: "2026-07-01")).startInUTC
        #expect(life.detectionEnded(at: july, using: &generator) == token)
        life.answered(token, isAuthorised: true)
        let end = try #require(CalendarDay(iso: "2026-08-01")).startInUTC
        #expect(life.usable(at: end.advanced(bySeconds: -1)) == token)
        #expect(life.usable(at: end) == nil, "the server may have authorised it in June")
    }

    @Test("a month without a detection is skipped, as the document shows")
    func cornerCase() throws {
        var (life, generator, first) = try Self.asked(seed: 4)
        let september = try #require(CalendarDay(iso: "2026-09-03")).startInUTC
        let second = try #require(life.detectionEnded(at: september, using: &generator))
        #expect(second != first)
        #expect(CalendarMonth(of: life.nextTokenAt.utcDay).description == "2026-10")
    }
}

@Suite("The first day of an Android phone")
struct FirstDayTests {
    @Test("ends one day after the latest moment at which the first settings may have arrived")
    func day() {
        let start = UnixTime(1_795_255_200)
        for (seconds, isOver) in [(0, false), (86_400 + 7199, false), (86_400 + 7200, true)] as [(Int64, Bool)] {
            let time = ServerTime(start).advanced(to: start.advanced(bySeconds: seconds))
            #expect(time.isFirstDayOver == isOver)
            #expect(time.advanced(to: start).isFirstDayOver == isOver, "a cache may answer with what is older")
        }
    }
}
