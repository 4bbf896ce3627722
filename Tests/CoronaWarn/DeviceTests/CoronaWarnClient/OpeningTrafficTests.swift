import ClientKit
import ClientTesting
import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposurePrimitives
import ExposureTesting
import Foundation
import PhonePorts
import Testing
import WireFormat

@testable import CoronaWarnClient

@Suite("Requests while the app is open", .timeLimit(.minutes(20)))
struct OpeningTrafficTests {
    private static let day = 86_400.0

    /// One opening of the app.
    private struct Opening {
        let start: Double
        let length: Double
    }

    /// Two or three openings on each day, from seconds to ten minutes.
    private static func openings(days: Int, using generator: inout SeededGenerator) -> [Opening] {
        (0..<days).flatMap { day in
            (0..<Int.random(in: 2...3, using: &generator)).map { part in
                let hour = Double(part * 8 + Int.random(in: 0..<7, using: &generator))
                // The opening in which keys are shared has room for the person's answers.
                let length = day == 4 ? 150 : exp(Double.random(in: 1...6.4, using: &generator))
                return Opening(start: Double(day) * Self.day + hour * 3600 + length, length: length)
            }
        }
    }

    /// The actions that a person with a test does in the opening with this number.
    private static func actions(in opening: Opening, _ number: Int) -> [AppAction] {
        switch (Int(opening.start / day), number) {
        case (1, _): [TestFlowTests.scan, .refresh]
        case (2, _): [.refresh, .refresh]
        case (4, _): [.openResult, .consent, .answerSymptoms(.noSymptoms), .sendNow]
        case (5..., _) where number.isMultiple(of: 3): [.sendNow, .open(.submission)]
        default: []
        }
    }

    /// A phone from its first day to its twelfth.
    private static func live(
        _ world: PhoneWorld,
        _ openings: [Opening],
        isBusy: Bool,
        isOffline: Bool = false,
        movesPlan: Bool = false,
        seed: UInt64
    ) -> TimedPhone {
        var phone = TimedPhone(world, seed: seed)
        phone.isOffline = isOffline
        for (number, opening) in openings.enumerated() {
            phone.run(until: opening.start)
            phone.send(.enteredForeground)
            let actions = isBusy ? Self.actions(in: opening, number) : []
            for (place, action) in actions.enumerated() {
                phone.run(until: opening.start + opening.length * Double(place + 1) / Double(actions.count + 1))
                phone.send(action)
                if movesPlan {
                    phone.movePlan()
                }
            }
            phone.run(until: opening.start + opening.length)
            phone.send(.enteredBackground)
        }
        phone.run(until: 12 * Self.day)
        return phone
    }

    @Test(
        "are the same with a scan, a result, a TAN and uploads as without: host, size and time of each",
        arguments: 0..<12 as Range<UInt64>
    )
    func same(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let openings = Self.openings(days: 12, using: &generator)
        var world = try TestFlowTests.world(seed: seed)
        // Downloads have draws of their own, which CoverYearTests compares.
        world.scheduled[.session] = nil
        var busy = world
        busy.servers.result = TestResultCode(kind: .pcr, outcome: .positive)
        if seed % 3 == 1 {
            busy.failures[.registration] = [.before(.unavailable), .before(.tooManyRequests(seconds: 100))]
            busy.failures[.tan] = [.before(.lost)]
            busy.failures[.upload] = [.before(.unavailable), .after]
        }
        let isOffline = seed % 6 == 5
        let phones = [(world, false), (busy, true)].map {
            Self.live($0.0, openings, isBusy: $0.1, isOffline: isOffline, seed: seed)
        }
        #expect(phones[0].trace == phones[1].trace)
        #expect(phones[0].trace.count > 3 * 2 * openings.count)
        #expect(phones[0].answers.isEmpty)
        let kinds = Set(phones[1].answers.map(\.kind))
        #expect(kinds == (isOffline ? [.registration] : [.registration, .question, .tan, .upload]))
        #expect(isOffline || !phones[1].world.servers.uploads.isEmpty)
    }

    @Test("would differ if an action began a sequence of its own")
    func movedPlan() throws {
        var generator = SeededGenerator(seed: 1)
        let openings = Self.openings(days: 12, using: &generator)
        var world = try TestFlowTests.world(seed: 1)
        world.scheduled[.session] = nil
        let quiet = Self.live(world, openings, isBusy: false, seed: 1)
        let moved = Self.live(world, openings, isBusy: true, movesPlan: true, seed: 1)
        #expect(quiet.trace != moved.trace)
        #expect(quiet.trace.map(\.size).prefix(30) == moved.trace.map(\.size).prefix(30), "it is the times that differ")
    }

    @Test("give a person the first answer within ten seconds at 95 percent, whenever they act")
    func wait() throws {
        let worlds = try [Self.untested(), Self.waiting(), Self.unsent()]
        var generator = SeededGenerator(seed: 7)
        var waits: [Double] = []
        for number in 0..<Effort.choose(short: 2000, every: 10_000, whole: 10_000) {
            let (world, action, kind) = worlds[number % worlds.count]
            // A mean of 90 seconds. A person who needs the app for longer finds it slower.
            let length = 2 - 88 * log(Double.random(in: 0x1p-53..<1, using: &generator))
            let moment = Double.random(in: 0..<length, using: &generator)
            var phone = TimedPhone(world, seed: UInt64(number))
            phone.keepsTrace = false
            phone.send(.enteredForeground)
            phone.run(until: moment)
            phone.send(action)
            let before = phone.answers.count
            while phone.answers[before...].allSatisfy({ $0.kind != kind }) {
                try #require(phone.time < moment + 200)
                phone.run(until: phone.time + 1)
            }
            let answer = try #require(phone.answers[before...].first { $0.kind == kind })
            waits.append(answer.time - moment)
        }
        waits.sort()
        let (median, most) = (waits[waits.count / 2], waits[waits.count * 95 / 100])
        #expect(most < 10, "95 % wait at most \(most) s, half of them \(median) s")
        #expect(median < 6 && waits[0] < 1, "\(median)")
    }

    private typealias Case = (PhoneWorld, AppAction, PhoneWorld.Event.Kind)

    private static func untested() throws -> Case {
        (closed(try TestFlowTests.world()), TestFlowTests.scan, .registration)
    }

    /// A person who waits for a result.
    private static func waiting() throws -> Case {
        var world = try TestFlowTests.world()
        world.act(TestFlowTests.scan)
        return (closed(world), .refresh, .question)
    }

    /// A person whose keys were not sent.
    private static func unsent() throws -> Case {
        var world = try TestFlowTests.positiveWorld()
        world.failures[.tan] = [.before(.tooManyRequests(seconds: 14_000))]
        world.send(.consent, .answerSymptoms(.noAnswer), .enteredBackground)
        return (closed(world), .sendNow, .upload)
    }

    /// The phone some minutes later, without tasks in the background.
    private static func closed(_ world: PhoneWorld) -> PhoneWorld {
        var world = world
        world.scheduled = [:]
        world.now = world.now.advanced(bySeconds: 600)
        return world
    }

    @Test("fetch the configuration behind the first sequence of each process, once, with a test or without")
    func settings() throws {
        var world = try TestFlowTests.world()
        world.scheduled = [:]
        world.act(.open(.test))
        world.act(.open(.home))
        #expect(world.count(.download) == 0, "the first start has fetched it")
        for _ in 0..<3 {
            world.events = []
            world.restart()
            world.scheduled = [:]
            #expect(world.count(.download) == 0, "work in the background fetches at its own times")
            world.configuration.notifyFromMinutes += 1
            world.act(.open(.test))
            world.act(.open(.home))
            #expect(world.count(.download) == 1)
            #expect(world.state.session.configuration == world.configuration, "also where the background is refused")
            #expect(world.events.prefix(4).map(\.kind) == [.fake(.result), .fake(.tan), .fake(.upload), .download])
            world.restart(inForeground: true)
            #expect(world.count(.download) == 2)
            world.send(.enteredBackground)
        }
    }

    @Test("do not move the times of downloads, and a failure is no problem of theirs")
    func settingsAlone() throws {
        var world = try TestFlowTests.world()
        world.run(hours: 2)
        world.restart()
        let schedule = world.state.session.schedule
        world.now = world.now.advanced(bySeconds: 30 * 86_400)
        world.restart(inForeground: true)
        for task in [PhoneTask.session, .traffic] {
            let time = try #require(world.scheduled[task])
            #expect(time.seconds(since: world.now) == 60, "a phone that crashes in it does not crash at each start")
        }
        #expect(world.count(.download) > 0)
        world.restart()
        world.downloadFailure = .transport(.unreachable)
        world.act(.open(.home))
        #expect(world.state.session.schedule == schedule && world.state.session.problem == nil)
    }

    @Test("before the end of the onboarding leave the configuration of a start to the app alone")
    func onboardingAgain() throws {
        var world = try PhoneWorld(seed: 1)
        world.send(.launched(inForeground: true))
        let first = world.count(.download)
        world.restart(inForeground: true)
        #expect(!world.state.onboarding.isCompleted && world.count(.download) == first + 1)
        world.send(.enteredBackground, .enteredForeground)
        #expect(world.count(.download) == first + 1)
        world.restart()
        #expect(world.count(.download) == first + 1, "in the background there is no opening")
    }

    @Test("begin with the onboarding, and never before")
    func onboarding() throws {
        var world = try PhoneWorld(seed: 1)
        world.send(.launched(inForeground: true))
        world.run(hours: 0.1)
        while !world.state.onboarding.isCompleted {
            #expect(world.scheduled[.planned] == nil && !world.events.contains { $0.kind == .fake(.upload) })
            world.send(.proceed)
        }
        #expect(world.count(.fake(.upload)) == 1, "the plan begins in the opening under way")
        world.send(.deleteEverything)
        #expect(world.scheduled[.planned] == nil)
    }

    @Test("end with a kill, and go on when the app is opened")
    func killed() throws {
        var world = try TestFlowTests.world()
        world.send(.enteredForeground)
        let task = try #require(world.scheduled[.planned])
        world.restart()
        world.scheduled[.planned] = task
        let before = world.events.count
        world.run(until: task)
        #expect(world.events.count == before, "a wake-up of the plan that ended")
        world.act(.open(.home))
        #expect(world.count(.fake(.upload)) == 4, "one before, one at the opening, one after a pause, and one more")
    }

    @Test("follow a sequence of the background that is under way, and the other way round")
    func overlap() throws {
        let world = try TestFlowTests.world()
        let time = try #require(world.scheduled[.traffic])
        let lead = Double(time.seconds(since: world.now))
        for offset in [-1.0, 0.2, 0.9] {
            var world = world
            world.scheduled[.session] = nil
            var phone = TimedPhone(world, seed: 3)
            phone.run(until: lead + offset)
            phone.send(.enteredForeground)
            phone.run(until: lead + 30)
            let hosts = phone.trace.filter { $0.host != .download }.map(\.host)
            #expect(hosts.count >= 12)
            for place in stride(from: 0, to: hosts.count - hosts.count % 3, by: 3) {
                #expect(Array(hosts[place..<place + 3]) == [.verification, .verification, .submission])
            }
            phone.send(.enteredBackground)
            phone.run(until: lead + 60)
            #expect(phone.trace.filter { $0.host != .download }.count.isMultiple(of: 3), "none is cut off")
        }
    }
}
