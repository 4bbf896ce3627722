import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposurePrimitives
import Foundation
import Testing

@testable import CoronaWarnClient

@Suite("The packages that a phone has")
struct PackageProgressTests {
    private var generator = SeededGenerator(seed: 1)
    private var progress = PackageProgress(region: "DE")
    private static let today = CalendarDay(daysSinceEpoch: 20_000)
    private static let now = today.startInUTC.advanced(bySeconds: 36_600)

    private static func day(_ daysAgo: Int) -> CalendarDay { today.advanced(byDays: -daysAgo) }

    private static func index(days: ClosedRange<Int>?, today hours: Range<Int>, yesterday: Range<Int> = 0..<24)
        -> PackageIndex
    {
        let hours = [Self.today: Set(hours), day(1): Set(yesterday)]
        return PackageIndex(region: "DE", days: Set(days?.map(day) ?? []), hours: hours)
    }

    private static func package(_ slot: PackageSlot, tags: [String] = ["aa"]) -> GatheredPackage {
        let files = tags.map { GatheredPackage.File(name: "package-\($0)", entityTag: $0) }
        return GatheredPackage(slot: slot, region: "DE", files: files)
    }

    /// Records a download with this outcome.
    private mutating func record(
        _ index: PackageIndex?,
        gathered: [GatheredPackage] = [],
        failed: [PackageSlot] = [],
        at time: UnixTime = now
    ) {
        var outcome = DownloadOutcome()
        (outcome.index, outcome.gathered, outcome.failed) = (index, gathered, failed)
        progress.record(outcome, at: time, using: &generator)
    }

    /// Downloads everything that is due, without failures.
    private mutating func download(_ index: PackageIndex) -> [PackageSlot] {
        var working = progress
        working.settle(in: index)
        let due = working.due(in: index, at: Self.now)
        record(index, gathered: due.map { Self.package($0) })
        return due
    }

    private static func hour(_ daysAgo: Int, _ hour: Int) -> PackageSlot { .hour(PackageHour(day(daysAgo), hour)) }

    @Test("a new phone fetches the days on offer, and the hours of today")
    mutating func newPhone() {
        let due = download(Self.index(days: 1...13, today: 0..<10))
        #expect(due == (1...13).reversed().map { .day(Self.day($0)) } + (0..<10).map { Self.hour(0, $0) })
        #expect(progress.gathered.map(\.slot) == due, "oldest first")
    }

    @Test("a phone that keeps up fetches each hour, and no day")
    mutating func hourly() {
        _ = download(Self.index(days: 2...13, today: 0..<1, yesterday: 0..<24))
        #expect(download(Self.index(days: 1...13, today: 0..<1)) == [], "yesterday came by hours")
        for hour in 1..<24 {
            #expect(download(Self.index(days: 1...13, today: 0..<hour + 1)) == [Self.hour(0, hour)])
        }
    }

    @Test("every key that was on offer comes, however long the phone was off", arguments: 0...40)
    mutating func catchUp(hoursOff: Int) {
        // The phone has all hours up to some hour of yesterday or before, then it is off.
        let last = PackageHour(containing: Self.now).advanced(by: -1 - hoursOff)
        for hour in PackageHour(Self.day(3), 0).through(last) {
            var index = PackageIndex(region: "DE", days: [], hours: [hour.day: [hour.hourOfDay]])
            if hour.hourOfDay == 23 {
                index.hours[hour.day] = Set(0..<24)
                index.days = [hour.day]
            }
            _ = download(index)
        }
        let due = download(Self.index(days: 1...13, today: 0..<10))
        let covered = Set(due.flatMap(\.hours))
        let needed = last.advanced(by: 1).through(PackageHour(containing: Self.now).advanced(by: -1))
        #expect(covered.isSuperset(of: needed))
        #expect(download(Self.index(days: 1...13, today: 0..<10)) == [], "nothing comes twice")
    }

    @Test("a day comes as a whole if more than half of its hours have keys and none of these came, or its hours left")
    mutating func dayOrHours() {
        for (empty, wholeDay) in [(0, true), (11, true), (12, false), (23, false)] {
            progress = PackageProgress(region: "DE")
            var index = Self.index(days: 1...1, today: 0..<0)
            index.emptyHours = Set((0..<empty).map { PackageHour(Self.day(1), $0) })
            let due = download(index)
            #expect(due == (wholeDay ? [.day(Self.day(1))] : (empty..<24).map { Self.hour(1, $0) }))
        }
        for known in [1, 11, 23] {
            progress = PackageProgress(region: "DE")
            _ = download(PackageIndex(region: "DE", days: [], hours: [Self.day(1): Set(0..<known)]))
            let due = download(Self.index(days: 1...1, today: 0..<0))
            #expect(due == (known..<24).map { Self.hour(1, $0) }, "no key is handed over twice")
        }
        progress = PackageProgress(region: "DE")
        _ = download(PackageIndex(region: "DE", days: [], hours: [Self.day(3): Set(0..<23)]))
        #expect(download(Self.index(days: 3...3, today: 0..<0, yesterday: 0..<0)) == [.day(Self.day(3))])
    }

    @Test("hours without keys do not come")
    mutating func emptyHours() {
        var index = Self.index(days: nil, today: 0..<10, yesterday: 0..<0)
        index.emptyHours = Set((0..<9).map { PackageHour(Self.today, $0) })
        #expect(download(index) == [Self.hour(0, 9)])
    }

    @Test("a failed package costs only itself, and waits longer after each failure")
    mutating func failures() throws {
        let index = Self.index(days: nil, today: 0..<3, yesterday: 0..<0)
        let good = [Self.package(Self.hour(0, 0)), Self.package(Self.hour(0, 2))]
        var now = Self.now
        for number in 0..<12 {
            record(index, gathered: number == 0 ? good : [], failed: [Self.hour(0, 1)], at: now)
            let retry = try #require(progress.nextRetry)
            let full = min(Int64(60) << Int64(number), 14_400)
            #expect(retry.seconds(since: now) >= full / 2 && retry.seconds(since: now) <= full)
            #expect(progress.due(in: index, at: retry.advanced(bySeconds: -1)) == [])
            #expect(progress.due(in: index, at: retry) == [Self.hour(0, 1)])
            now = retry
        }
        #expect(progress.gathered == good)
        record(index, gathered: [Self.package(Self.hour(0, 1))], at: now)
        #expect(progress.nextRetry == nil)
    }

    @Test("a package that left the offer, or came with its day, fails no longer")
    mutating func failuresEnd() {
        let index = Self.index(days: nil, today: 0..<3, yesterday: 0..<24)
        record(index, failed: [Self.hour(1, 5)])
        #expect(progress.nextRetry != nil)
        let before = progress
        record(Self.index(days: nil, today: 0..<3, yesterday: 0..<0))
        #expect(progress.nextRetry == nil)
        progress = before
        let withDay = Self.index(days: 1...1, today: 0..<3)
        record(withDay, gathered: [Self.package(.day(Self.day(1)))])
        #expect(progress.nextRetry == nil)
        #expect(!progress.due(in: withDay, at: Self.now).contains(Self.hour(1, 5)))
    }

    @Test("a clock that was set back by more than the longest wait delays no retry")
    mutating func clock() {
        let index = Self.index(days: nil, today: 0..<1, yesterday: 0..<0)
        record(index, failed: [Self.hour(0, 0)])
        let back = Self.now.advanced(bySeconds: -20_000)
        #expect(progress.due(in: index, at: back) == [Self.hour(0, 0)])
    }

    @Test("withdrawn packages are dropped before the framework gets them, as a whole and only here")
    mutating func revoked() {
        let index = Self.index(days: nil, today: 0..<3, yesterday: 0..<0)
        let two = Self.package(Self.hour(0, 1), tags: ["bb", "cc"])
        record(index, gathered: [Self.package(Self.hour(0, 0)), two])
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
    mutating func removal() {
        let index = Self.index(days: nil, today: 0..<3, yesterday: 0..<0)
        _ = download(index)
        progress.remove([Self.hour(0, 0)])
        #expect(progress.gathered.map(\.slot) == [Self.hour(0, 1), Self.hour(0, 2)])
        #expect(progress.due(in: index, at: Self.now) == [])
        progress.forget(Self.hour(0, 1))
        #expect(progress.gathered.map(\.slot) == [Self.hour(0, 2)])
        #expect(progress.due(in: index, at: Self.now) == [Self.hour(0, 1)])
    }

    @Test("a damaged package of a finished day comes again, too")
    mutating func damagedDay() {
        let index = Self.index(days: 1...1, today: 0..<0)
        _ = download(PackageIndex(region: "DE", days: [], hours: [Self.day(1): Set(0..<24)]))
        _ = download(index)
        progress.forget(Self.hour(1, 7))
        #expect(progress.due(in: index, at: Self.now) == [Self.hour(1, 7)])
    }

    @Test("another region begins anew, and keeps what was gathered")
    mutating func region() {
        let index = Self.index(days: nil, today: 0..<2, yesterday: 0..<0)
        _ = download(index)
        let union = PackageIndex(region: "EUR", days: [], hours: index.hours)
        record(union)
        #expect(progress.region == "EUR")
        #expect(progress.due(in: union, at: Self.now) == [Self.hour(0, 0), Self.hour(0, 1)])
        #expect(progress.gathered.count == 2)
    }

    @Test("a download without an index changes nothing, and the file holds the progress")
    mutating func file() throws {
        let index = Self.index(days: 1...3, today: 0..<4)
        _ = download(index)
        record(index, failed: [Self.hour(0, 3)])
        let before = progress
        record(nil)
        #expect(progress == before)
        #expect(try JSONDecoder().decode(PackageProgress.self, from: JSONEncoder().encode(progress)) == progress)
    }

    @Test("what is a month old is forgotten")
    mutating func forgetting() throws {
        _ = download(Self.index(days: 1...13, today: 0..<10))
        progress.remove(Set(progress.gathered.map(\.slot)))
        let size = try JSONEncoder().encode(progress).count
        let later = Self.now.advanced(bySeconds: 32 * UnixTime.secondsPerDay)
        record(PackageIndex(region: "DE"), at: later)
        #expect(try JSONEncoder().encode(progress).count < size / 4)
    }
}
