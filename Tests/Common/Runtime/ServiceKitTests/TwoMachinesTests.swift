import ClockPorts
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import ServiceTesting
import StoreConformance
import Synchronization
import Testing
import WireFormat

@Suite("Two machines on one database")
struct TwoMachinesTests {
    private static let day = SampleClock.day
    private static let jump = 20 * day

    /// Two machines whose clocks are right and were checked once.
    private static func machines() async throws -> (first: SampleClock, second: SampleClock) {
        let first = SampleClock()
        let second = first.otherMachine()
        for machine in [first, second] {
            try await machine.makeGuard().check()
        }
        return (first, second)
    }

    @Test("a machine with a wrong clock is held for as long as the other one works, and that one goes on")
    func wrong() async throws {
        let (first, second) = try await Self.machines()
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
        let (first, second) = try await Self.machines()
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
        let (first, second) = try await Self.machines()
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
        let (first, second) = try await Self.machines()
        let right = second.makeGuard()
        first.calendar.advance(bySeconds: 1800 * Self.day)
        _ = try await first.makeGuard().confirm()
        for boot in ["x", "y", "z"] {
            let newcomer = SampleClock(boot: boot, store: second.store)
            #expect(try await newcomer.makeGuard().check().hold != nil)
            second.pass(60)
            #expect(try await right.trustedNow() == second.calendar.now())
        }
    }

    @Test("a clock that is ahead by less than two days moves no other machine's present moment")
    func ahead() async throws {
        let (first, second) = try await Self.machines()
        let right = second.makeGuard()
        first.calendar.advance(bySeconds: 2 * Self.day)
        #expect(try await first.makeGuard().trustedNow() == first.calendar.now())
        second.pass(60)
        #expect(try await right.trustedNow() == second.calendar.now())
        #expect(right.latestTrusted() == second.calendar.now())
    }

    @Test("a wrong time that a person confirms on one machine holds no other, until that one starts again")
    func confirmedWrong() async throws {
        let (first, second) = try await Self.machines()
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
        let (first, second) = try await Self.machines()
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
        let (_, second) = try await Self.machines()
        second.pass(30 * Self.day)
        try await second.makeGuard().check()
        for (off, isTrusted) in [(0, true), (Self.jump, false), (-Self.jump, false)] {
            let newcomer = SampleClock(boot: "new \(off)", store: second.store)
            newcomer.calendar.advance(bySeconds: 30 * Self.day + off)
            #expect(try await (newcomer.makeGuard().check().hold == nil) == isTrusted, "\(off)")
        }
        #expect(try await second.makeGuard().trustedNow() == second.calendar.now())
    }
}

// MARK: - Jobs

extension TwoMachinesTests {
    /// The value of a metric of the job.
    private static func value(_ name: String, _ metrics: MetricsRegistry) -> String? {
        metrics.prometheusText().split(separator: "\n").first { $0.hasPrefix("\(name){") }
            .map { String($0.split(separator: " ")[1]) }
    }

    /// A job that needs the trusted time, each minute.
    private static func job(by clock: ClockGuard, whenElsewhere: @escaping @Sendable () -> Void = {}) -> PeriodicJob {
        PeriodicJob(
            name: "tidy",
            every: .seconds(60),
            runAtStart: true,
            whenElsewhere: whenElsewhere
        ) { _ = try await clock.trustedNow() }
    }

    @Test("a machine whose clock is held gives its jobs to the other one, and asks for none until it is trusted")
    func jobs() async throws {
        let (first, second) = try await Self.machines()
        let guards = [first.makeGuard(), second.makeGuard()]
        let pacemakers = [ManualPacemaker(), ManualPacemaker()]
        let metrics = [MetricsRegistry(), MetricsRegistry()]
        let leases = ManualLeases()
        let elsewhere = Mutex(0)
        /// Lets time pass on a machine, and waits until its host has done what is due.
        @Sendable func pass(_ seconds: Int64, on machine: Int) async {
            [first, second][machine].pass(seconds)
            pacemakers[machine].advance(by: .seconds(seconds))
            await pacemakers[machine].sleepers(atLeast: 2)
        }
        try await withRunningHost(
            [SampleService(jobs: [Self.job(by: guards[0], whenElsewhere: { elsewhere.withLock { $0 += 1 } })])],
            clock: first.calendar,
            guards: [guards[0]],
            leases: ["sample": leases],
            pacemaker: pacemakers[0],
            metrics: metrics[0]
        ) { _, _ in
            await pacemakers[0].sleepers(atLeast: 2)
            #expect(Self.value("job_leading", metrics[0]) == "1")
            try await withRunningHost(
                [SampleService(jobs: [Self.job(by: guards[1])])],
                clock: second.calendar,
                guards: [guards[1]],
                leases: ["sample": leases],
                pacemaker: pacemakers[1],
                metrics: metrics[1]
            ) { _, _ in
                await pacemakers[1].sleepers(atLeast: 2)
                #expect(Self.value("job_leading", metrics[1]) == "0")
                first.calendar.advance(bySeconds: Self.jump)
                await pass(60, on: 0)
                #expect(Self.value("job_held", metrics[0]) == "1")
                #expect(Self.value("job_leading", metrics[0]) == "0")
                #expect(elsewhere.withLock { $0 } == 1)
                #expect(leases.names.isEmpty)
                await pass(60, on: 1)
                #expect(Self.value("job_leading", metrics[1]) == "1")
                #expect(Self.value("job_held", metrics[1]) == "0")
                for _ in 1...5 {
                    await pass(60, on: 0)
                    await pass(60, on: 1)
                }
                #expect(Self.value("job_leading", metrics[0]) == "0")
                #expect(Self.value("job_leading", metrics[1]) == "1")
                #expect(elsewhere.withLock { $0 } == 1, "it did not ask for the lease")
                first.calendar.advance(bySeconds: -Self.jump)
                try await guards[0].check()
                await pass(60, on: 0)
                #expect(Self.value("job_held", metrics[0]) == "0")
                #expect(elsewhere.withLock { $0 } == 2, "it asked for the lease")
                #expect(Self.value("job_leading", metrics[1]) == "1")
            }
            // The other machine fails.
            await pass(10, on: 0)
            #expect(Self.value("job_leading", metrics[0]) == "1")
        }
    }
}
