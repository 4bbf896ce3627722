import ClientKit
import CoronaWarnAPI
import CoronaWarnPackages
import ExposurePrimitives
import ExposureTesting
import Testing

@testable import CoronaWarnClient

@Suite("A phone of Corona-Warn whose app is killed at any effect", .timeLimit(.minutes(10)))
struct KillTests {
    /// Two weeks: a scan on the third day, a positive result on the fifth, keys shared, and an encounter on the second.
    private static let story: [@Sendable (inout PhoneWorld) -> Void] = [
        // If the kill came in the middle of the onboarding, the person continues where they were.
        { $0.onboard() },
        { $0.onboard() },
        { $0.run(hours: 24) },
        { $0.windows = [SessionTests.window(on: $0.now.utcDay)] },
        { $0.run(hours: 36) },
        { scan(&$0) },
        { $0.run(hours: 40) },
        { $0.servers.result = TestResultCode(kind: .pcr, outcome: .positive) },
        { $0.run(hours: 30) },
        { $0.run(hours: 30) },
        { share(&$0) },
        { $0.run(hours: 24) },
        { $0.run(hours: 48) },
        { $0.run(hours: 72) },
    ]

    /// The phone before each part of the story and at its end, not killed. A phone that is killed has lived the same
    /// until then, so it begins at the last of these before the kill.
    private static func recording() throws -> [PhoneWorld] {
        var world = try PhoneWorld(seed: 5)
        let first = PackageHour(containing: PhoneWorld.start)
        world.daysWithHours = 2
        world.hoursOnOffer = Set(first.through(first.advanced(by: 24 * 14)))
        return story.reduce(into: [world]) { worlds, part in
            part(&world)
            worlds.append(world)
        }
    }

    private static func live(_ recording: [PhoneWorld], kill: PhoneWorld.Kill) throws -> PhoneWorld {
        let lived = recording.dropFirst().prefix { $0.effectCount < kill.effect }.count
        var world = recording[lived]
        world.kill = kill
        for part in story[lived...] {
            part(&world)
        }
        return world
    }

    /// A person scans again if the app has forgotten the code.
    private static func scan(_ world: inout PhoneWorld) {
        for _ in 0..<2 where world.test == nil && world.state.hotline.reason == nil {
            world.act(TestFlowTests.scan)
            // They look again whether it worked.
            world.act(.open(.test))
        }
    }

    /// A person answers what the app asks, and tries again a few times after it was killed.
    private static func share(_ world: inout PhoneWorld) {
        for _ in 0..<3 where world.state.submission.plan == nil && world.state.submission.sent == nil {
            world.act(.openResult, .consent, .answerSymptoms(.symptoms(.unknown)))
        }
    }

    @Test("loses nothing, asks nothing twice, and sends each key once")
    func everyEffect() throws {
        let recording = try Self.recording()
        let whole = try #require(recording.last)
        try Self.check(whole, wasKilled: false, "not killed")
        #expect(whole.effectCount > 900, "\(whole.effectCount)")
        // The first effects, of the onboarding, those around the test and the upload, and a sample of all.
        let first = stride(from: 1, through: 40, by: Effort.choose(short: 6, every: 3, whole: 1))
        let number = Effort.choose(short: 8, every: 30, whole: 500)
        let steps = stride(from: 41, through: whole.effectCount, by: whole.effectCount / number + 1)
        // Those around genuine requests and questions.
        let people = whole.genuineEffects.flatMap { [$0 - 1, $0, $0 + 1] }
        for effect in Set(Array(first) + Array(steps) + people).sorted() {
            for isAfter in [false, true] {
                let kill = PhoneWorld.Kill(effect: effect, isAfter: isAfter)
                let context = "killed \(isAfter ? "after" : "before") effect \(effect)"
                try Self.check(Self.live(recording, kill: kill), wasKilled: true, context)
            }
        }
    }

    private static func check(_ world: PhoneWorld, wasKilled: Bool, _ context: String) throws {
        #expect(world.state.onboarding.isCompleted, "\(context)")
        #expect(world.servers.registrations.count == 1, "\(context): the code is registered once")
        #expect(world.servers.uploads.count == 2, "\(context): fourteen days, and the day of the consent")
        let sent = world.state.submission.sent?.count ?? 0
        #expect(sent == 15, "\(context): \(sent) keys")
        #expect(world.count(.prompt) <= (wasKilled ? 2 : 1), "\(context): the system asks once")
        #expect(world.state.submission.plan == nil, "\(context): answers are forgotten")
        #expect(world.state.hotline.reason == nil, "\(context): \(String(describing: world.state.hotline.reason))")
        let notices = world.count(.notice(.resultAvailable))
        #expect((1...(wasKilled ? 2 : 1)).contains(notices), "\(context): \(notices) notifications of the result")
        let warnings = world.count(.notice(.riskChanged))
        #expect((1...(wasKilled ? 2 : 1)).contains(warnings), "\(context): \(warnings) warnings")
        #expect(world.state.notices.unshown.isEmpty, "\(context)")
        #expect(world.count(.notice(.noDetection)) == 0, "\(context)")
        #expect(world.state.session.progress.gathered.count <= 6, "\(context)")
        let packages = world.detections.reduce(0) { $0 + $1.packages }
        let expected = Int(world.now.seconds(since: PhoneWorld.start) / 3600)
        #expect(packages + world.state.session.progress.gathered.count >= expected - 1, "\(context): \(packages)")
        #expect(world.scheduled[.session] != nil && world.scheduled[.traffic] != nil, "\(context)")
    }
}
