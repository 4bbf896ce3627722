import Metrics
import NIOCore
import ServiceTesting
import Synchronization
import Testing
import WireFormat

@testable import ServiceKit

/// Attacks of strangers on the public listener. Tests/BlackBox/common/strangers.py does the same from outside.
@Suite("Strangers at the public listener")
struct StrangerTests {
    private let calls = CallCounter()

    private var service: SampleService {
        let calls = calls
        let large = ByteBuffer(repeating: 7, count: 200_000)
        return SampleService(publicRoutes: [
            Route.forEveryone(Endpoint(.get, "/v1/large")) { _ in
                calls.count.add(1, ordering: .relaxed)
                return ServiceResponse(status: 200, body: .buffer(large))
            },
            .counting("/v1/echo"), .forEveryone(Endpoint(.get, "/v1/hello")) { _ in .json(Array("{}".utf8)) },
        ])
    }

    @Test("requests sent ahead by a client that does not read are not processed, and its connection ends")
    func pipelining() async throws {
        let metrics = MetricsRegistry()
        let configuration = HostConfiguration.limited { $0.idle = .seconds(3) }
        try await withRunningHost([service], configuration: configuration, metrics: metrics) { [calls] ports, _ in
            let connection = try RawHTTP(port: ports.public)
            try await connection.send(String(repeating: get("/v1/large"), count: 4000))
            while calls.count.load(ordering: .relaxed) == 0 {
                await Task.yield()
            }
            try await metrics.wait(for: #"http_open_connections{listener="public"} 0"#)
            // The buffers of both sides hold some megabytes each, not 800 MB.
            #expect(calls.count.load(ordering: .relaxed) < 400)
        }
    }

    @Test("a client that reads gets every answer, however many requests it sent ahead")
    func honestPipelining() async throws {
        try await withRunningHost([service]) { ports, _ in
            let bodies = (0..<300).map { filler($0 * 37 % 3000) }
            // The answers are short: the system's buffers hold them all before one is read.
            let connection = try await ports.connection(sending: bodies.map { post("/v1/echo", body: $0) }.joined())
            try await connection.finishSending()
            for body in bodies {
                #expect(try await connection.answer().text == "\(body.utf8.count)")
            }
            #expect(try await connection.rest().isEmpty)
        }
    }

    @Test("permission to send a body never comes inside another answer")
    func permission() async throws {
        try await withRunningHost([service]) { ports, _ in
            let asking = get("/v1/large") + postHead("/v1/echo", "Content-Length: 3", "Expect: 100-continue") + "abc"
            // The answers are longer than the system's buffers, so some wait while later requests are parsed.
            let connection = try await ports.connection(sending: String(repeating: asking, count: 60))
            for _ in 0..<60 {
                #expect(try await connection.answer().text == String(repeating: "\u{7}", count: 200_000))
                var answer = try await connection.answer()
                if answer.status == 100 {
                    answer = try await connection.answer()
                }
                #expect(answer.status == 200 && answer.text == "3")
            }
        }
    }

    @Test("silent connections are closed in favour of active ones", arguments: [false, true])
    func silence(isFair: Bool) async throws {
        let log = LogCapture()
        let metrics = MetricsRegistry()
        let configuration = HostConfiguration.limited { ($0.connections, $0.isFairToPeers) = (20, isFair) }
        try await withRunningHost([service], configuration: configuration, log: log, metrics: metrics) { ports, _ in
            var silent: [RawHTTP] = []
            for round in 0..<60 {
                silent.append(try RawHTTP(port: ports.public))
                #expect(try await ports.answer(to: get("/v1/hello")).status == 200, "round \(round)")
            }
            let health = try await ports.internalAnswer(to: get("/health"))
            #expect(health.status == 200)
            #expect(health.text.contains(#""status":"degraded""#))
            let evicted = #/http_connections_evicted_total\{listener="public"\} [1-9]/#
            #expect(metrics.prometheusText().contains(evicted))
            #expect(try await silent[0].rest().isEmpty, "the first to come is gone")
        }
        #expect(log.contains("connections-crowded"))
    }

    @Test("requests that stop in the middle are closed too")
    func halfRequests() async throws {
        try await withRunningHost([service], configuration: .limited { $0.connections = 20 }) { ports, _ in
            var stuck: [RawHTTP] = []
            for round in 0..<60 {
                stuck.append(try await ports.connection(sending: "GET /v1/hello HT"))
                #expect(try await ports.answer(to: get("/v1/hello")).status == 200, "round \(round)")
            }
        }
    }

    @Test("a listener with only busy connections is not healthy, and closes none of them")
    func full() async throws {
        let gate = Gate()
        let busy = SampleService(publicRoutes: [.waiting(at: gate)])
        try await withRunningHost([busy], configuration: .limited { $0.connections = 2 }) { ports, _ in
            // Two are kept, and eight more may be open for a moment.
            var connections: [RawHTTP] = []
            for count in 1...10 {
                connections.append(try await ports.connection(sending: get("/v1/waits")))
                await gate.waiting(atLeast: count)
            }
            #expect(try await ports.internalAnswer(to: get("/health")).status == 503)
            await gate.open()
            for connection in connections {
                #expect(try await connection.answer().status == 204)
            }
        }
    }

    @Test("bodies beyond the budget are refused with 503, other requests are served")
    func bodies() async throws {
        let configuration = HostConfiguration.limited { $0.bodyMemory = 1 << 20 }
        try await withRunningHost([service], configuration: configuration) { ports, _ in
            let half = postHead("/v1/echo", "Content-Length: 200000") + filler(190_000)
            var stalled: [RawHTTP] = []
            var refused = 0
            while refused == 0 {
                // All of these are more than the budget. On a busy machine they are read later than they were sent.
                if stalled.count < 12 {
                    stalled.append(try await ports.connection(sending: half))
                }
                let answer = try await ports.answer(to: post("/v1/echo", body: filler(100_000)))
                refused += answer.status == 503 ? 1 : 0
                #expect(answer.status == 503 || answer.text == "100000")
            }
            #expect(stalled.count > 4)
            #expect(try await ports.answer(to: get("/v1/hello")).status == 200, "what has no body is served")
        }
    }

    @Test(
        "a length beyond every number is too large at once",
        arguments: ["200001", "9223372036854775808", "18446744073709551616", String(repeating: "9", count: 400)]
    )
    func announcedLength(length: String) async throws {
        try await withRunningHost([service]) { ports, _ in
            let connection = try await ports.connection(sending: postHead("/v1/echo", "Content-Length: \(length)"))
            #expect(try await connection.answer().unknownErrorStatus == 413)
        }
    }

    @Test("clients are distinguished by their address, IPv6 clients by their network")
    func peers() throws {
        let hash = PeerHash()
        func of(_ address: String) throws -> UInt64 { hash.hash(of: try SocketAddress(ipAddress: address, port: 1)) }
        #expect(try of("192.0.2.1") == of("192.0.2.1"))
        #expect(try of("192.0.2.1") != of("192.0.2.2"))
        #expect(try of("2001:db8::1") == of("2001:db8::2"))
        #expect(try of("2001:db8::1") != of("2001:db8:0:1::1"))
        #expect(hash.hash(of: nil) == hash.hash(of: nil))
        let other = PeerHash()
        #expect(try of("192.0.2.1") != other.hash(of: try SocketAddress(ipAddress: "192.0.2.1", port: 1)))
    }
}

private final class CallCounter: Sendable {
    let count = Atomic(0)
}

extension MetricsRegistry {
    /// Returns when the metrics contain `line`, or fails after a limit.
    fileprivate func wait(for line: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !prometheusText().contains(line) {
            try #require(ContinuousClock.now < deadline, "never: \(line)")
            await Task.yield()
        }
    }
}
