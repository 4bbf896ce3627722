import CoronaWarnAPI
import CoronaWarnPackages
import ExposurePrimitives
import Testing

@Suite("The life of packages")
struct PackageLifeTests {
    private static let monday = CalendarDay(daysSinceEpoch: 18_414)
    private static let longAgo = PackageHour(monday.advanced(byDays: -100), 0)
    private let life = PackageLife()

    private func time(_ day: Int, _ hour: Int = 0, seconds: Int64 = 0) -> UnixTime {
        PackageHour(Self.monday.advanced(byDays: day), hour).start.advanced(bySeconds: seconds)
    }

    @Test("a day is on offer from its end until the fourteenth day after it begins")
    func days() {
        let slot = PackageSlot.day(Self.monday)
        #expect(!life.offers(slot, at: time(1, seconds: -1)))
        #expect(life.offers(slot, at: time(1)))
        #expect(life.offers(slot, at: time(14, seconds: -1)))
        #expect(!life.offers(slot, at: time(14)))
        let dates = life.dates(since: Self.longAgo, at: time(14, 12))
        #expect(dates == (1...13).map(Self.monday.advanced(byDays:)))
    }

    @Test("an hour is on offer from its end until the second day after its date begins")
    func hours() {
        let slot = PackageSlot.hour(PackageHour(Self.monday, 5))
        #expect(!life.offers(slot, at: time(0, 6, seconds: -1)))
        #expect(life.offers(slot, at: time(0, 6)))
        #expect(life.offers(slot, at: time(2, seconds: -1)))
        #expect(!life.offers(slot, at: time(2)))
        let noon = time(0, 12, seconds: 1800)
        #expect(life.hours(of: Self.monday, since: Self.longAgo, at: noon) == Array(0...11))
        #expect(life.hours(of: Self.monday.advanced(byDays: -1), since: Self.longAgo, at: noon) == Array(0...23))
        #expect(life.hours(of: Self.monday.advanced(byDays: -2), since: Self.longAgo, at: noon).isEmpty)
        #expect(life.hours(of: Self.monday.advanced(byDays: 1), since: Self.longAgo, at: noon).isEmpty)
        #expect(
            life.datesWithHours(since: Self.longAgo, at: noon) == [Self.monday.advanced(byDays: -1), Self.monday]
        )
        // At midnight no hour of the new day is over.
        #expect(life.datesWithHours(since: Self.longAgo, at: time(1)) == [Self.monday])
    }

    @Test("nothing is on offer from before the first decision")
    func beginning() {
        let first = PackageHour(Self.monday, 10)
        #expect(life.hours(of: Self.monday, since: first, at: time(0, 13)) == [10, 11, 12])
        #expect(life.dates(since: first, at: time(0, 13)).isEmpty)
        #expect(life.dates(since: first, at: time(2)) == [Self.monday, Self.monday.advanced(byDays: 1)])
    }

    @Test("no moment is too early or too late to ask about")
    func extremes() {
        for now in [UnixTime(.min), UnixTime(.max), UnixTime(253_402_300_800)] {
            #expect(life.dates(since: Self.longAgo, at: now).count < 14)
            #expect(life.datesWithHours(since: Self.longAgo, at: now).count < 3)
        }
    }

    @Test("every listed file is on offer, and no other one")
    func listed() throws {
        let country = try #require(RegionCode("DE"))
        let first = PackageHour(Self.monday.advanced(byDays: -20), 7)
        for now in [time(-20, 8), time(-19), time(0), time(0, 23, seconds: 3599), time(3, 4)] {
            for day in (-22...4).map(Self.monday.advanced(byDays:)) {
                let isListed = life.dates(since: first, at: now).contains(day)
                #expect(life.offers(.day(country, day), since: first, at: now) == isListed)
                let hours = life.hours(of: day, since: first, at: now)
                #expect(life.offers(.hours(country, day), since: first, at: now) == !hours.isEmpty)
                #expect(life.datesWithHours(since: first, at: now).contains(day) == !hours.isEmpty)
                for hour in TreePath.hoursOfDay {
                    let path = TreePath.hour(country, day, hour)
                    #expect(life.offers(path, since: first, at: now) == hours.contains(hour))
                }
            }
        }
        #expect(life.offers(.countries, since: first, at: time(0)))
    }

    @Test("settings have limits")
    func limits() {
        #expect(PackageLife(days: 0, hourDays: 0) == PackageLife(days: 1, hourDays: 1))
        #expect(PackageLife(days: 31, hourDays: 40) == PackageLife(days: 30, hourDays: 30))
        #expect(PackageLife(days: 10, hourDays: 11).hourDays == 10)
    }
}

@Suite("Slots of packages")
struct PackageSlotTests {
    private static let monday = CalendarDay(daysSinceEpoch: 18_414)

    @Test("a day holds its 24 hours")
    func hours() throws {
        let country = try #require(RegionCode("DE"))
        let day = PackageSlot.day(Self.monday)
        #expect(day.hours.map(\.hourOfDay) == Array(0...23) && day.hours.allSatisfy { $0.day == Self.monday })
        #expect(day.hours.first?.start == day.start && day.hours.last?.end == day.end)
        #expect(day.path(in: country, batch: 2) == .day(country, Self.monday, batch: 2))
        let hour = PackageSlot.hour(PackageHour(Self.monday, 5))
        #expect(hour.hours.count == 1 && hour.end.seconds(since: hour.start) == 3600)
        #expect(hour.path(in: country) == .hour(country, Self.monday, 5))
    }

    @Test("hours count from 1970 to 9999, and never beyond")
    func ends() {
        #expect(PackageHour(containing: UnixTime(3599)).hoursSinceEpoch == 0)
        #expect(PackageHour(containing: UnixTime(3600)).hoursSinceEpoch == 1)
        #expect(PackageHour(containing: UnixTime(-1)).hoursSinceEpoch == 0)
        for time in [UnixTime(.max), UnixTime(.min), UnixTime(253_402_300_799)] {
            let hour = PackageHour(containing: time)
            #expect(PackageHour(hour.day, hour.hourOfDay) == hour)
        }
        #expect(PackageHour(containing: UnixTime(.max)).description == "9999-12-31T23")
        #expect(PackageHour(clamping: 5).advanced(by: .min) == PackageHour(clamping: 0))
        #expect(PackageHour(clamping: 5).advanced(by: .max).advanced(by: 1) == PackageHour(clamping: .max))
        #expect(PackageHour(CalendarDay(daysSinceEpoch: .max), 0) == PackageHour(clamping: .max))
        #expect(PackageHour(CalendarDay(daysSinceEpoch: .min), 0) == PackageHour(clamping: 0))
        #expect(PackageHour(clamping: 9).through(PackageHour(clamping: 8)).isEmpty)
    }

    @Test("each country has a sequence of hours and one of days")
    func sequencesOfPackages() throws {
        let (germany, union) = (try #require(RegionCode("DE")), try #require(RegionCode("EUR")))
        #expect(PackageKind.allCases.map { $0.sequenceName(in: germany) } == ["de-hour", "de-day"])
        #expect(PackageKind.day.sequenceName(in: union) == "eur-day")
        for slot in [PackageSlot.hour(PackageHour(Self.monday, 5)), .day(Self.monday)] {
            let kind: PackageKind = slot.hours.count == 1 ? .hour : .day
            #expect(slot.end.seconds(since: slot.start) == kind.period)
        }
    }

    @Test("statements about indexes and configuration have sequences of their own")
    func sequencesOfStatements() {
        #expect(Set(StatementSequence.allCases.map(\.rawValue)).count == StatementSequence.allCases.count)
    }
}
