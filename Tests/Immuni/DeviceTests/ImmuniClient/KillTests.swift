import ClientKit
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import PhonePorts
import Testing

@testable import ImmuniClient

@Suite("A phone whose app is killed at any effect")
struct KillTests {
    private static let start = CalendarDay(daysSinceEpoch: 20_757).startInUTC

    /// Three weeks with new chunks, a contact on the fifth day, and an upload on the tenth.
    private static func live(_ platform: SettingsRequest.Platform, kill: PhoneWorld.Kill?) throws -> PhoneWorld {
        var world = try PhoneWorld(platform: platform, seed: 11, start: start)
        world.kill = kill
        world.onboard()
        // If the kill came in the middle of the onboarding, the person continues where they were.
        world.onboard()
        for day in 1...21 {
            world.newestChunk = day
            world.contacts = (5...6).contains(day) ? [start.utcDay.advanced(byDays: 4)] : []
            world.run(until: start.advanced(bySeconds: Int64(day) * UnixTime.secondsPerDay))
            if day == 10 {
                upload(&world)
            }
        }
        return world
    }

    private static func upload(_ world: inout PhoneWorld) {
        world.send(.enteredForeground)
        // A person tries again a few times after the app was killed.
        for _ in 0..<3 where !world.state.warnings.status.isPositive {
            world.send(.open(.upload))
            if let flow = world.state.upload.flow, world.count({ $0 == .upload }) == 0,
                !world.authorisedCodes.contains(flow.otp.exposedText)
            {
                world.authorisedCodes.append(flow.otp.exposedText)
            }
            world.send(.validateCode, .confirmUpload)
        }
        world.send(.open(.home), .enteredBackground)
    }

    @Test("does everything that is due, and nothing twice", arguments: [SettingsRequest.Platform.iOS, .android])
    func everyEffect(platform: SettingsRequest.Platform) throws {
        let whole = try Self.live(platform, kill: nil)
        try Self.check(whole, wasKilled: false)
        #expect(whole.effectCount > 500)
        // The first effects, of the onboarding, and a sample of all.
        let first = stride(from: 1, through: 60, by: Effort.choose(short: 6, every: 3, whole: 1))
        let number = Effort.choose(short: 16, every: 40, whole: 120)
        let steps = stride(from: 1, through: whole.effectCount, by: whole.effectCount / number + 1)
        for effect in Array(first) + Array(steps) {
            for isAfter in [false, true] {
                try Self.check(Self.live(platform, kill: .init(effect: effect, isAfter: isAfter)), wasKilled: true)
            }
        }
    }

    @Test("a warning that was not shown yet is shown at the next start, unless it ended meanwhile")
    func unshownNotice() throws {
        let day = Self.start.utcDay
        for (status, count) in [(CovidStatus.risk(lastContact: day), 1), (.neutral, 0)] {
            var world = try PhoneWorld.onboarded(.android, seed: 11, start: Self.start)
            world.state.warnings.status = status
            world.state.warnings.notices = [.riskOfExposure(lastContact: day)]
            world.restart()
            #expect(world.count { $0 == .notice(.riskOfExposure(lastContact: day)) } == count)
            #expect(world.state.warnings.notices.isEmpty)
        }
    }

    private static func check(_ world: PhoneWorld, wasKilled: Bool) throws {
        let contact = PhoneNotification.riskOfExposure(lastContact: start.utcDay.advanced(byDays: 4))
        #expect(world.state.onboarding.progress.isCompleted)
        #expect(world.count { $0 == .notice(contact) } >= 1, "the notice was shown")
        #expect(world.state.warnings.notices.isEmpty, "and nothing waits to be shown")
        let index = try #require(ChunkIndex(oldest: 1, newest: 21))
        #expect(world.state.session.chunks.due(in: index, at: world.now).isEmpty)
        #expect(Set(world.fetchedChunks) == Set(1...21), "every chunk was processed")
        #expect(world.fetchedChunks.count <= 21 + (wasKilled ? 2 : 0), "again at most where the app was killed")
        #expect(world.count { $0 == .upload } == 1, "the keys left once")
        #expect(world.count { $0 == .info(isDummy: false, withExposure: true) } <= 1)
        #expect(world.count { $0 == .info(isDummy: false, withExposure: false) } <= 1)
        #expect(world.count { $0 == .token } <= world.count { $0 == .detection })
        for day in 15...20 {
            let from = start.advanced(bySeconds: Int64(day) * UnixTime.secondsPerDay)
            let detections = world.times { $0 == .detection }.count { (0..<86_400).contains($0.seconds(since: from)) }
            #expect((6...(wasKilled ? 7 : 6)).contains(detections), "the sessions go on every four hours")
        }
    }
}
