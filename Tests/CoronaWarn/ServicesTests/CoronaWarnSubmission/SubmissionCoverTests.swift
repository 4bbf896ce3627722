import ServiceKit
import ServiceTesting
import Testing

@Suite("Fakes to the submission service")
struct SubmissionCoverTests {
    private typealias Request = SubmissionRequest

    @Test("are accepted whatever else they are, leave nothing behind, and have a genuine upload's answer")
    func accepted() async throws {
        try await SampleSubmission.with { sample, port async throws in
            try await sample.issue()
            let body = try Request.body()
            let genuine = try await Request.send(body: body, to: port)
            try await sample.issue(2)
            for headers in [
                ["cwa-fake: 1"], ["cwa-fake: -1", "Content-Type: text/plain"], ["cwa-fake: 2147483647", "cwa-otp: x"],
                Request.headers(tan: SampleSubmission.tan(2), fake: "1"), Request.headers(tan: nil, fake: "7"),
            ] {
                for content in [body, [0], [], try Request.body([Request.key(9)])] {
                    let answer = try await Request.send(headers, body: content, to: port)
                    #expect(answer.status == 200 && answer.wireSize == genuine.wireSize)
                    #expect(answer.headers.map(\.name) == genuine.headers.map(\.name))
                }
            }
            #expect(try await sample.rows("tan") == 1)
            #expect(try await sample.rows("used_upload") == 1)
            #expect(try await sample.stored().map { $0.prefix(1) } == ["1"])
        }
    }

    @Test("no metric and no log line tells a fake from a genuine upload")
    func metrics() async throws {
        var told: Set<String> = []
        for fake in ["1", "0"] {
            let (metrics, log) = (MetricsRegistry(), LogCapture())
            try await SampleSubmission.with(log: log, metrics: metrics) { sample, port async throws in
                try await sample.issue()
                let headers = Request.headers(fake: fake)
                #expect(try await Request.send(headers, body: Request.body(), to: port).status == 200)
            }
            told.insert(metrics.countersText + log.lines.count { $0.contains("upload") }.description)
        }
        #expect(told.count == 1)
    }

    @Test("every answer has 512 bytes and leaves at one tick, whether fake, accepted, refused or malformed")
    func sizeAndMoment() async throws {
        try await SampleSubmission.with { sample, _ async throws in
            try await sample.issue()
            let body = try Request.body()
            let requests = [
                Request.bytes(body: body), Request.bytes(Request.headers(fake: "1"), body: body),
                Request.bytes(Request.headers(tan: SampleSubmission.tan(9)), body: body),
                Request.bytes(body: [0]), Request.bytes([], body: body), Request.bytes(["cwa-fake: 0"], body: body),
                Array(RawRequest.get("/version/v1/diagnosis-keys").utf8),
            ]
            let monotonicClock = ManualMonotonicClock()
            try await withRunningHost(
                [sample.service],
                configuration: .forTests(cover: .standard),
                clock: sample.clock,
                monotonicClock: monotonicClock
            ) { ports, _ async throws in
                monotonicClock.advance(by: .milliseconds(7))
                let connections = try requests.map { _ in try RawHTTP(port: ports.public) }
                for (connection, request) in zip(connections, requests) {
                    try await connection.send(request)
                }
                await monotonicClock.sleepers(atLeast: requests.count)
                monotonicClock.advance(by: .milliseconds(193))
                var statuses: [Int] = []
                for connection in connections {
                    let answer = try await connection.answer()
                    #expect(answer.wireSize == 512)
                    statuses.append(answer.status)
                }
                #expect(statuses == [200, 200, 403, 400, 400, 400, 405])
            }
        }
    }
}
