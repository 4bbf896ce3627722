import AssociationAPI
import AssociationPorts
import AssociationStoreConformance
import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import Testing
import WireFormat

@testable import AssociationClient

@Suite("The slots of a phone")
struct SlotTests {
    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    private static let hour: Int64 = 3600

    /// Times from one slot to the next, in seconds.
    private static func pauses(mean: Int) -> [Double] {
        var (pauses, generator) = ([Double](), SeededGenerator(seed: 7))
        var (plan, now, last) = (SlotPlan(mean: mean), AssociationSamples.now, AssociationSamples.now)
        plan.begin(at: now, using: &generator)
        while pauses.count < 500, let next = plan.wakeUp {
            now = next
            if plan.woken(at: now, using: &generator) == .right {
                pauses.append(Double(now.seconds(since: last)))
                last = now
            }
        }
        return pauses
    }

    @Test("are 45 to 75 minutes apart, evenly distributed; with another mean in proportion", arguments: [3600, 60])
    func times(mean: Int) {
        let pauses = Self.pauses(mean: mean).map { $0 / Double(mean) }
        // Each time is in whole seconds.
        let even = { (pause: Double) in min(max((pause + 0.5 / Double(mean) - 0.75) / 0.5, 0), 1) }
        #expect(pauses.allSatisfy { (0.75...1.25).contains($0) })
        #expect(mean < 3600 || Statistics.kolmogorovSmirnov(pauses, even) < Statistics.limit)
        // The control: pauses without memory.
        #expect(Statistics.kolmogorovSmirnov(pauses, Statistics.exponential(mean: 1)) > Statistics.limit)
    }

    @Test("go on while the app is open, and while the service is off")
    func always() async throws {
        await anna.app.send(.enteredForeground)
        await anna.app.send(.setService(isOn: false))
        await anna.run(hours: 5)
        #expect(authority.requests(to: SlotPlace.right.endpoint).count >= 4)
        #expect(authority.requests.map(\.target).suffix(3) == SlotPlace.allCases.map(\.endpoint.path)[...])
    }

    @Test("a phone that is killed within one has the next at its time, and its report arrives", arguments: 1...3)
    func killed(sent: Int) async throws {
        try await ben.meet(anna)
        try await ben.consent()
        let before = authority.requests.count
        await ben.run(hours: 2) { authority.requests.count < before + sent }
        let next = try #require(await ben.state.traffic.nextSlot)
        let again = try ben.restarted()
        await again.app.send(.launched(inForeground: false))
        #expect(again.scheduler[.traffic] == next)
        again.clock.set(next.advanced(bySeconds: -1))
        await again.app.send(.woken(.traffic))
        #expect(authority.requests.count == before + sent)
        await again.run(hours: 6)
        #expect(try await authority.edges().count == 1)
        #expect(await again.report == nil)
    }

    @Test("a late wake-up begins one, however many were missed")
    func late() async throws {
        authority.clock.advance(bySeconds: 10 * Self.hour)
        let before = authority.requests.count
        await anna.app.send(.woken(.traffic))
        let next = try #require(await anna.state.traffic.nextSlot)
        #expect((2700...4500).contains(next.seconds(since: authority.clock.now())))
        let end = next.advanced(bySeconds: -1)
        while let due = anna.scheduler.next(until: end) {
            authority.clock.set(max(authority.clock.now(), due.time))
            await anna.app.send(.woken(due.task))
        }
        #expect(authority.requests.count == before + SlotPlace.allCases.count)
    }

    @Test("a clock that was set back silences no phone, within a slot or between two", arguments: [true, false])
    func setBack(isWithin: Bool) async throws {
        if isWithin {
            authority.clock.advance(bySeconds: 20 * 24 * Self.hour)
            await anna.app.send(.woken(.traffic))
            #expect(await anna.state.traffic.rest != nil)
            authority.clock.advance(bySeconds: -20 * 24 * Self.hour)
        } else {
            authority.clock.advance(bySeconds: -20 * 24 * Self.hour)
        }
        let before = authority.requests.count
        await anna.app.send(.woken(.rotation))
        let next = try #require(await anna.state.traffic.nextSlot)
        #expect((2700...4500).contains(next.seconds(since: authority.clock.now())))
        await anna.run(hours: 3)
        #expect(authority.requests.count >= before + SlotPlace.allCases.count)
    }
}

@Suite("Two phones on the same network, one of which reports")
struct SlotTrafficTests {
    private let start: UnixTime
    private let phone: SamplePhone

    /// A phone whose report has several batches.
    init() async throws {
        let (_, anna, ben) = try await SampleAuthority.withAnnaAndBen()
        for _ in 0..<80 {
            try await ben.meet(anna, samples: 100)
            ben.clock.advance(bySeconds: 900)
        }
        (start, phone) = (ben.clock.now(), ben)
    }

    /// Three days with an opening of ten minutes every five hours.
    private func live(reports: Bool, movesSlot: Bool = false, seed: UInt64) async -> ObservedPhone {
        var phone = await ObservedPhone(phone, seed: seed)
        phone.refusals = 1
        for opening in 0..<15 {
            let time = start.advanced(bySeconds: Int64(opening) * 5 * 3600)
            phone.run(until: time)
            phone.act(.enteredForeground)
            // The first code is refused.
            if reports, opening == 2 || opening == 4 {
                phone.act(.open(.report), .typeCode(Self.code), .confirmCode, .consent, .open(.home))
                if movesSlot {
                    phone.moveSlot()
                }
            }
            phone.run(until: time.advanced(bySeconds: 600))
            phone.act(.enteredBackground)
        }
        return phone
    }

    private static let code: String = {
        var generator = SeededGenerator(seed: 3)
        return ReportCode.generate(using: &generator).exposedText
    }()

    @Test("send the same requests of the same sizes at the same times", arguments: 0..<4 as Range<UInt64>)
    func same(seed: UInt64) async {
        let (quiet, busy) = (await live(reports: false, seed: seed), await live(reports: true, seed: seed))
        #expect(quiet.trace == busy.trace)
        #expect(quiet.trace.count > 3 * 60)
        #expect(Set(quiet.trace.map(\.size)).count == SlotPlace.allCases.count)
        #expect(busy.state.report.completedAt != nil && busy.state.report.report == nil)
        #expect(quiet.batches == 0 && busy.batches > 2, "\(busy.batches)")
    }

    @Test("would differ if a report began a slot of its own")
    func moved() async {
        let quiet = await live(reports: false, seed: 1)
        let moved = await live(reports: true, movesSlot: true, seed: 1)
        #expect(quiet.trace != moved.trace)
        let sizes = [quiet, moved].map { $0.trace.map(\.size).prefix(150) }
        #expect(sizes[0] == sizes[1], "it is the times that differ")
    }
}
