import ExposurePrimitives
import ExposureTesting
import Foundation
import Synchronization
import Testing

@testable import PhonePage

@Suite("Moving the clock of a cast")
struct ClockMoveTests {
    private static let start = UnixTime(1_795_255_200)
    private static let day = UnixTime.secondsPerDay

    private static let moves: [(Int64, Int64, ClockMove.Progress.Unit, Int, Int)] = [
        (14 * day, 0, .day, 1, 14), (14 * day, day - 1, .day, 1, 14), (14 * day, 2 * day, .day, 3, 14),
        (14 * day, 14 * day, .day, 14, 14), (day + 1, day, .day, 2, 2), (day, 0, .hour, 1, 24),
        (day, 5 * 3600, .hour, 6, 24), (3600, 7200, .hour, 1, 1), (4 * 3600, -60, .hour, 1, 4),
    ]

    @Test("reports how far it has come", arguments: moves)
    func progress(length: Int64, passed: Int64, unit: ClockMove.Progress.Unit, number: Int, count: Int) {
        let move = ClockMove(from: Self.start, bySeconds: length)
        let progress = move.progress(at: Self.start.advanced(bySeconds: passed))
        #expect(progress == ClockMove.Progress(unit: unit, number: number, count: count))
    }

    private static func withCast(_ body: (PhoneCast, DailyAuthority) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let clock = CastClock(folder: folder, base: ManualClock(start))
            let authority = DailyAuthority()
            try await body(PhoneCast(folder: folder, clock: clock, authority: authority), authority)
        }
    }

    @Test("goes step by step, with each step on the page")
    func steps() async throws {
        try await Self.withCast { cast, authority in
            authority.whenDue { [clock = cast.clock] in
                await cast.move.map { $0.progress(at: clock.now()).number }
            }
            let before = await cast.version
            await cast.advance(bySeconds: 3 * Self.day)
            #expect(await cast.move?.progress(at: cast.clock.now()).count == 3)
            await cast.passing?.value
            #expect(await cast.move == nil)
            #expect(await cast.version > before)
            #expect(cast.clock.now() == Self.start.advanced(bySeconds: 3 * Self.day))
            #expect(Set(authority.seen) == [1, 2, 3], "the page could show each day")
        }
    }

    @Test("goes as far as requested in total, also for requests made meanwhile")
    func addsUp() async throws {
        try await Self.withCast { cast, authority in
            let asked = Mutex(false)
            authority.whenDue {
                let isFirst = asked.withLock { wasAsked in
                    defer { wasAsked = true }
                    return !wasAsked
                }
                if isFirst {
                    await cast.advance(bySeconds: 2 * Self.day)
                }
                return nil
            }
            await cast.advance(bySeconds: 3 * Self.day)
            await cast.passing?.value
            #expect(cast.clock.now() == Self.start.advanced(bySeconds: 5 * Self.day))
        }
    }

    @Test("stops where it is when the cast ends")
    func stop() async throws {
        try await Self.withCast { cast, authority in
            let calls = Mutex(0)
            authority.whenDue {
                let count = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                if count == 3 {
                    Task { await cast.stop() }
                }
                while calls.withLock({ $0 }) >= 3, await !cast.isStopped {
                    await Task.yield()
                }
                return nil
            }
            await cast.advance(bySeconds: 30 * Self.day)
            await cast.passing?.value
            #expect(cast.clock.now() < Self.start.advanced(bySeconds: 3 * Self.day))
            #expect(await cast.move == nil)
            await cast.advance(bySeconds: Self.day)
            #expect(await cast.move == nil, "what has ended does not begin again")
        }
    }

    @Test("reports a failure, and stands still")
    func failure() async throws {
        let nowhere = FileManager.default.temporaryDirectory.appending(path: "avviso-nowhere-\(UUID().uuidString)")
        let clock = CastClock(folder: nowhere, base: ManualClock(Self.start))
        let cast = PhoneCast(folder: nowhere, clock: clock, authority: DailyAuthority())
        await cast.advance(bySeconds: Self.day)
        await cast.passing?.value
        #expect(await cast.hasMoveFailed)
        #expect(await cast.move == nil)
        #expect(clock.now() == Self.start)
    }
}

/// An authority with a task for each day, which a test observes.
private final class DailyAuthority: CastAuthority {
    private let look = Mutex<@Sendable () async -> Int?>({ nil })
    private let next = Mutex(UnixTime(1_795_255_200).advanced(bySeconds: UnixTime.secondsPerDay))
    private let numbers = Mutex<[Int]>([])

    var seen: [Int] { numbers.withLock { $0 } }

    func whenDue(_ look: @escaping @Sendable () async -> Int?) {
        self.look.withLock { $0 = look }
    }

    /// Called before and after all phones, so every second call is a step.
    func runDueTasks() async -> UnixTime? {
        if let number = await look.withLock({ $0 })() {
            numbers.withLock { $0.append(number) }
        }
        return next.withLock { next in
            defer { next = next.advanced(bySeconds: UnixTime.secondsPerDay / 2) }
            return next
        }
    }

    func perform(_ order: AuthorityOrder) async throws -> String { "" }
}
