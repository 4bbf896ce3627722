import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import Testing

@testable import ImmuniClient

/// A phone's year, repeated with other draws. Every random process is compared with its documented distribution.
@Suite("A year of a phone")
struct YearTests {
    private static let start = CalendarDay(daysSinceEpoch: 20_454).startInUTC.advanced(bySeconds: 40_000)
    private static let year: Int64 = 365 * UnixTime.secondsPerDay

    /// The number of simulated years.
    private static let years: Range<UInt64> = 0..<Effort.choose(quick: 12, whole: 40)
    /// One detection every four hours.
    private static let detections = 2188

    /// A year with the app open for two minutes twice a day on an iPhone.
    ///
    /// - Parameter contacts: the probability, every half day, that the next detection finds an exposure at risk.
    private static func live(
        _ platform: SettingsRequest.Platform,
        seed: UInt64,
        contacts: Double = 0,
        rateWith: Double = 1
    ) throws -> YearRecord {
        var world = try PhoneWorld(platform: platform, seed: seed, start: start)
        world.settings = try AppSettings(parsing: Data(SampleSettings.json(rateWith: rateWith)))
        var record = YearRecord()
        var chance = SeededGenerator(seed: seed + 10_000)
        world.onboard()
        for half in 0..<730 {
            let open = start.advanced(bySeconds: Int64(half) * 43_200 + 20_000)
            world.newestChunk = half / 2
            if Double.random(in: 0..<1, using: &chance) < contacts {
                try record.meet(&world)
            }
            record.run(&world, until: open)
            guard platform == .iOS else {
                continue
            }
            world.send(.enteredForeground)
            record.run(&world, until: open.advanced(bySeconds: 120))
            world.send(.enteredBackground)
        }
        record.world = world
        return record
    }

    @Test("of an iPhone", .timeLimit(.minutes(5)))
    func iPhone() throws {
        let years = try Self.years.map { try Self.live(.iOS, seed: $0) }
        for year in years {
            let world = try #require(year.world)
            #expect(world.times { $0 == .detection }.count == Self.detections)
            #expect(world.count { $0 == .info(isDummy: false, withExposure: true) } == 0)
            try Self.checkMonths(world)
            #expect((20...26).contains(world.count { $0 == .token }), "each month's token is asked for twice")
        }
        let sequences = years.flatMap(\.sequences)
        Self.checkSequences(sequences)
        #expect(Self.fits(years.flatMap(\.opportunities), Statistics.exponential(mean: 5_184_000)))
        #expect(Self.fits(years.flatMap(\.startDelays), Statistics.exponential(mean: 15)))
        Self.checkAnalytics(years)
        #expect(Self.fits(years.flatMap(\.tokenTimes)) { min(max($0, 0), 1) })
    }

    @Test("of an Android phone", .timeLimit(.minutes(5)))
    func android() throws {
        let years = try Self.years.map { try Self.live(.android, seed: 100 + $0) }
        for year in years {
            let world = try #require(year.world)
            #expect(world.times { $0 == .detection }.count == Self.detections)
            try Self.checkMonths(world)
            #expect(world.count { $0 == .token } == 0)
            let first = try #require(world.times { if case .info = $0 { true } else { false } }.first)
            #expect(first.seconds(since: Self.start) >= UnixTime.secondsPerDay, "nothing on the first day")
        }
        Self.checkSequences(years.flatMap(\.sequences))
        #expect(Self.fits(years.flatMap(\.opportunities), Statistics.exponential(mean: 5_184_000)))
        Self.checkAnalytics(years)
    }

    @Test(
        "in which its owner is warned again and again",
        .timeLimit(.minutes(5)),
        arguments: [SettingsRequest.Platform.iOS, .android]
    )
    func warnings(platform: SettingsRequest.Platform) throws {
        func years(_ count: UInt64, contacts: Double = 0, rateWith: Double = 1) throws -> [YearRecord] {
            try (0..<count).map { try Self.live(platform, seed: 200 + $0, contacts: contacts, rateWith: rateWith) }
        }
        let (reported, warned) = try Self.checkWarnings(years(Effort.choose(quick: 2, whole: 4), contacts: 1.0 / 40))
        #expect(reported == warned)
        let count: UInt64 = Effort.choose(quick: 4, whole: 8)
        let halves = try years(count, contacts: 1.0 / 40, rateWith: 0.5)
        let (reports, months) = try Self.checkWarnings(halves)
        #expect(Statistics.deviation(reports, of: months, probability: 0.5) < 3.3, "\(reports) of \(months)")
        Self.checkAnalytics(halves)
        let isIPhone = platform == .iOS
        #expect(!isIPhone || Self.fits(halves.flatMap(\.tokenTimes)) { min(max($0, 0), 1) })
        #expect(halves.allSatisfy { $0.tokenChanges.allSatisfy($0.detections.contains) }, "only after a detection")
        #expect(halves.allSatisfy { (isIPhone ? 11...12 : 0...0).contains($0.tokenChanges.count) })
        // Dummy uploads do not depend on warnings: same distributions, and as many as in years without warnings.
        let quiet = try years(count)
        Self.checkSequences((halves + quiet).flatMap(\.sequences))
        #expect(Self.fits(halves.flatMap(\.opportunities), Statistics.exponential(mean: 5_184_000)))
        let counts = [halves, quiet].map { $0.reduce(0) { $0 + $1.sequences.count } }
        #expect(Statistics.deviation(counts[0], of: counts[0] + counts[1], probability: 0.5) < 3.3, "\(counts)")
    }

    /// - Returns: the number of sent reports of warnings, and the number of months with something to report.
    private static func checkWarnings(_ years: [YearRecord]) throws -> (reports: Int, months: Int) {
        var (reports, months) = (0, 0)
        for year in years {
            let world = try #require(year.world)
            let told = world.times { $0 == .info(isDummy: false, withExposure: true) }
            #expect(Set(told.map { CalendarMonth(of: $0.utcDay) }).count == told.count, "one a month at most")
            #expect(told.allSatisfy(year.warnings.contains), "and only where its owner was warned")
            #expect(year.warnings.count > year.monthsWithWarning.count, "some months have several")
            reports += told.count
            months += year.monthsWithWarning.count
            try checkMonths(world)
        }
        return (reports, months)
    }

    /// Checks that at most one report without exposure was sent a month, and some were sent.
    private static func checkMonths(_ world: PhoneWorld) throws {
        let reports = world.times { $0 == .info(isDummy: false, withExposure: false) }
        let months = reports.map { CalendarMonth(of: $0.utcDay) }
        #expect(Set(months).count == months.count)
        #expect(!reports.isEmpty)
    }

    private static func checkSequences(_ sequences: [[UnixTime]]) {
        let lengths = sequences.map(\.count)
        #expect(lengths.count > 40)
        #expect(Statistics.deviation(lengths.count { $0 == 1 }, of: lengths.count, probability: 0.05) < 3.3)
        #expect(Statistics.deviation(lengths.count { $0 == 2 }, of: lengths.count, probability: 0.855) < 3.3)
        let waits = sequences.flatMap { times in zip(times.dropFirst(), times).map { Double($0.seconds(since: $1)) } }
        #expect(fits(waits, Statistics.exponential(mean: 10)))
    }

    private static func checkAnalytics(_ years: [YearRecord]) {
        #expect(fits(years.flatMap(\.windows)) { min(max($0, 0), 1) })
        #expect(fits(years.flatMap(\.dummyWaits), Statistics.exponential(mean: 2_592_000)))
        let months = years.reduce(0) { $0 + $1.monthsWithOpportunity }
        let reports = years.reduce(0) { sum, year in
            let times = year.world?.times { $0 == .info(isDummy: false, withExposure: false) } ?? []
            return sum + times.count { YearRecord.isWhole(CalendarMonth(of: $0.utcDay)) }
        }
        #expect(Statistics.deviation(reports, of: months, probability: 0.6) < 3.3, "\(reports) of \(months)")
    }

    private static func fits(_ samples: [Double], _ distribution: (Double) -> Double) -> Bool {
        samples.count >= 20 && Statistics.kolmogorovSmirnov(samples, distribution) < Statistics.limit
    }
}

/// The random draws of a year.
struct YearRecord {
    var world: PhoneWorld?
    /// Seconds from a draw to the drawn opportunity.
    var opportunities: [Double] = []
    /// Seconds from the opening of the app to the first dummy request planned then.
    var startDelays: [Double] = []
    /// The position of the month's window between its first and its last possible start, from 0 to 1.
    var windows: [Double] = []
    var monthsWithOpportunity = 0
    /// Seconds from a draw to the drawn dummy day.
    var dummyWaits: [Double] = []
    /// The position of the time for a new token in its month, likewise.
    var tokenTimes: [Double] = []
    /// The moments at which a new token was made.
    var tokenChanges: [UnixTime] = []
    /// The moments of warnings on a phone that may report them, and their months.
    var warnings: Set<UnixTime> = []
    var monthsWithWarning: Set<String> = []
    var detections: Set<UnixTime> { Set(world?.times { $0 == .detection } ?? []) }

    /// Whether the phone was in use for the whole month.
    static func isWhole(_ month: CalendarMonth) -> Bool {
        (CalendarMonth(iso: "2026-02").map { $0 <= month } ?? false)
            && (CalendarMonth(iso: "2026-12").map { month <= $0 } ?? false)
    }

    /// Runs tasks one by one and records the changes.
    mutating func run(_ world: inout PhoneWorld, until end: UnixTime) {
        note(nil, world)
        while let next = world.scheduled.values.min(), next <= end {
            let before = world.state
            world.run(until: next)
            note(before, world)
        }
        world.now = max(world.now, end)
    }

    /// Makes only the next detection find an exposure at risk.
    mutating func meet(_ world: inout PhoneWorld) throws {
        let session = try #require(world.scheduled[.backgroundSession])
        run(&world, until: session.advanced(bySeconds: -1))
        let state = world.state
        world.contacts = [session.utcDay]
        run(&world, until: session)
        world.contacts = []
        let serverTime = state.session.serverTime?.advanced(to: session)
        let mayTell =
            world.reducer.app.platform == .iOS
            ? state.analytics.tokens?.usable(at: session) != nil : serverTime?.isFirstDayOver ?? false
        if mayTell {
            warnings.insert(session)
            monthsWithWarning.insert("\(CalendarMonth(of: session.utcDay))")
        }
    }

    private mutating func note(_ before: AppState?, _ world: PhoneWorld) {
        let state = world.state
        guard let before else {
            if let sequence = state.coverTraffic.sequence, sequence.sent == 0, state.life.isForeground {
                startDelays.append(Double(sequence.next.seconds(since: world.now)))
            }
            return
        }
        if let cover = state.coverTraffic.plan, cover.opportunity != before.coverTraffic.plan?.opportunity {
            opportunities.append(Double(cover.opportunity.seconds(since: world.now)))
        }
        if let month = state.analytics.monthly, month.month != before.analytics.monthly?.month {
            let span = Double((month.month.dayCount - 1) * 86_400)
            windows.append(Double(month.windowStart.seconds(since: month.month.firstDay.startInUTC)) / span)
            monthsWithOpportunity += Self.isWhole(month.month) ? 1 : 0
        }
        if let monthly = state.analytics.monthly, monthly.dummyStart != before.analytics.monthly?.dummyStart {
            dummyWaits.append(Double(monthly.dummyStart.seconds(since: world.now)))
        }
        if let tokens = state.analytics.tokens, tokens.nextTokenAt != before.analytics.tokens?.nextTokenAt {
            tokenChanges.append(world.now)
            let month = CalendarMonth(of: tokens.nextTokenAt.utcDay)
            let span = Double((month.dayCount - 1) * 86_400)
            tokenTimes.append(Double(tokens.nextTokenAt.seconds(since: month.firstDay.startInUTC)) / span)
        }
    }
}

extension YearRecord {
    /// The times of the requests of each dummy upload. Each begins with a validation.
    var sequences: [[UnixTime]] {
        var sequences: [[UnixTime]] = []
        for event in world?.events ?? [] {
            switch event.kind {
            case .dummy(.validation): sequences.append([event.time])
            case .dummy(.upload): sequences[sequences.count - 1].append(event.time)
            default: break
            }
        }
        return sequences
    }
}
