import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
import Testing

@testable import AssociationService

/// The relay of attack T4 in a city of twenty districts, as numbers alone.
@Suite("Reports with contacts that came over a relay")
struct RelayTests {
    private static let districts = (0..<20).compactMap { PostalDistrict("D\($0)") }

    private static func meeting(_ person: RegistrationID, at place: Int, in interval: UInt32) -> Meeting {
        Meeting(person: person, district: districts[place], interval: AssociationInterval(interval))
    }

    /// People with a home, a place of work beside it or anywhere, and contacts at both.
    private struct City {
        var generator: SeededGenerator
        private var next: UInt64 = 0

        init(seed: UInt64) {
            generator = SeededGenerator(seed: seed)
        }

        private mutating func person() -> RegistrationID {
            next += 1
            return RegistrationID(Bytes16(words: (next, 7)))
        }

        /// The home of somebody at a place: mostly beside it, more rarely the farther it is, and seldom anywhere.
        private mutating func home(near place: Int) -> Int {
            let draw = Double.random(in: 0..<1, using: &generator)
            if draw < 0.01 {
                return Int.random(in: 0..<20, using: &generator)
            }
            let steps = draw < 0.6 ? 0 : draw < 0.85 ? 1 : 2
            return (place + (Bool.random(using: &generator) ? steps : 20 - steps)) % 20
        }

        /// Ten days of a commuter: eight colleagues of a day, and four people near home.
        mutating func commuter(from district: Int) -> [Meeting] {
            let work = home(near: district)
            let places = [(work, 8), (district, 4)]
            var meetings: [Meeting] = []
            for (place, people) in places {
                let known = (0..<people).map { _ in (person(), home(near: place)) }
                for day in 0..<10 {
                    for interval in 0..<4 {
                        let number = UInt32(day * 96 + interval + (place == work ? 40 : 70))
                        meetings += known.map { RelayTests.meeting($0, at: $1, in: number) }
                    }
                }
            }
            return meetings
        }

        /// The commuter's phone was in a tunnel for an hour: three people of a district at the other end of the city.
        mutating func relayed(from district: Int, people: Int = 3) -> [Meeting] {
            let far = (district + 10) % 20
            let strangers = (0..<people).map { _ in person() }
            return commuter(from: district)
                + strangers.map { RelayTests.meeting($0, at: far, in: 41) }
        }

        /// A day at the other end of the city, alone.
        mutating func trip(from district: Int) -> [Meeting] {
            let far = (district + 10) % 20
            return commuter(from: district)
                + (0..<20).map { RelayTests.meeting(person(), at: far, in: 96 * 11 + $0) }
        }
    }

    /// A check that knows reports of all districts.
    private static func check(_ city: inout City, reports: Int = 400) -> RelayCheck {
        RelayCheck(DistrictContacts((0..<reports).map { CaseDistricts(city.commuter(from: $0 % 20)) }))
    }

    @Test(
        "nine of ten relays with three contacts are flagged, and less than one of a thousand commuters",
        arguments: [11, 12]
    )
    func rates(seed: UInt64) {
        var city = City(seed: seed)
        let check = Self.check(&city)
        let honest = (0..<2000).count { _ in check.suspects(city.commuter(from: 3)) }
        #expect(honest < 2, "of 2000")
        let relayed = (0..<300).count { _ in check.suspects(city.relayed(from: 3)) }
        #expect(relayed >= 270, "of 300")
        // The control: with one contact nobody can be sure.
        let few = (0..<300).count { _ in check.suspects(city.relayed(from: 3, people: 1)) }
        #expect(few < 2, "of 300 with one contact")
    }

    @Test("somebody who spends a day far away, alone, is not flagged")
    func travellers() {
        var city = City(seed: 13)
        let check = Self.check(&city)
        #expect((0..<300).count { _ in check.suspects(city.trip(from: 3)) } < 2)
    }

    @Test(
        "from the first report on, less than one of a thousand commuters is flagged",
        arguments: [(0, 0...0), (10, 0...0), (25, 3...150), (100, 150...290)]
    )
    func learning(reports: Int, relays: ClosedRange<Int>) {
        var city = City(seed: 14)
        let check = Self.check(&city, reports: reports)
        #expect((0..<2000).count { _ in check.suspects(city.commuter(from: 3)) } < 2, "of 2000")
        let relayed = (0..<300).count { _ in check.suspects(city.relayed(from: 3)) }
        #expect(relays.contains(relayed), "\(relayed) of 300")
    }

    /// People of these districts in one interval.
    private static func company(_ groups: [(place: Int, people: UInt64)]) -> [Meeting] {
        groups.flatMap { place, people in
            (0..<people).map { meeting(RegistrationID(Bytes16(words: (UInt64(place), $0))), at: place, in: 5) }
        }
    }

    @Test(
        "two districts count as met in one of one report beforehand",
        arguments: [(0, 0, false), (0, 19, false), (0, 20, true), (1, 38, false), (1, 39, true), (3, 57, false)]
    )
    func prior(together: Int, apart: Int, isSuspected: Bool) {
        let known =
            [CaseDistricts](repeating: CaseDistricts(Self.company([(0, 1), (1, 1)])), count: together)
            + [CaseDistricts](repeating: CaseDistricts(Self.company([(0, 1)])), count: apart)
        let check = RelayCheck(DistrictContacts(known))
        #expect(check.suspects(Self.company([(0, 2), (1, 3)])) == isSuspected)
    }

    @Test("the reports of all people around count, and those of a village are not lost among a city's")
    func villages() {
        func cases(_ count: Int, _ places: Int...) -> [CaseDistricts] {
            [CaseDistricts](repeating: CaseDistricts(Self.company(places.map { ($0, 1) })), count: count)
        }
        let apart = RelayCheck(DistrictContacts(cases(10, 0) + cases(10, 1)))
        #expect(apart.suspects(Self.company([(0, 2), (1, 2), (2, 3)])))
        #expect(!apart.suspects(Self.company([(0, 2), (2, 3)])))
        let neighbours = RelayCheck(DistrictContacts(cases(100, 0) + cases(2, 1, 2)))
        #expect(!neighbours.suspects(Self.company([(0, 2), (1, 2), (2, 3)])))
        #expect(neighbours.suspects(Self.company([(0, 2), (2, 3)])))
    }

    @Test("every report that is flagged is one that can be")
    func concerns() {
        var city = City(seed: 15)
        let check = Self.check(&city)
        for report in (0..<100).flatMap({ _ in [city.relayed(from: 3), city.commuter(from: 3)] }) {
            #expect(RelayCheck.concerns(report) || !check.suspects(report))
        }
        #expect(!RelayCheck.concerns([]))
    }
}
