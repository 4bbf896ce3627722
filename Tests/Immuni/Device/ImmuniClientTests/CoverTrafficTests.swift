import ExposurePrimitives
import ImmuniAPI
import PhonePorts
import Testing

@testable import ImmuniClient

@Suite("Cover traffic")
struct CoverTrafficTests {
    private static let start = UnixTime(1_795_255_200)
    private static let iPhone = CoverTrafficPlan.Parameters(
        platform: .iOS,
        opportunityMean: 5_184_000,
        startMean: 15,
        requestMean: 10,
        windowLength: 1_209_600,
        continuing: [0.95, 0.1]
    )

    private static func lengths(_ continuing: [Double], count: Int) -> [Int] {
        var parameters = iPhone
        parameters.continuing = continuing
        var generator = SeededGenerator(seed: 5)
        return (0..<count).map { _ in
            var sequence = DummySequence(at: start)
            while sequence.sendOne(at: sequence.next, parameters, using: &generator) {}
            return sequence.sent
        }
    }

    @Test("a sequence continues by the listed probabilities, and then always by the last one")
    func lengths() {
        #expect(Set(Self.lengths([0], count: 50)) == [1])
        #expect(Set(Self.lengths([1, 1, 0], count: 50)) == [3])
        #expect(Set(Self.lengths([], count: 50)) == [1])
        #expect(Self.lengths([1], count: 5).allSatisfy { (20...100).contains($0) }, "an Android phone's job ends")
        var generator = SeededGenerator(seed: 8)
        var endless = Self.iPhone
        endless.continuing = [1]
        var sequence = DummySequence(afterOpeningAt: Self.start, endless, using: &generator)
        while sequence.sendOne(at: sequence.next, endless, using: &generator) {}
        #expect(sequence.sent == 100, "settings must not make a phone send for ever")
        let lengths = Self.lengths([0.95, 0.1], count: 20_000)
        for (length, probability) in [(1, 0.05), (2, 0.855), (3, 0.0855), (4, 0.00855)] {
            #expect(Statistics.deviation(lengths.count { $0 == length }, of: 20_000, probability: probability) < 3.3)
        }
    }

    @Test("waiting times are exponential with the means of the settings")
    func waits() {
        var generator = SeededGenerator(seed: 6)
        var opportunities: [Double] = []
        var starts: [Double] = []
        for _ in 0..<20_000 {
            let cover = CoverTrafficPlan(at: Self.start, Self.iPhone, using: &generator)
            opportunities.append(Double(cover.opportunity.seconds(since: Self.start)))
            let sequence = DummySequence(afterOpeningAt: Self.start, Self.iPhone, using: &generator)
            starts.append(Double(sequence.next.seconds(since: Self.start)))
        }
        #expect(Statistics.kolmogorovSmirnov(opportunities, Statistics.exponential(mean: 5_184_000)) < Statistics.limit)
        // Whole seconds make steps in the distribution of short times, so the mean is compared.
        let mean = starts.reduce(0, +) / Double(starts.count)
        #expect(abs(mean - 15) < 0.4)
    }

    @Test("an iPhone's window opens and closes, and a missed one is followed by another")
    func window() {
        var generator = SeededGenerator(seed: 7)
        var cover = CoverTrafficPlan(at: Self.start, Self.iPhone, using: &generator)
        let opening = cover.opportunity
        for (offset, isOpen) in [(-1, false), (0, true), (1_209_599, true), (1_209_600, false)] as [(Int64, Bool)] {
            #expect(cover.isWindowOpen(at: opening.advanced(bySeconds: offset)) == isOpen)
        }
        cover.renewOpportunity(at: opening.advanced(bySeconds: 1_209_599), Self.iPhone, using: &generator)
        #expect(cover.opportunity == opening)
        cover.renewOpportunity(at: opening.advanced(bySeconds: 1_209_600), Self.iPhone, using: &generator)
        #expect(cover.opportunity > opening.advanced(bySeconds: 1_209_599))
    }
}

/// An iPhone and an Android phone whose next opportunity has come.
@Suite("Dummy uploads")
struct PretendedUploadTests {
    private static func world(_ platform: SettingsRequest.Platform, seed: UInt64 = 3) throws -> PhoneWorld {
        var world = try PhoneWorld(platform: platform, seed: seed, start: UnixTime(1_795_255_200))
        world.onboard()
        world.now = try #require(world.state.cover?.opportunity)
        world.events = []
        return world
    }

    private static func isDummy(_ kind: PhoneWorld.Event.Kind) -> Bool {
        if case .dummy = kind { true } else { false }
    }

    @Test("leave an open iPhone after a while, a validation first, and the next window is drawn when they begin")
    func iPhone() throws {
        var world = try Self.world(.iOS)
        let window = try #require(world.state.cover?.opportunity)
        world.send(.enteredForeground)
        #expect(world.count(Self.isDummy) == 0)
        world.run(until: world.now.advanced(bySeconds: 3600))
        let kinds = world.events.map(\.kind).filter(Self.isDummy)
        #expect(kinds.first == .dummy(.validation))
        #expect(kinds.dropFirst().allSatisfy { $0 == .dummy(.upload) })
        #expect(try #require(world.state.cover).opportunity > window)
    }

    @Test("do not leave an iPhone whose owner closes the app or really uploads", arguments: [false, true])
    func aborted(uploads: Bool) throws {
        var world = try Self.world(.iOS)
        world.send(.enteredForeground)
        #expect(world.scheduled[.coverTraffic] != nil)
        world.send(uploads ? .open(.upload) : .enteredBackground)
        #expect(world.scheduled[.coverTraffic] == nil)
        world.send(.woken(.coverTraffic))
        #expect(world.count(Self.isDummy) == 0)
    }

    @Test("leave an Android phone in the background, and never while the app is open")
    func android() throws {
        var world = try Self.world(.android)
        var open = world
        open.send(.enteredForeground)
        open.send(.woken(.coverTraffic))
        #expect(open.count(Self.isDummy) == 0)
        #expect(try #require(open.scheduled[.coverTraffic]) > open.now)
        world.send(.woken(.coverTraffic))
        #expect(world.count(Self.isDummy) == 1)
        #expect(try #require(world.state.cover).opportunity > world.now)
    }

    @Test("leave an Android phone at the drawn times, even if it is woken too early")
    func early() throws {
        var worlds = try (0..<20).map { try Self.world(.android, seed: UInt64($0)) }
        for index in worlds.indices {
            worlds[index].send(.woken(.coverTraffic))
        }
        var world = try #require(worlds.first { ($0.state.session.dummies?.next ?? $0.now) > $0.now })
        let sequence = try #require(world.state.session.dummies)
        world.now = sequence.next.advanced(bySeconds: -1)
        world.send(.woken(.coverTraffic))
        #expect(world.count(Self.isDummy) == 1)
        #expect(world.scheduled[.coverTraffic] == sequence.next)
        world.now = sequence.next
        world.send(.woken(.coverTraffic))
        #expect(world.count(Self.isDummy) == 2)
    }

    @Test(
        "continue after the clock was far in the future for a while",
        arguments: [SettingsRequest.Platform.iOS, .android]
    )
    func clockAhead(platform: SettingsRequest.Platform) throws {
        var world = try PhoneWorld(platform: platform, seed: 3, start: UnixTime(1_795_255_200))
        world.onboard()
        let present = world.now
        world.now = present.advanced(bySeconds: 20 * 365 * 86_400)
        world.send(.woken(.coverTraffic))
        world.send(.woken(.backgroundSession))
        world.now = present
        world.send(.woken(.backgroundSession))
        let next = try #require(world.state.cover).opportunity
        #expect((0..<10 * 365 * 86_400).contains(next.seconds(since: present)))
        #expect(platform == .iOS || world.scheduled[.coverTraffic] == next)
    }

    @Test("are not sent before the onboarding is completed")
    func notOnboarded() throws {
        var world = try PhoneWorld(platform: .android, seed: 3, start: UnixTime(1_795_255_200))
        world.send(.launched(inForeground: true))
        world.send(.enteredBackground)
        world.run(until: world.now.advanced(bySeconds: 365 * 86_400))
        #expect(world.count(Self.isDummy) == 0)
        #expect(world.count { $0 == .detection } == 0)
    }
}
