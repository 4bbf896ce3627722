import ClockPorts
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import ServiceTesting
import Synchronization
import Testing
import WireFormat

@Suite("Two machines on one database")
struct TwoMachinesTests {
    private static let day = SampleClock.day
    private static let jump = 20 * day

    /// Two machines whose clocks are right and were checked once.
    private let first: SampleClock
    private let second: SampleClock

    init() async throws {
        first = try await SampleClock()
        second = first.otherMachine()
        for machine in [first, second] {
            try await machine.makeGuard().check()
        }
    }

    @Test("a machine with a wrong clock is held for as long as the other one works, and that one goes on")
    func wrong() async throws {
        let (wrong, right) = (first.makeGuard(), second.makeGuard())
        first.calendar.advance(bySeconds: Self.jump)
        // Three times the grace time.
        for _ in 0..<72 {
            await #expect(throws: ClockHold.self) { try await wrong.trustedNow() }
            #expect(try await right.trustedNow() == second.calendar.now())
            #expect(right.latestTrusted() == second.calendar.now())
            first.pass(3600)
            second.pass(3600)
        }
        try await wrong.check()
        #expect(wrong.latestTrusted() == second.calendar.now().advanced(bySeconds: -3600))
        first.calendar.advance(bySeconds: -Self.jump)
        #expect(try await wrong.trustedNow() == second.calendar.now())
    }

    @Test("when the other machine is gone, the grace time begins")
    func alone() async throws {
        let (wrong, right) = (first.makeGuard(), second.makeGuard())
        first.calendar.advance(bySeconds: Self.jump)
        for _ in 0..<3 {
            try await wrong.check()
            first.pass(3600)
            second.pass(3600)
            try await right.check()
        }
        // It sees that the other one was trusted until now.
        #expect(try await wrong.check().hold?.left == Self.day)
        first.pass(Self.day - 1)
        #expect(try await wrong.judgement().hold?.left == 1)
        first.pass(1)
        #expect(try await wrong.trustedNow() == first.calendar.now())
    }

    @Test("a mark that is ahead of the machine that works lets no grace time pass")
    func markAhead() async throws {
        let (wrong, right) = (first.makeGuard(), second.makeGuard())
        first.calendar.advance(bySeconds: Self.day * 3 / 2)
        #expect(try await wrong.check().hold == nil)
        first.calendar.advance(bySeconds: Self.jump)
        // The other one's time does not reach the mark within the grace time.
        for _ in 0..<30 {
            await #expect(throws: ClockHold.self) { try await wrong.trustedNow() }
            #expect(try await right.trustedNow() == second.calendar.now())
            first.pass(3600)
            second.pass(3600)
        }
    }

    @Test("a mark that is years ahead deletes no entry of a machine that works, whoever comes new")
    func yearsAhead() async throws {
        let right = second.makeGuard()
        first.calendar.advance(bySeconds: 1800 * Self.day)
        _ = try await first.makeGuard().confirm()
        for boot in ["x", "y", "z"] {
            let newcomer = second.otherMachine(boot)
            #expect(try await newcomer.makeGuard().check().hold != nil)
            second.pass(60)
            #expect(try await right.trustedNow() == second.calendar.now())
        }
    }

    @Test("a clock that is ahead by less than two days moves no other machine's present moment")
    func ahead() async throws {
        let right = second.makeGuard()
        first.calendar.advance(bySeconds: 2 * Self.day)
        #expect(try await first.makeGuard().trustedNow() == first.calendar.now())
        second.pass(60)
        #expect(try await right.trustedNow() == second.calendar.now())
        #expect(right.latestTrusted() == second.calendar.now())
    }

    @Test("a wrong time that a person confirms on one machine holds no other, until that one starts again")
    func confirmedWrong() async throws {
        first.calendar.advance(bySeconds: Self.jump)
        _ = try await first.makeGuard().confirm()
        second.pass(60)
        #expect(try await second.makeGuard().trustedNow() == second.calendar.now())
        second.machine.restart(as: "c")
        await #expect(throws: ClockHold.self) { try await second.makeGuard().trustedNow() }
        _ = try await second.makeGuard().confirm()
        #expect(try await second.makeGuard().trustedNow() == second.calendar.now())
    }

    @Test("a confirmation counts for its machine, and a hold can be confirmed from the other one")
    func confirmation() async throws {
        for machine in [first, second] {
            machine.calendar.advance(bySeconds: Self.jump)
            await #expect(throws: ClockHold.self) { try await machine.makeGuard().trustedNow() }
        }
        let here = second.makeGuard()
        _ = try await here.confirm()
        await #expect(throws: ClockHold.self) { try await first.makeGuard().trustedNow() }
        let others = try await here.otherMachines()
        #expect(others.map(\.boot) == ["a"])
        #expect(others.first?.hold(grace: Self.day)?.deviation == Self.jump)
        #expect(try await here.confirmHold(of: "a") == first.calendar.now())
        first.pass(60)
        #expect(try await first.makeGuard().trustedNow() == first.calendar.now())
        #expect(try await here.confirmHold(of: "a") == nil)
        #expect(try await here.confirmHold(of: "unknown") == nil)
    }

    @Test("a machine that comes new is judged by the mark of the others")
    func newcomer() async throws {
        second.pass(30 * Self.day)
        try await second.makeGuard().check()
        for (off, isTrusted) in [(0, true), (Self.jump, false), (-Self.jump, false)] {
            let newcomer = second.otherMachine("new \(off)")
            newcomer.calendar.advance(bySeconds: 30 * Self.day + off)
            #expect(try await (newcomer.makeGuard().check().hold == nil) == isTrusted, "\(off)")
        }
        #expect(try await second.makeGuard().trustedNow() == second.calendar.now())
    }
}

// MARK: - Jobs

extension TwoMachinesTests {
    @Test("a machine whose clock is held gives its jobs to the other one, and asks for none until it is trusted")
    func jobs() async throws {
        let (wrong, right) = (Worker(first), Worker(second))
        let leases = ManualLeases()
        try await wrong.run(with: leases) {
            #expect(wrong.state[0] == "1")
            try await right.run(with: leases) {
                #expect(right.state[0] == "0")
                first.calendar.advance(bySeconds: Self.jump)
                await wrong.pass(60)
                #expect(wrong.state == ["0", "1"])
                #expect(wrong.timesElsewhere == 1)
                #expect(leases.names.isEmpty)
                await right.pass(60)
                #expect(right.state == ["1", "0"])
                for _ in 1...5 {
                    await wrong.pass(60)
                    await right.pass(60)
                }
                #expect((wrong.state[0], right.state[0]) == ("0", "1"))
                #expect(wrong.timesElsewhere == 1, "it did not ask for the lease")
                first.calendar.advance(bySeconds: -Self.jump)
                try await wrong.guarded.check()
                await wrong.pass(60)
                #expect((wrong.state[1], right.state[0]) == ("0", "1"))
                #expect(wrong.timesElsewhere == 2, "it asked for the lease")
            }
            // The other machine fails.
            await wrong.pass(10)
            #expect(wrong.state[0] == "1")
        }
    }
}

/// A machine with a host that runs a job by the trusted time, each minute.
private final class Worker: Sendable {
    let guarded: ClockGuard
    private let clock: SampleClock
    private let monotonicClock = ManualMonotonicClock()
    private let metrics = MetricsRegistry()
    private let elsewhere = Mutex(0)

    init(_ clock: SampleClock) {
        self.clock = clock
        guarded = clock.makeGuard()
    }

    /// How often the job was told that another process runs it.
    var timesElsewhere: Int { elsewhere.withLock { $0 } }

    func run(with leases: ManualLeases, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let job = PeriodicJob(
            name: "tidy",
            every: .seconds(60),
            runAtStart: true,
            whenElsewhere: { self.elsewhere.withLock { $0 += 1 } }
        ) { _ = try await self.guarded.trustedNow() }
        try await withRunningHost(
            [SampleService(jobs: [job])],
            clock: clock.calendar,
            guards: [guarded],
            leases: ["sample": leases],
            monotonicClock: monotonicClock,
            metrics: metrics
        ) { _, _ in
            await self.monotonicClock.sleepers(atLeast: 2)
            try await body()
        }
    }

    /// Lets time pass, and waits until the host has done what is due.
    func pass(_ seconds: Int64) async {
        clock.pass(seconds)
        monotonicClock.advance(by: .seconds(seconds))
        await monotonicClock.sleepers(atLeast: 2)
    }

    /// Whether the process leads and whether its job is held.
    var state: [String?] { [metrics.value("job_leading"), metrics.value("job_held")] }
}
