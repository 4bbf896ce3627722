import ClientTesting
import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposurePrimitives
import ExposureTesting
import Testing

@testable import CoronaWarnClient

/// Years of phones, with tests and without. Every random process is compared with its documented distribution.
@Suite("Years of forty phones of Corona-Warn", .timeLimit(.minutes(60)))
struct CoverYearTests {
    private static let phones: UInt64 = 40
    private static let days = Effort.choose(quick: 20, whole: 730)
    /// Seconds. Phones download every hour by default, which would take long.
    private static let interval = Effort.choose(quick: 7200, whole: 14_400)
    private static let start = CalendarDay(daysSinceEpoch: 20_454).startInUTC

    private enum Owner: CaseIterable {
        case neverOpensTheApp
        /// Opens the app at noon on each day.
        case looks
        /// Does the same, and is tested every month.
        case isTested
    }

    private static func live(seed: UInt64, _ owner: Owner) throws -> PhoneWorld {
        var world = try PhoneWorld(seed: seed, start: start)
        world.configuration.downloadInterval = interval
        world.onboard()
        world.events = []
        for day in 0..<days {
            let noon = start.advanced(bySeconds: Int64(day) * UnixTime.secondsPerDay + 43_200)
            world.run(until: noon)
            switch owner {
            case .neverOpensTheApp: break
            case .looks: world.open()
            case .isTested: beTested(&world, on: day)
            }
        }
        return world
    }

    /// A test each month: negative, or positive with shared keys.
    private static func beTested(_ world: inout PhoneWorld, on day: Int) {
        let isPositive = day / 30 % 2 == 0
        switch day % 30 {
        case 3:
            world.servers.result = TestResultCode(kind: .pcr, outcome: .pending)
            let digits = Hex.encode([UInt8](repeating: UInt8(day % 256), count: 2) + [UInt8(day / 256), 7])
            let uuid = "\(digits)-4AD2-40BC-AFF8-CBCCCD893E4B"
            world.open(.removeTest, .scan("https://localhost/?\(uuid.prefix(6))-\(uuid)", birthDate: nil))
        case 7:
            world.servers.result = TestResultCode(kind: .pcr, outcome: isPositive ? .positive : .negative)
            world.open()
        case 10 where isPositive: world.open(.openResult, .consent, .answerSymptoms(.noSymptoms))
        default: world.open()
        }
    }

    /// The beginnings of all sequences, with the app open or not.
    private static func sequences(_ world: PhoneWorld) -> [UnixTime] {
        world.times { $0 == .upload || $0 == .fake(.upload) }
    }

    @Test("fakes, questions and downloads follow their distributions, with tests and without")
    func distributions() throws {
        var (days, questions, uploads) = ([[UnixTime]](), 0, 0)
        for seed in 0..<Self.phones {
            let worlds = try Owner.allCases.map { try Self.live(seed: seed, $0) }
            let sequences = worlds.map(Self.sequences)
            // Whole days only: the first begins with the onboarding, and the last is not over.
            let byDay = Dictionary(grouping: sequences[0], by: \.utcDay)
            let whole = byDay.keys.sorted().dropFirst().dropLast()
            #expect(whole.count >= Self.days - 3, "every day has a sequence")
            days += whole.compactMap { byDay[$0] }
            #expect(Set(sequences[0]).isSubset(of: sequences[1]), "openings move no sequence of the background")
            #expect(sequences[1].count >= sequences[0].count + 12 * Self.days, "and have their own")
            #expect(sequences[1] == sequences[2], "the times do not depend on tests, with the app open or not")
            for world in worlds {
                try Self.checkDownloads(world, seed: seed)
            }
            questions += worlds[2].events.count { !$0.isForeground && $0.kind == .question }
            uploads += worlds[2].servers.uploads.count
            #expect(worlds[1].count(.question) + worlds[1].count(.upload) == 0)
        }
        Self.checkDays(days)
        #expect(questions > 100, "\(questions) questions in the background")
        #expect(uploads > 60, "\(uploads) uploads")
    }

    /// 1 to 3 sequences a day, half an hour to eight hours apart, anywhere in the day.
    private static func checkDays(_ days: [[UnixTime]]) {
        for count in 1...3 {
            let share = days.count { $0.count == count }
            #expect(Statistics.deviation(share, of: days.count, probability: 1.0 / 3) < 3.3, "\(count): \(share)")
        }
        let pauses = days.flatMap { zip($0.dropFirst(), $0).map { Double($0.seconds(since: $1)) } }
        #expect(fits(pauses) { ($0 + 0.5 - 1800) / 27_001 })
        let places = days.map { times -> Double in
            let first = Double(times[0].seconds(since: times[0].utcDay.startInUTC))
            let length = Double(times[times.count - 1].seconds(since: times[0]))
            return (first + 0.5) / (86_400 - length)
        }
        #expect(fits(places) { $0 })
    }

    /// One download in every interval, uniformly in it.
    private static func checkDownloads(_ world: PhoneWorld, seed: UInt64) throws {
        let times = world.times { $0 == .download }
        let length = Int64(interval)
        let hours = times.map { $0.seconds / length }
        #expect(zip(hours.dropFirst(), hours).allSatisfy { $0 == $1 + 1 }, "phone \(seed)")
        let places = times.dropFirst().map { (Double($0.seconds % length) + 0.5) / Double(length) }
        #expect(fits(places, limit: 2.4) { $0 }, "phone \(seed)")
    }

    /// - Parameter limit: 1.95 is passed by chance once in a thousand; 2.4 once in fifty thousand, for many phones.
    private static func fits(
        _ samples: [Double],
        limit: Double = Statistics.limit,
        _ distribution: (Double) -> Double
    ) -> Bool {
        samples.count > 100 && Statistics.kolmogorovSmirnov(samples, distribution) < limit
    }

    @Test("the times of a day depend on secret, day and configuration alone, and tell nothing of the next")
    func schedule() throws {
        let configuration = PhoneConfiguration.published(country: "DE")
        var generator = SeededGenerator(seed: 3)
        let secret = SecretBytes(Bytes16.random(using: &generator).bytes)
        let schedule = CoverSchedule(secret: secret, configuration)
        let day = Self.start.utcDay
        #expect(schedule.times(on: day) == CoverSchedule(secret: secret, configuration).times(on: day))
        #expect(schedule.times(on: day) != schedule.times(on: day.advanced(byDays: 1)))
        let other = CoverSchedule(secret: SecretBytes([1]), configuration)
        #expect(schedule.times(on: day) != other.times(on: day))
        for offset in stride(from: Int64(0), to: 10 * 86_400, by: 3571) {
            let now = Self.start.advanced(bySeconds: offset)
            let next = schedule.next(after: now)
            #expect(next > now && next.seconds(since: now) < 2 * 86_400)
            #expect(schedule.isDue(since: now, at: next))
            #expect(!schedule.isDue(since: now, at: next.advanced(bySeconds: -1)))
        }
    }

    @Test("a day without room for all pauses has fewer sequences, and a span upside down ends nothing")
    func impossibleSpans() {
        var configuration = PhoneConfiguration.published(country: "DE")
        configuration.fakesPerDay = ClosedSpan(min: 24, max: 24)
        configuration.pauseBetweenFakes = ClosedSpan(min: 28_800, max: 28_800)
        let secret = SecretBytes([7])
        #expect(CoverSchedule(secret: secret, configuration).times(on: Self.start.utcDay).count == 3)
        configuration.fakesPerDay = ClosedSpan(min: 3, max: 1)
        configuration.pauseBetweenFakes = ClosedSpan(min: 60, max: 1)
        #expect(CoverSchedule(secret: secret, configuration).times(on: Self.start.utcDay).count == 3)
    }
}
