import ExposurePrimitives
import Logging
import Persistence
import ServiceKit
import ServiceTesting
import Synchronization
import Testing
import WireFormat

@Suite("Logging")
struct LoggingTests {
    private struct StoppedClock: WallClock {
        func now() -> UnixTime { UnixTime(1_600_000_000) }
    }

    @Test("an event is one line of JSON with its fields and nothing else")
    func golden() {
        let lines = Mutex<[String]>([])
        let logger = Logger(label: "anything") { _ in
            JSONLinesLogHandler(clock: StoppedClock(), level: .info) { line in lines.withLock { $0.append(line) } }
        }
        logger.record(LoggedEvent.listening(listener: "public", port: 8080))
        logger.record(
            LoggedEvent.requestFailed(
                route: "/v1/\"a\"\\{i}\n",
                cause: FailureCause(StoreError.damagedRow(table: "E\u{1}"))
            )
        )
        logger.debug("below the level")
        let expected: [String] = [
            #"{"time":"2020-09-13T12:26:40Z","level":"info","event":"listening","listener":"public","port":"8080"}"#,
            #"{"time":"2020-09-13T12:26:40Z","level":"error","event":"request-failed","#
                + #""cause":"the database is damaged: a row of E\u0001 has a value that no version of avviso writes; restore a backup","#
                + #""error_type":"StoreError","route":"/v1/\"a\"\\{i}\n"}"#,
        ]
        #expect(lines.withLock { $0 } == expected)
    }

    @Test("work that was told to stop did not fail, and is not logged")
    func cancelled() {
        let log = LogCapture()
        for error in [StoreError.cancelled, CancellationError()] as [any Error] {
            #expect(FailureCause(error).isCancellation)
            log.logger.recordFailure(of: "/v1/otp", FailureCause(error))
        }
        #expect(log.lines.isEmpty)
        for error in [StoreError.unavailable(reason: "a"), StoreError.damagedRow(table: "a"), PlannedFailure()]
            as [any Error]
        {
            #expect(!FailureCause(error).isCancellation)
            log.logger.recordFailure(of: "/v1/otp", FailureCause(error))
        }
        #expect(log.lines.count == 3)
    }

    @Test("no input of a client reaches the log, the metrics or an error body")
    func plantedValues() async throws {
        let log = LogCapture()
        let planted = "b64cafe5ecre7"
        let service = SampleService(
            publicRoutes: [
                Route.forEveryone(Endpoint(.post, "/v1/fails/{name}")) { _ in throw PlannedFailure(detail: planted) },
                Route.forEveryone(Endpoint(.post, "/v1/covered", hasDummies: true)) { _ in throw Refusal.notCompliant },
            ],
            health: { throw PlannedFailure(detail: planted) }
        )
        try await withRunningHost([service], log: log) { ports, _ in
            let header = "X-\(planted): \(planted)"
            let requests = [
                post("/v1/fails/\(planted)?\(planted)=\(planted)", header, body: planted),
                post("/v1/covered", "Authorization: Bearer \(planted)", "User-Agent: \(planted)", body: planted),
                get("/\(planted)"), get("/v1/covered", header), "\(planted)\r\n\r\n",
                "GET /\(planted) HTTP/1.1\r\n\(planted)\r\n\r\n",
                post("/v1/covered", "X: " + String(repeating: planted, count: 2000)),
                "POST /v1/covered HTTP/1.1\r\nHost: \(planted)\r\nContent-Length: 300000\r\n\r\n\(planted)",
            ]
            for request in requests {
                for port in [ports.public, ports.internal] {
                    let answer = try await RawHTTP.exchange(port: port, request)
                    #expect(!String(decoding: answer.bytes, as: UTF8.self).contains(planted))
                }
            }
            let aborted = try RawHTTP(port: ports.public)
            try await aborted.send(postHead("/v1/fails/\(planted)", "Content-Length: 9"))
            for target in ["/health", "/metrics"] {
                #expect(try await !ports.internalAnswer(to: get(target)).text.contains(planted))
            }
        }
        #expect(log.contains("request-failed"))
        #expect(log.contains("health-check-failed"))
        for line in log.lines {
            #expect(!line.contains(planted))
            #expect(!line.contains("127.0.0.1"))
        }
    }
}
