import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposurePrimitives
import Foundation
import Testing

@testable import CoronaWarnClient

@Suite("The packages that a phone has")
struct PackageProgressTests {
    private static let today = CalendarDay(daysSinceEpoch: 20_000)
    private static let now = today.startInUTC.advanced(bySeconds: 36_600)

    private static func day(_ daysAgo: Int) -> CalendarDay { today.advanced(byDays: -daysAgo) }

    private static func index(days: ClosedRange<Int>?, today hours: Range<Int>, yesterday: Range<Int> = 0..<24)
        -> PackageIndex
    {
        PackageIndex(
            region: "DE",
            days: Set(days?.map(day) ?? []),
            hours: [Self.today: Set(hours), day(1): Set(yesterday)]
        )
    }

    private static func package(_ slot: PackageSlot, tags: [String] = ["aa"]) -> GatheredPackage {
        GatheredPackage(
            slot: slot,
            region: "DE",
            files: tags.map { GatheredPackage.File(name: "package-\($0)", entityTag: $0) }
        )
    }

    private static func outcome(
        _ index: PackageIndex?,
        gathered: [GatheredPackage] = [],
        skipped: [PackageSlot] = [],
        failed: [PackageSlot] = []
    ) -> DownloadOutcome {
        var outcome = DownloadOutcome()
        (outcome.index, outcome.gathered, outcome.skipped, outcome.failed) = (index, gathered, skipped, failed)
        return outcome
    }

    /// A phone that downloads everything that is due, without failures.
    private static func download(_ progress: inout PackageProgress, _ index: PackageIndex) -> [PackageSlot] {
        var generator = SeededGenerator(seed: 1)
        var working = progress
        working.settle(in: index)
        let due = working.due(in: index, at: now)
        progress.record(outcome(index, gathered: due.map { package($0) }), at: now, using: &generator)
        return due
    }

    private static func hour(_ daysAgo: Int, _ hour: Int) -> PackageSlot { .hour(PackageHour(day(daysAgo), hour)) }

    @Test("a new phone fetches the days on offer, and the hours of today")
    func newPhone() {
        var progress = PackageProgress(region: "DE")
        let due = Self.download(&progress, Self.index(days: 1...13, today: 0..<10))
        #expect(due == (1...13).reversed().map { .day(Self.day($0)) } + (0..<10).map { Self.hour(0, $0) })
        #expect(progress.gathered.map(\.slot) == due, "oldest first")
    }

    @Test("a phone that keeps up fetches each hour, and no day")
    func hourly() {
        var progress = PackageProgress(region: "DE")
        _ = Self.download(&progress, Self.index(days: 2...13, today: 0..<1, yesterday: 0..<24))
        #expect(Self.download(&progress, Self.index(days: 1...13, today: 0..<1)) == [], "yesterday came by hours")
        for hour in 1..<24 {
            #expect(Self.download(&progress, Self.index(days: 1...13, today: 0..<hour + 1)) == [Self.hour(0, hour)])
        }
    }

    @Test("every key that was on offer comes, however long the phone was off", arguments: 0...40)
    func catchUp(hoursOff: Int) {
        // The phone has all hours up to some hour of yesterday or before, then it is off.
        let last = PackageHour(containing: Self.now).advanced(by: -1 - hoursOff)
        var progress = PackageProgress(region: "DE")
        for hour in PackageHour(Self.day(3), 0).through(last) {
            var index = PackageIndex(region: "DE", days: [], hours: [hour.day: [hour.hourOfDay]])
            if hour.hourOfDay == 23 {
                index.hours[hour.day] = Set(0..<24)
                index.days = [hour.day]
            }
            _ = Self.download(&progress, index)
        }
        let due = Self.download(&progress, Self.index(days: 1...13, today: 0..<10))
        let covered = Set(due.flatMap(\.hours))
        let needed = last.advanced(by: 1).through(PackageHour(containing: Self.now).advanced(by: -1))
        #expect(covered.isSuperset(of: needed))
        #expect(Self.download(&progress, Self.index(days: 1...13, today: 0..<10)) == [], "nothing comes twice")
    }

    @Test("a day comes as a whole if more than half of its hours have keys and none of these came, or its hours left")
    func dayOrHours() {
        for (empty, wholeDay) in [(0, true), (11, true), (12, false), (23, false)] {
            var progress = PackageProgress(region: "DE")
            var index = Self.index(days: 1...1, today: 0..<0)
            index.emptyHours = Set((0..<empty).map { PackageHour(Self.day(1), $0) })
            let due = Self.download(&progress, index)
            #expect(due == (wholeDay ? [.day(Self.day(1))] : (empty..<24).map { Self.hour(1, $0) }))
        }
        for known in [1, 11, 23] {
            var progress = PackageProgress(region: "DE")
            let early = PackageIndex(region: "DE", days: [], hours: [Self.day(1): Set(0..<known)])
            _ = Self.download(&progress, early)
            let due = Self.download(&progress, Self.index(days: 1...1, today: 0..<0))
            #expect(due == (known..<24).map { Self.hour(1, $0) }, "no key is handed over twice")
        }
        var progress = PackageProgress(region: "DE")
        _ = Self.download(&progress, PackageIndex(region: "DE", days: [], hours: [Self.day(3): Set(0..<23)]))
        #expect(
            Self.download(&progress, Self.index(days: 3...3, today: 0..<0, yesterday: 0..<0)) == [.day(Self.day(3))]
        )
    }

    @Test("hours without keys do not come")
    func emptyHours() {
        var progress = PackageProgress(region: "DE")
        var index = Self.index(days: nil, today: 0..<10, yesterday: 0..<0)
        index.emptyHours = Set((0..<9).map { PackageHour(Self.today, $0) })
        #expect(Self.download(&progress, index) == [Self.hour(0, 9)])
    }

    @Test("a failed package costs only itself, and waits longer after each failure")
    func failures() throws {
        var generator = SeededGenerator(seed: 1)
        var progress = PackageProgress(region: "DE")
        let index = Self.index(days: nil, today: 0..<3, yesterday: 0..<0)
        let good = [Self.package(Self.hour(0, 0)), Self.package(Self.hour(0, 2))]
        var now = Self.now
        var outcome = Self.outcome(index, gathered: good, failed: [Self.hour(0, 1)])
        for number in 0..<12 {
            progress.record(outcome, at: now, using: &generator)
            let retry = try #require(progress.nextRetry)
            let full = min(Int64(60) << Int64(number), 14_400)
            #expect(retry.seconds(since: now) >= full / 2 && retry.seconds(since: now) <= full)
            #expect(progress.due(in: index, at: retry.advanced(bySeconds: -1)) == [])
            #expect(progress.due(in: index, at: retry) == [Self.hour(0, 1)])
            now = retry
            outcome = Self.outcome(index, failed: [Self.hour(0, 1)])
        }
        #expect(progress.gathered == good)
        progress.record(Self.outcome(index, gathered: [Self.package(Self.hour(0, 1))]), at: now, using: &generator)
        #expect(progress.nextRetry == nil)
    }

    @Test("a package that left the offer, or came with its day, fails no longer")
    func failuresEnd() {
        var generator = SeededGenerator(seed: 1)
        var progress = PackageProgress(region: "DE")
        let index = Self.index(days: nil, today: 0..<3, yesterday: 0..<24)
        progress.record(Self.outcome(index, failed: [Self.hour(1, 5)]), at: Self.now, using: &generator)
        #expect(progress.nextRetry != nil)
        var other = progress
        progress.record(
            Self.outcome(Self.index(days: nil, today: 0..<3, yesterday: 0..<0)),
            at: Self.now,
            using: &generator
        )
        #expect(progress.nextRetry == nil)
        let day = Self.package(.day(Self.day(1)))
        let withDay = Self.index(days: 1...1, today: 0..<3)
        other.record(Self.outcome(withDay, gathered: [day]), at: Self.now, using: &generator)
        #expect(other.nextRetry == nil)
        #expect(!other.due(in: withDay, at: Self.now).contains(Self.hour(1, 5)))
    }

    @Test("a clock that was set back by more than the longest wait delays no retry")
    func clock() {
        var generator = SeededGenerator(seed: 1)
        var progress = PackageProgress(region: "DE")
        let index = Self.index(days: nil, today: 0..<1, yesterday: 0..<0)
        progress.record(Self.outcome(index, failed: [Self.hour(0, 0)]), at: Self.now, using: &generator)
        let back = Self.now.advanced(bySeconds: -20_000)
        #expect(progress.due(in: index, at: back) == [Self.hour(0, 0)])
    }

    @Test("withdrawn packages are dropped before the framework gets them, as a whole and only here")
    func revoked() {
        var generator = SeededGenerator(seed: 1)
        var progress = PackageProgress(region: "DE")
        let index = Self.index(days: nil, today: 0..<3, yesterday: 0..<0)
        let two = Self.package(Self.hour(0, 1), tags: ["bb", "cc"])
        progress.record(
            Self.outcome(index, gathered: [Self.package(Self.hour(0, 0)), two]),
            at: Self.now,
            using: &generator
        )
        func revoke(_ region: String, _ tag: String) -> [GatheredPackage] {
            progress.drop(revoked: [RevokedPackage(region: region, date: "\(Self.today)", hour: 1, entityTag: tag)])
        }
        let (foreign, unknown, own) = (revoke("EUR", "cc"), revoke("DE", "dd"), revoke("DE", "cc"))
        #expect(foreign == [] && unknown == [])
        #expect(own == [two])
        #expect(progress.gathered.map(\.slot) == [Self.hour(0, 0)])
        #expect(!progress.due(in: index, at: Self.now).contains(Self.hour(0, 1)), "it does not come again")
    }

    @Test("what the framework has goes, and what was damaged on the phone comes again")
    func removal() {
        var progress = PackageProgress(region: "DE")
        let index = Self.index(days: nil, today: 0..<3, yesterday: 0..<0)
        _ = Self.download(&progress, index)
        progress.remove([Self.hour(0, 0)])
        #expect(progress.gathered.map(\.slot) == [Self.hour(0, 1), Self.hour(0, 2)])
        #expect(progress.due(in: index, at: Self.now) == [])
        progress.forget(Self.hour(0, 1))
        #expect(progress.gathered.map(\.slot) == [Self.hour(0, 2)])
        #expect(progress.due(in: index, at: Self.now) == [Self.hour(0, 1)])
    }

    @Test("a damaged package of a finished day comes again, too")
    func damagedDay() {
        var progress = PackageProgress(region: "DE")
        let index = Self.index(days: 1...1, today: 0..<0)
        let early = PackageIndex(region: "DE", days: [], hours: [Self.day(1): Set(0..<24)])
        _ = Self.download(&progress, early)
        _ = Self.download(&progress, index)
        progress.forget(Self.hour(1, 7))
        #expect(progress.due(in: index, at: Self.now) == [Self.hour(1, 7)])
    }

    @Test("another region begins anew, and keeps what was gathered")
    func region() {
        var progress = PackageProgress(region: "DE")
        let index = Self.index(days: nil, today: 0..<2, yesterday: 0..<0)
        _ = Self.download(&progress, index)
        let union = PackageIndex(region: "EUR", days: [], hours: index.hours)
        var generator = SeededGenerator(seed: 1)
        progress.record(Self.outcome(union), at: Self.now, using: &generator)
        #expect(progress.region == "EUR")
        #expect(progress.due(in: union, at: Self.now) == [Self.hour(0, 0), Self.hour(0, 1)])
        #expect(progress.gathered.count == 2)
    }

    @Test("a download without an index changes nothing, and the file holds the progress")
    func file() throws {
        var generator = SeededGenerator(seed: 1)
        var progress = PackageProgress(region: "DE")
        let index = Self.index(days: 1...3, today: 0..<4)
        _ = Self.download(&progress, index)
        progress.record(Self.outcome(index, failed: [Self.hour(0, 3)]), at: Self.now, using: &generator)
        let before = progress
        progress.record(Self.outcome(nil), at: Self.now, using: &generator)
        #expect(progress == before)
        #expect(try JSONDecoder().decode(PackageProgress.self, from: JSONEncoder().encode(progress)) == progress)
    }

    @Test("what is a month old is forgotten")
    func forgetting() throws {
        var generator = SeededGenerator(seed: 1)
        var progress = PackageProgress(region: "DE")
        _ = Self.download(&progress, Self.index(days: 1...13, today: 0..<10))
        progress.remove(Set(progress.gathered.map(\.slot)))
        let size = try JSONEncoder().encode(progress).count
        let later = Self.now.advanced(bySeconds: 32 * UnixTime.secondsPerDay)
        progress.record(Self.outcome(PackageIndex(region: "DE")), at: later, using: &generator)
        #expect(try JSONEncoder().encode(progress).count < size / 4)
    }
}
