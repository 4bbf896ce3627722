import NIOCore
import ServiceKit
import ServiceLifecycle
import ServiceTesting
import Synchronization
import Testing
import WireFormat

@Suite("Shutdown")
struct ShutdownTests {
    private let service = SampleService(publicRoutes: [
        Route.forEveryone(Endpoint(.post, "/v1/covered", hasDummies: true)) { _ in .empty(204) },
        .open,
    ])

    private func expectStopping(_ ports: BoundPorts) async throws {
        let health = try await ports.internalAnswer(to: get("/health"))
        #expect(health.status == 503 && health.text.contains("stopping"))
    }

    /// Whether there is a moment in which new connections are dropped before a listener closes. Some systems allow the
    /// filter to root alone.
    private func dropsConnections() async throws -> Bool {
        let socket = try await ListeningSocket(at: ListenAddress(host: "127.0.0.1", port: 0)) { channel in
            channel.eventLoop.makeSucceededVoidFuture()
        }
        defer { socket.close() }
        return await socket.refuseNewcomers()
    }

    @Test("a request that waits for its release is answered, new ones are refused, and health reports it")
    func graceful() async throws {
        let (monotonicClock, log) = (ManualMonotonicClock(), LogCapture())
        try await withRunningHost([service], configuration: .delayed, monotonicClock: monotonicClock, log: log) {
            ports,
            group in
            let idle = try await ports.connection(sending: get("/v1/open"))
            #expect(try await idle.answer().status == 204)
            let waiting = try await ports.connection(sending: post("/v1/covered"))
            await monotonicClock.sleepers(atLeast: 1)
            await group.triggerGracefulShutdown()
            #expect(try await idle.rest().isEmpty, "an idle connection is closed")
            try await expectStopping(ports)
            #expect(throws: RawHTTP.RawHTTPError.self) { try RawHTTP(port: ports.public) }
            monotonicClock.advance(by: .milliseconds(150))
            let answer = try await waiting.answer()
            #expect((answer.status, answer["Connection"], answer.wireSize) == (204, "close", 512))
            #expect(try await waiting.rest().isEmpty)
        }
        #expect(log.contains("\"event\":\"stopping\""))
        #expect(log.contains("\"event\":\"stopped\""))
    }

    @Test("with a drain time, new connections are served until it is over, while health already reports the stop")
    func drain() async throws {
        let dropsConnections = try await dropsConnections()
        let monotonicClock = ManualMonotonicClock()
        var configuration = HostConfiguration.forTests()
        configuration.drain = .seconds(10)
        try await withRunningHost([service], configuration: configuration, monotonicClock: monotonicClock) {
            ports,
            group in
            let kept = try await ports.connection(sending: get("/v1/open"))
            #expect(try await kept.answer()["Connection"] == nil)
            await group.triggerGracefulShutdown()
            await monotonicClock.sleepers(atLeast: 1)
            try await expectStopping(ports)
            let new = try await ports.answer(to: get("/v1/open"))
            #expect((new.status, new["Connection"]) == (204, "close"))
            try await kept.send(get("/v1/open"))
            let last = try await kept.answer()
            #expect((last.status, last["Connection"]) == (204, "close"))
            #expect(try await kept.rest().isEmpty)
            monotonicClock.advance(by: .seconds(9))
            #expect(try await ports.answer(to: get("/v1/open")).status == 204)
            monotonicClock.advance(by: .seconds(1))
            if dropsConnections {
                await monotonicClock.sleepers(atLeast: 1)
                monotonicClock.advance(by: .seconds(1))
            }
            while (try? RawHTTP(port: ports.public)) != nil {
                await Task.yield()
            }
            // The internal listener has no drain time of its own.
            if dropsConnections {
                await monotonicClock.sleepers(atLeast: 1)
                monotonicClock.advance(by: .seconds(1))
            }
        }
    }

    @Test("a request that is still arriving is received and answered")
    func arriving() async throws {
        try await withRunningHost([service]) { ports, group in
            let idle = try await ports.connection(sending: get("/v1/open"))
            #expect(try await idle.answer().status == 204)
            let head = postHead("/v1/covered", "Expect: 100-continue", "Content-Length: 3")
            let arriving = try await ports.connection(sending: head)
            #expect(try await arriving.answer().status == 100)
            await group.triggerGracefulShutdown()
            #expect(try await idle.rest().isEmpty)
            try await arriving.send("abc")
            #expect(try await arriving.answer().status == 204)
            #expect(try await arriving.rest().isEmpty)
        }
    }

    @Test("a taken port is reported with its address only, and no job has run", arguments: [true, false])
    func portTaken(isPublic: Bool) async throws {
        try await withRunningHost([service]) { ports, _ in
            var configuration = HostConfiguration.forTests()
            let address = ListenAddress(host: "127.0.0.1", port: isPublic ? ports.public : ports.internal)
            configuration.publicAddress = isPublic ? address : configuration.publicAddress
            configuration.internalAddress = isPublic ? configuration.internalAddress : address
            let log = LogCapture()
            let runs = Mutex(0)
            let job = PeriodicJob(name: "eager", every: .seconds(3600), runAtStart: true) { runs.withLock { $0 += 1 } }
            let service = SampleService(jobs: [job])
            let host = try ServiceHost.sample([service], configuration, log: log) { runs.withLock { $0 += 1 } }
            await #expect(throws: HostError.cannotListen(address, reason: "Address already in use")) {
                try await host.run()
            }
            await #expect(throws: HostError.stoppedBeforeListening) { try await host.boundPorts() }
            #expect(runs.withLock { $0 } == 0)
            #expect(log.lines.isEmpty)
        }
    }

    @Test("a host that is told to stop before it listens stops")
    func stoppedAtOnce() async throws {
        let host = try ServiceHost.sample([service])
        let waiting = Task { try await host.boundPorts() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let group = ServiceGroup(services: [host], logger: LogCapture().logger)
        let running = Task { try await group.run() }
        await group.triggerGracefulShutdown()
        try? await running.value
    }
}
