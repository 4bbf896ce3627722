import CoronaWarnAPI
import CoronaWarnPackages
import ExposurePrimitives
import Foundation
import Testing

@Suite("The life of packages")
struct PackageLifeTests {
    private static let monday = CalendarDay(daysSinceEpoch: 18_414)
    private let life = PackageLife()

    private func time(_ day: Int, _ hour: Int = 0, seconds: Int64 = 0) -> UnixTime {
        PackageHour(Self.monday.advanced(byDays: day), hour).start.advanced(bySeconds: seconds)
    }

    @Test("a day is on offer from its end until the fourteenth day after it begins")
    func days() {
        let slot = PackageSlot.day(Self.monday)
        #expect(!life.offers(slot, at: time(1, seconds: -1)) && life.offers(slot, at: time(1)))
        #expect(life.offers(slot, at: time(14, seconds: -1)) && !life.offers(slot, at: time(14)))
    }

    @Test("an hour is on offer from its end until the second day after its date begins")
    func hours() {
        let slot = PackageSlot.hour(PackageHour(Self.monday, 5))
        #expect(!life.offers(slot, at: time(0, 6, seconds: -1)) && life.offers(slot, at: time(0, 6)))
        #expect(life.offers(slot, at: time(2, seconds: -1)) && !life.offers(slot, at: time(2)))
    }

    @Test("no moment is too early or too late to ask about")
    func extremes() {
        for slot in [PackageSlot.day(Self.monday), .hour(PackageHour(Self.monday, 5))] {
            #expect(!life.offers(slot, at: UnixTime(.min)) && !life.offers(slot, at: UnixTime(.max)))
        }
    }

    @Test("a package's file leaves when it is no longer on offer, and the index of a date's hours with the hours")
    func files() throws {
        let country = try #require(RegionCode("DE"))
        for slot in [PackageSlot.day(Self.monday)] + (0...23).map({ .hour(PackageHour(Self.monday, $0)) }) {
            for path in [slot.path(in: country), slot.path(in: country, batch: 2)] {
                let end = life.end(of: slot)
                #expect(!life.hasLeft(path, at: end.advanced(bySeconds: -1)) && life.hasLeft(path, at: end))
                #expect(life.offers(slot, at: end.advanced(bySeconds: -1)) && !life.offers(slot, at: end))
            }
        }
        let index = TreePath.hours(country, Self.monday)
        #expect(!life.hasLeft(index, at: time(2, seconds: -1)) && life.hasLeft(index, at: time(2)))
        let configuration = ConfigurationFile.allCases.map(TreePath.configuration)
        let lasting = [TreePath.versions, .countries, .dates(country)] + configuration
        #expect(lasting.allSatisfy { !life.hasLeft($0, at: UnixTime(.max)) })
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

    @Test("a slot is read as it is written, and from a file")
    func roundTrip() throws {
        let day = CalendarDay(daysSinceEpoch: 18_414)
        let slots = [PackageSlot.day(day)] + (0...23).map { .hour(PackageHour(day, $0)) }
        #expect("\(slots[0])" == "2020-06-01")
        #expect("\(slots[6])" == "2020-06-01T05")
        #expect(slots.map { PackageSlot("\($0)") } == slots)
        #expect(try JSONDecoder().decode([PackageSlot].self, from: JSONEncoder().encode(slots)) == slots)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "2020-06-31", "2020-06-01T24", "2020-06-01T5", "2020-06-01T+5", "2020-06-01T05T05", "2020-06-01T",
            "2020-6-1", "2020-06-01T-1", "2020-06-01 05",
        ]
    )
    func refusals(text: String) {
        #expect(PackageSlot(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([PackageSlot].self, from: JSONEncoder().encode([text]))
        }
    }
}
