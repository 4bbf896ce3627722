import ClientKit
import ExposurePrimitives
import ImmuniAPI
import Testing

@testable import ImmuniClient

/// An iPhone and an Android phone whose next opportunity has come.
@Suite("Dummy uploads")
struct PretendedUploadTests {
    private static func world(_ platform: SettingsRequest.Platform, seed: UInt64 = 3) throws -> PhoneWorld {
        var world = try PhoneWorld.onboarded(platform, seed: seed)
        world.now = try #require(world.state.coverTraffic.plan?.opportunity)
        world.events = []
        return world
    }

    private static func isDummy(_ kind: PhoneWorld.Event.Kind) -> Bool { if case .dummy = kind { true } else { false } }

    @Test("leave an open iPhone after a while, a validation first, and the next window is drawn when they begin")
    func iPhone() throws {
        var world = try Self.world(.iOS)
        let window = try #require(world.state.coverTraffic.plan?.opportunity)
        world.send(.enteredForeground)
        #expect(world.count(Self.isDummy) == 0)
        world.run(until: world.now.advanced(bySeconds: 3600))
        let kinds = world.events.map(\.kind).filter(Self.isDummy)
        #expect(kinds.first == .dummy(.validation))
        #expect(kinds.dropFirst().allSatisfy { $0 == .dummy(.upload) })
        #expect(try #require(world.state.coverTraffic.plan).opportunity > window)
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
        open.send(.enteredForeground, .woken(.coverTraffic))
        #expect(open.count(Self.isDummy) == 0)
        #expect(try #require(open.scheduled[.coverTraffic]) > open.now)
        world.send(.woken(.coverTraffic))
        #expect(world.count(Self.isDummy) == 1)
        #expect(try #require(world.state.coverTraffic.plan).opportunity > world.now)
    }

    @Test("leave an Android phone at the drawn times, even if it is woken too early")
    func early() throws {
        var worlds = try (0..<20).map { try Self.world(.android, seed: UInt64($0)) }
        for index in worlds.indices {
            worlds[index].send(.woken(.coverTraffic))
        }
        var world = try #require(worlds.first { ($0.state.coverTraffic.sequence?.next ?? $0.now) > $0.now })
        let sequence = try #require(world.state.coverTraffic.sequence)
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
        var world = try PhoneWorld.onboarded(platform, seed: 3)
        let present = world.now
        world.now = present.advanced(bySeconds: 20 * 365 * 86_400)
        world.send(.woken(.coverTraffic), .woken(.backgroundSession))
        world.now = present
        world.send(.woken(.backgroundSession))
        let next = try #require(world.state.coverTraffic.plan).opportunity
        #expect((0..<10 * 365 * 86_400).contains(next.seconds(since: present)))
        #expect(platform == .iOS || world.scheduled[.coverTraffic] == next)
    }

    @Test("are not sent before the onboarding is completed")
    func notOnboarded() throws {
        var world = try PhoneWorld(platform: .android, seed: 3)
        world.send(.launched(inForeground: true), .enteredBackground)
        world.run(until: world.now.advanced(bySeconds: 365 * 86_400))
        #expect(world.count(Self.isDummy) == 0)
        #expect(world.count { $0 == .detection } == 0)
    }
}
