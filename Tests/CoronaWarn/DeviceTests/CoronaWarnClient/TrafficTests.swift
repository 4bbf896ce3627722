import ClientKit
import CoronaWarnAPI
import ExposurePrimitives
import Testing

@testable import CoronaWarnClient

@Suite("Sequences of requests")
struct TrafficTests {
    /// The route that an observer sees, whether the request is genuine or not.
    private static func route(_ kind: PhoneWorld.Event.Kind) -> String? {
        switch kind {
        case .fake(.upload), .upload: "submission"
        case .fake, .registration, .question, .tan: "verification"
        case .download, .detection, .prompt, .notice: nil
        }
    }

    private static func traffic(_ world: PhoneWorld) -> [(time: UnixTime, route: String, isForeground: Bool)] {
        world.events.compactMap { event in route(event.kind).map { (event.time, $0, event.isForeground) } }
    }

    @Test("have two requests to verification and one to submission, whatever they are for")
    func pattern() throws {
        for pattern in [RequestPattern.cover, .registration, .question, .upload, .uploadWithTAN] {
            for hasFailed in [false, true] {
                let kinds = (0..<3).compactMap { pattern.request(at: $0, genuineFailed: hasFailed)?.kind }
                #expect(kinds == [pattern == .registration ? .registration : .result, .tan, .upload])
                #expect(pattern.request(at: 3, genuineFailed: hasFailed) == nil)
            }
            #expect((0..<3).allSatisfy { pattern.request(at: $0, genuineFailed: true)?.isGenuine == false })
        }
    }

    @Test("of a whole story keep the pattern, also where requests fail")
    func story() throws {
        var world = try TestFlowTests.world()
        world.failures = [
            .registration: [.before(.unavailable), .after], .question: [.before(.lost)],
            .tan: [.before(.lost), .after], .upload: [.after, .before(.unavailable)],
        ]
        world.act(TestFlowTests.scan, .refresh, .refresh)
        world.servers.result = TestResultCode(kind: .pcr, outcome: .positive)
        world.run(hours: 72)
        world.act(.openResult, .consent, .answerSymptoms(.noSymptoms), .sendNow)
        world.run(hours: 24 * 8)
        #expect(world.servers.uploads.count == 2)
        let routes = Self.traffic(world).map(\.route)
        try #require(routes.count.isMultiple(of: 3))
        for start in stride(from: 0, to: routes.count, by: 3) {
            #expect(Array(routes[start..<start + 3]) == ["verification", "verification", "submission"])
        }
    }

    @Test("are as many and at the same times with a test as without, with the app open and in the background")
    func sameTimes() throws {
        for seed in UInt64(0)..<20 {
            let world = try TestFlowTests.world(seed: seed)
            let seen = [false, true].map { isBusy in Self.live(world, isBusy: isBusy) }
            #expect(seen[0] == seen[1])
            #expect(seen[0].count >= 3 * 21)
        }
    }

    /// Three weeks with two openings and a restart.
    private static func live(_ world: PhoneWorld, isBusy: Bool) -> [String] {
        var (world, start) = (world, world.now)
        if isBusy {
            world.failures[.registration] = [.before(.tooManyRequests(seconds: 100))]
            world.failures[.upload] = [.before(.unavailable)]
            world.open(TestFlowTests.scan)
        } else {
            world.open()
        }
        world.run(until: start.advanced(bySeconds: 86_400 * 3))
        world.servers.result = TestResultCode(kind: .pcr, outcome: .positive)
        start = world.now.advanced(bySeconds: 86_400 * 3)
        world.run(until: start)
        if isBusy {
            world.open(.openResult, .consent, .answerSymptoms(.noAnswer))
        } else {
            world.open()
        }
        world.restart()
        world.run(until: start.advanced(bySeconds: 86_400 * 15))
        #expect(world.servers.uploads.count == (isBusy ? 2 : 0))
        return traffic(world).map { "\($0.time) \($0.route) \($0.isForeground)" }
    }

    @Test("that were missed while the phone was off are one")
    func missed() throws {
        var world = try TestFlowTests.world()
        world.now = world.now.advanced(bySeconds: 10 * 86_400)
        world.restart()
        world.run(hours: 0.1)
        #expect(Self.traffic(world).count == 3)
    }

    @Test("stop with a kill: the interrupted one is over, and the next keeps its time")
    func killed() throws {
        var whole = try TestFlowTests.world()
        var killed = whole
        whole.run(hours: 72)
        let second = try #require(Self.traffic(whole).dropFirst(3).first).time
        killed.run(until: second.advanced(bySeconds: -1))
        killed.now = second
        killed.scheduled[.traffic] = nil
        _ = killed.reducer.reduce(&killed.state, .woken(.traffic), at: second, using: &killed.generator)
        killed.restart()
        killed.run(until: whole.now)
        let times = Set(Self.traffic(whole).map(\.time)).subtracting([second])
        #expect(Set(Self.traffic(killed).map(\.time)) == times)
    }

    @Test("go on after the clock was set back by weeks")
    func clockSetBack() throws {
        var world = try TestFlowTests.world()
        world.run(hours: 48)
        world.now = world.now.advanced(bySeconds: -30 * 86_400)
        world.scheduled = [:]
        world.restart()
        world.events = []
        world.run(hours: 24 * 4)
        #expect(Self.traffic(world).count >= 3 * 2)
    }
}
