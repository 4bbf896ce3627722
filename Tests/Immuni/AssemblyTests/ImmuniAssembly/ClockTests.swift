import ClockPorts
import CommonAssembly
import ExposurePrimitives
import ExposureTesting
import ImmuniAssembly
import OperatorPortal
import OperatorStores
import ServiceKit
import ServiceTesting
import Testing

@Suite("The clock of a server's databases")
struct ClockTests {
    private static let day = UnixTime.secondsPerDay

    /// Makes the databases of `sample` with one account, and reads the clock once.
    private func fill(_ sample: SampleServer) async throws {
        let assembly = try await sample.assembly()
        _ = try assembly.server.migrate()
        let name = try #require(OperatorName("anna"))
        try await assembly.realm.operatorAccounts().create(
            name,
            roles: [.healthWorker],
            password: SecretBytes("correct horse battery".utf8),
            isOwn: true
        )
        _ = try await assembly.host(for: [.publication, .analytics, .portal], logger: LogCapture().logger)
        try assembly.realm.close()
    }

    @Test("a jump of the clock holds every database until a person confirms it, and other processes see both")
    func holds() async throws {
        try await SampleServer.with { sample in
            try await fill(sample)
            sample.clock.advance(bySeconds: 20 * Self.day)
            let assembly = try await sample.assembly()
            let guards = try assembly.server.clockGuards()
            #expect(guards.map(\.name) == ["exposures", "analytics", "portal"])
            for guarded in guards {
                await #expect(throws: ClockHold.self) { try await guarded.trustedNow() }
            }
            await #expect(throws: AssemblyError.self) { _ = try await assembly.server.repairClock(isRehearsal: true) }
            for guarded in guards {
                _ = try await guarded.confirm()
            }
            let other = try await sample.assembly()
            for guarded in try other.server.clockGuards() {
                #expect(try await guarded.trustedNow() == sample.clock.now(), "\(guarded.name)")
            }
            #expect(try await other.server.repairClock(isRehearsal: true).flatMap(\.repairs).isEmpty)
        }
    }

    @Test("the machine's uptime explains three weeks without a server")
    func uptime() async throws {
        try await SampleServer.with { sample in
            try await fill(sample)
            sample.clock.advance(bySeconds: 21 * Self.day)
            let assembly = try await sample.assembly(machine: SilentMachine(sinceBoot: 21 * Self.day))
            for guarded in try assembly.server.clockGuards() {
                #expect(try await guarded.trustedNow() == sample.clock.now(), "\(guarded.name)")
            }
        }
    }

    @Test("without the guard every clock is trusted, and health does not report it")
    func off() async throws {
        try await SampleServer.with { sample in
            try await fill(sample)
            sample.clock.advance(bySeconds: 20 * Self.day)
            for (setting, status) in [("off", 200), ("on", 503)] {
                try await sample.with("clock.guard", setting).running([.portal]) { ports, _ async throws in
                    let health = try await RawHTTP.exchange(port: ports.internal, RawRequest.get("/health"))
                    #expect(health.status == status)
                }
            }
        }
    }

    @Test("a process guards only the databases of its services, and config guards none")
    func databases() async throws {
        try await SampleServer.with { sample in
            for (services, names) in [
                ([.config], []), ([.reporting], ["exposures"]), ([.analytics], ["analytics", "exposures"]),
                ([.portal], ["portal"]),
            ] as [([ServiceName], [String])] {
                try await sample.running(services) { ports, _ async throws in
                    let text = try await RawHTTP.exchange(port: ports.internal, RawRequest.get("/metrics")).text
                    let held = text.split(separator: "\n").filter { $0.hasPrefix("clock_held{") }
                    #expect(held == names.map { "clock_held{database=\"\($0)\"} 0" })
                }
            }
        }
    }
}
