import ServiceKit
import ServiceLifecycle
import ServiceTesting
import Synchronization
import Testing
import WireFormat

@Suite("Hosts of several realms")
struct HostGroupTests {
    @Test("one that cannot be made is tried again after a pause, and the other serves meanwhile")
    func late() async throws {
        let stage = try Stage(failures: ["it": [], "de": [PlannedFailure(detail: "no database")]])
        try await stage.run {
            let italy = try await stage.made()
            await stage.monotonicClock.sleepers(atLeast: 1)
            #expect(italy.name == "it")
            #expect(try await stage.answer(of: italy) == 204)
            #expect(stage.reports == ["de: no database"])
            #expect(stage.log.contains("\"event\":\"realm-failed\""))
            stage.monotonicClock.advance(by: HostGroup.pause)
            let germany = try await stage.made()
            #expect(germany.name == "de")
            #expect(try await stage.answer(of: germany) == 204)
            #expect(try await stage.answer(of: italy) == 204)
        }
        #expect(stage.closed == ["de", "it"], "each is closed once")
        #expect(stage.reports.count == 1)
    }

    @Test("one that ends by itself is closed and made again")
    func ends() async throws {
        let port = try await withRunningHost([SampleService()]) { taken, _ in
            let stage = try Stage(failures: ["it": [], "de": []], port: ["de": taken.public])
            try await stage.run {
                let first = try await stage.made()
                let second = try await stage.made()
                let italy = first.name == "it" ? first : second
                await stage.monotonicClock.sleepers(atLeast: 1)
                #expect(stage.closed == ["de"])
                #expect(stage.reports.count == 1 && stage.reports[0].contains("cannot listen"))
                stage.monotonicClock.advance(by: HostGroup.pause)
                #expect(try await stage.made().name == "de", "it is tried again")
                await stage.monotonicClock.sleepers(atLeast: 1)
                #expect(try await stage.answer(of: italy) == 204)
            }
            #expect(stage.closed == ["de", "de", "it"])
            return taken.public
        }
        #expect(port != 0)
    }

    @Test("if none can be made, the group ends with the reason of the first")
    func none() async throws {
        let stage = try Stage(failures: [
            "it": [PlannedFailure(detail: "first")], "de": [PlannedFailure(detail: "second")],
        ])
        let error = await #expect(throws: PlannedFailure.self) { try await stage.group.run() }
        #expect(error?.detail == "first")
        #expect(stage.closed.isEmpty)
    }

    @Test("one call loads the renewed certificates of all")
    func reload() async throws {
        let fixture = try TLSFixture()
        let files = HostConfiguration.forTests(publicTLS: fixture.files)
        let log = LogCapture()
        let (made, continuation) = AsyncStream.makeStream(of: ServiceHost.self)
        let members = try ["it", "de"].map { name in
            HostGroup.Member(name: try #require(RealmName(name)), logger: log.logger) {
                // Nobody moves this monotonic clock, so no host looks at its files by itself.
                let host = try fixture.host(files, monotonicClock: ManualMonotonicClock(), log: log)
                continuation.yield(host)
                return HostGroup.MadeHost(host) {}
            }
        }
        let group = HostGroup(members) { _, _ in }
        let services = ServiceGroup(services: [group], logger: log.logger)
        let running = Task { try await services.run() }
        var hosts = made.makeAsyncIterator()
        for _ in members {
            _ = try await #require(await hosts.next()).boundPorts()
        }
        func loads() -> Int { log.lines.count { $0.contains("tls-certificate-loaded") } }
        let before = loads()
        _ = try fixture.replaceServer(seconds: 9000)
        group.reloadCertificates()
        #expect(loads() == before + 2)
        await services.triggerGracefulShutdown()
        try await running.value
    }

    @Test("a stop during the pause ends the group")
    func stopInPause() async throws {
        let stage = try Stage(failures: ["it": [], "de": [PlannedFailure(detail: "no database")]])
        try await stage.run {
            _ = try await stage.made()
            await stage.monotonicClock.sleepers(atLeast: 1)
        }
        #expect(stage.closed == ["it"])
    }
}

/// Two realms on free ports, with planned failures.
private final class Stage: Sendable {
    let monotonicClock = ManualMonotonicClock()
    let log = LogCapture()
    let group: HostGroup
    private let state: State
    private let hosts: AsyncStream<Made>

    struct Made: Sendable {
        let name: String
        let host: ServiceHost
    }

    private final class State: Sendable {
        let failures: Mutex<[String: [PlannedFailure]]>
        let closed = Mutex<[String]>([])
        let reports = Mutex<[String]>([])

        init(_ failures: [String: [PlannedFailure]]) { self.failures = Mutex(failures) }
    }

    /// - Parameters:
    ///   - failures: the failures of the first attempts, by realm.
    ///   - port: public ports that are not free.
    init(failures: [String: [PlannedFailure]], port: [String: Int] = [:]) throws {
        let state = State(failures)
        let (made, continuation) = AsyncStream.makeStream(of: Made.self)
        let log = log
        let members = try failures.keys.sorted(by: >).map { name in
            HostGroup.Member(name: try #require(RealmName(name)), logger: log.logger) {
                if let failure = state.failures.withLock({ $0[name]?.popLast() }) {
                    throw failure
                }
                var configuration = HostConfiguration.forTests()
                configuration.publicAddress = ListenAddress(host: "127.0.0.1", port: port[name] ?? 0)
                let host = try ServiceHost.sample([SampleService(publicRoutes: [.open])], configuration, log: log)
                continuation.yield(Made(name: name, host: host))
                return HostGroup.MadeHost(host) { state.closed.withLock { $0.append(name) } }
            }
        }
        self.state = state
        hosts = made
        group = HostGroup(members, monotonicClock: monotonicClock) { realm, error in
            let reason = (error as? PlannedFailure)?.detail ?? "\(error)"
            state.reports.withLock { $0.append("\(realm): \(reason)") }
        }
    }

    var closed: [String] { state.closed.withLock { $0.sorted() } }
    var reports: [String] { state.reports.withLock { $0 } }

    /// The next host that was made.
    func made() async throws -> Made {
        var iterator = hosts.makeAsyncIterator()
        return try #require(await iterator.next())
    }

    func answer(of made: Made) async throws -> Int {
        try await RawHTTP.exchange(port: made.host.boundPorts().public, get("/v1/open")).status
    }

    /// Runs the group for the time of `body`, and stops it gracefully.
    func run(_ body: () async throws -> Void) async throws {
        let services = ServiceGroup(services: [group], logger: log.logger)
        let running = Task { try await services.run() }
        do {
            try await body()
        } catch {
            await services.triggerGracefulShutdown()
            throw error
        }
        await services.triggerGracefulShutdown()
        try await running.value
    }
}
