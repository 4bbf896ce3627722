import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import Testing

@testable import AssociationService

@Suite("Reports that one person may have made")
struct LinkTests {
    @Test("common people are as probable as the hypergeometric distribution says")
    func tail() {
        // All of a set of two among four: one of six pairs.
        #expect(abs(LinkCheck.tail(of: 2, population: 4, 2, 2) - 1.0 / 6) < 1e-12)
        // At least one: without it, the other two are both outside, which is one of six again.
        #expect(abs(LinkCheck.tail(of: 1, population: 4, 2, 2) - 5.0 / 6) < 1e-12)
        #expect(LinkCheck.tail(of: 0, population: 4, 2, 2) > 1 - 1e-12)
        #expect(LinkCheck.tail(of: 3, population: 4, 2, 2) == 0)
        // Forced to overlap: three of four and two of four have one in common at least.
        #expect(LinkCheck.tail(of: 1, population: 4, 3, 2) > 1 - 1e-12)
    }

    @Test("two reports of 50 people in a district of 8000 are linked from six common ones on")
    func threshold() {
        let check = LinkCheck(population: 8000)
        for (shared, isLinked) in [(5, false), (6, true), (50, true)] {
            let overlap = CaseOverlap(caseID: AssociationSamples.caseID(1), people: 50, shared: shared)
            #expect(check.isImprobable(overlap, people: 50) == isLinked)
        }
        // Common people are no sign in a village, because everybody meets everybody.
        let village = CaseOverlap(caseID: AssociationSamples.caseID(1), people: 50, shared: 45)
        #expect(!LinkCheck(population: 55).isImprobable(village, people: 50))
    }

    // MARK: - One radio

    /// Signals that go up and down, and differ by some noise.
    private static func edges(noise: Double, seed: UInt64, pairs: Int = 5, offset: Int = 0) -> [ContactEdge] {
        var common = SeededGenerator(seed: 99)
        var own = SeededGenerator(seed: seed)
        return (0..<pairs).map { pair in
            let scans = (0..<12).map { place in
                let wave = Double.random(in: -8...8, using: &common)
                let other = Double.random(in: -8...8, using: &own)
                let value = 60 + Double(place) / 2 + wave * (1 - noise) + other * noise
                return MeasuredScan(attenuation: UInt8(clamping: Int(value) + offset), seconds: 60)
            }
            return Self.edge(pair, scans)
        }
    }

    /// A contact with the account of a number.
    private static func edge(_ number: Int, in interval: UInt32 = 5, _ scans: [MeasuredScan]) -> ContactEdge {
        let issuer = AssociationSamples.registration(UInt8(number))
        return ContactEdge(issuer: issuer, interval: AssociationInterval(interval), scans: scans, handle: nil)
    }

    @Test("one radio measures the same, whatever is added; two radios do not")
    func radios() {
        let first = Self.edges(noise: 0, seed: 1)
        #expect(LinkCheck.isSameRadio(first, first))
        #expect(LinkCheck.isSameRadio(first, Self.edges(noise: 0.1, seed: 2, offset: 9)))
        #expect(!LinkCheck.isSameRadio(first, Self.edges(noise: 0.6, seed: 3)), "two phones of one person's bag")
        #expect(!LinkCheck.isSameRadio(first, Self.edges(noise: 1, seed: 4)))
        #expect(!LinkCheck.isSameRadio(first, Self.edges(noise: 0, seed: 1, pairs: 4)), "four pairs")
        let flat = Self.edges([Int](repeating: 0, count: 12))
        #expect(!LinkCheck.isSameRadio(flat, flat), "signals that never change say nothing")
        let elsewhere = first.enumerated().map { Self.edge($0, in: 6, $1.scans) }
        #expect(!LinkCheck.isSameRadio(first, elsewhere), "other intervals")
    }

    /// The same signals in five intervals, without a trend.
    private static func edges(_ attenuations: [Int]) -> [ContactEdge] {
        let scans = attenuations.map { MeasuredScan(attenuation: UInt8(60 + $0), seconds: 60) }
        return (0..<5).map { edge($0, scans) }
    }

    @Test("signals of one radio have a correlation over 0.9, in five scans or more")
    func correlation() {
        // Two shapes c and q, which have neither a trend nor a common part.
        // The correlation of c with a * c + b * q is a * sqrt(10) / sqrt(10 * a * a + 14 * b * b).
        let cubic = [-1, 2, 0, -2, 1]
        let quadratic = [2, -1, -2, -1, 2]
        // 0.904 and 0.897.
        for (part, other, isSame) in [(5, 2, true), (12, 5, false)] {
            let mixed = zip(cubic, quadratic).map { part * $0 + other * $1 }
            #expect(LinkCheck.isSameRadio(Self.edges(cubic), Self.edges(mixed)) == isSame)
        }
        #expect(!LinkCheck.isSameRadio(Self.edges([-1, 2, 0, -1]), Self.edges([-1, 2, 0, -1])))
    }

    // MARK: - Attack T7

    /// The reasons of held reports with these people, all of the last hour, in the order of their numbers.
    ///
    /// - Parameter isEachDecided: whether the authority decides about each before the next one arrives.
    private func outcome(
        of reports: [[String]],
        usualPeople: Int = 1,
        isEachDecided: Bool = false
    ) async throws -> [HoldReasons] {
        let authority = try await SampleAuthority()
        var phones: [String: SamplePhone] = [:]
        for name in Set(reports.joined()) {
            phones[name] = try await authority.register(name)
        }
        for number in 0..<200 {
            _ = try await authority.register("stranger \(number)")
        }
        for (number, people) in reports.enumerated() {
            let reporter = try await authority.register("reporter \(number)")
            let now = authority.clock.now()
            let drafts = try people.flatMap { name in
                try (1...2).map { place in
                    try reporter.meet(#require(phones[name]), at: now.advanced(bySeconds: -1000 * Int64(place)))
                }
            }
            try await authority.takeReport(of: reporter, drafts)
            if isEachDecided {
                _ = try await authority.decisions(usualPeople: usualPeople).run()
            }
        }
        _ = try await authority.decisions(usualPeople: usualPeople).run()
        return try await authority.stores.reports.cases().filter { $0.state == .held }.map(\.reasons)
    }

    /// With a mean of one person, a report of ten is held.
    @Test("a crowd that is divided among accounts is held, and the same number of strangers' reports is not")
    func divided() async throws {
        // Each of three accounts has eight people. Seven are common, so together they have ten.
        let common = (0..<7).map { "common \($0)" }
        let reports = (0..<3).map { number in common + ["own \(number)"] }
        let held = try await outcome(of: reports)
        #expect(held == [.linked, .linked, .linked])
        // The control: three reports of eight people without common ones.
        let apart = (0..<3).map { number in (0..<8).map { "\(number) \($0)" } }
        #expect(try await outcome(of: apart) == [])
        // And a family, whose reports have all people in common: together no crowd.
        let family = [[String]](repeating: common + ["grandmother"], count: 3)
        #expect(try await outcome(of: family) == [])
    }
    /// With the usual settings a crowd has 73 people. Each account has 35 common people and 20 of its own.
    @Test("the first two reports of an authority are counted together, also if the first one warned its people")
    func firstDay() async throws {
        let common = (0..<35).map { "common \($0)" }
        let reports = (0..<2).map { number in common + (0..<20).map { "\(number) \($0)" } }
        #expect(try await outcome(of: reports, usualPeople: 10) == [.linked, .linked])
        #expect(try await outcome(of: reports, usualPeople: 10, isEachDecided: true) == [.linked])
        #expect(try await outcome(of: [reports[0]], usualPeople: 10) == [])
    }
}
