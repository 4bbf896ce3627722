import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Cover traffic")
struct CoverTrafficTests {
    /// A service whose answers the body of the request chooses.
    private let service = SampleService(publicRoutes: [
        Route.forEveryone(Endpoint(.post, "/v1/covered", hasDummies: true)) { request in
            switch String(decoding: request.body, as: UTF8.self) {
            case "refuse": throw SampleError.unauthorisedCode
            case "longest":
                let message = String(repeating: "m", count: 64)
                throw SampleError(status: 409, body: #"{"error_code":1400,"message":"\#(message)"}"#)
            case "comply": throw Refusal.notCompliant
            case "fail": throw PlannedFailure()
            case "body": return .json(Array(#"{"a":1}"#.utf8))
            case "large": return .json([UInt8](repeating: 0x20, count: 600))
            case "wait":
                try? await Task.sleep(for: .seconds(3600))
                return .empty(204)
            default: return .empty(204)
            }
        },
        .open,
    ])

    @Test("success, refusal and failure have one size, on the first and on later requests of a connection")
    func equalSizes() async throws {
        try await withRunningHost([service]) { ports, _ in
            let connection = try RawHTTP(port: ports.public)
            var statuses: Set<Int> = []
            for round in 0..<40 {
                for body in ["", "refuse", "longest", "comply", "fail", "body"] {
                    try await connection.send(post("/v1/covered?round=\(round)", body: body))
                    let answer = try await connection.answer()
                    statuses.insert(answer.status)
                    #expect(answer.wireSize == 512, "\(answer.status)")
                }
                try await connection.send(get("/v1/covered"))
                #expect(try await connection.answer().wireSize == 512)
            }
            #expect(statuses == [200, 204, 400, 401, 409, 500])
        }
    }

    @Test(
        "answers that end the connection have the same size",
        arguments: [
            NamedRequest("success", post("/v1/covered", "Connection: close")),
            NamedRequest("HTTP/1.0", "POST /v1/covered HTTP/1.0\r\nContent-Length: 0\r\n\r\n"),
            NamedRequest(
                "HTTP/1.0 kept alive",
                "POST /v1/covered HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n"
            ),
            NamedRequest("refusal", post("/v1/covered", "Connection: close", body: "refuse")),
            NamedRequest("body too large", postHead("/v1/covered", "Content-Length: 200001")),
            NamedRequest("head too large", post("/v1/covered", "X: \(filler(16_320))")),
            NamedRequest("never whole", postHead("/v1/covered", "Content-Length: 9") + "abc"),
            NamedRequest("no Host", "POST /v1/covered HTTP/1.1\r\nContent-Length: 0\r\n\r\n"),
            NamedRequest("overdue", post("/v1/covered", body: "wait")),
            NamedRequest("wrong method", get("/v1/covered", method: "PATCH")),
        ]
    )
    func closing(request: NamedRequest) async throws {
        let limited = HostConfiguration.limited { ($0.arrival, $0.handling) = (.milliseconds(300), .milliseconds(300)) }
        try await withRunningHost([service], configuration: limited) { ports, _ in
            let answer = try await ports.answer(to: request.text)
            #expect(answer.wireSize == 512, "\(answer.status)")
        }
    }

    @Test("HEAD is refused with the same size although its body is left out")
    func head() async throws {
        try await withRunningHost([service]) { ports, _ in
            let head = get("/v1/covered", "Connection: close", method: "HEAD")
            let connection = try await ports.connection(sending: head)
            #expect(try await connection.rest().count == 512)
        }
    }

    @Test("an overloaded host refuses with the same size")
    func overload() async throws {
        let limited = HostConfiguration.limited { ($0.requestsInFlight, $0.handling) = (1, .milliseconds(500)) }
        try await withRunningHost([service], configuration: limited) { ports, _ in
            let connections = try (0..<8).map { _ in try RawHTTP(port: ports.public) }
            for connection in connections {
                try await connection.send(post("/v1/covered", body: "wait"))
            }
            for connection in connections {
                let answer = try await connection.answer()
                #expect((answer.status, answer.wireSize) == (503, 512))
            }
        }
    }

    @Test("the size is a setting, and a longer answer gets the next multiple")
    func size() async throws {
        var cover = CoverTraffic.undelayed
        cover.answerSize = 700
        try await withRunningHost([service], configuration: .forTests(cover: cover)) { ports, _ async throws in
            #expect(try await ports.answer(to: post("/v1/covered")).wireSize == 700)
            #expect(try await ports.answer(to: post("/v1/covered", body: "large")).wireSize == 1400)
        }
    }

    @Test("other paths have no padding and no delay")
    func uncovered() async throws {
        let monotonicClock = ManualMonotonicClock()
        try await withRunningHost([service], configuration: .delayed, monotonicClock: monotonicClock) { ports, _ in
            let answer = try await ports.answer(to: get("/v1/open"))
            #expect(answer["Avviso-Padding"] == nil && answer.wireSize < 200)
        }
    }

    @Test("every kind of answer waits for the same release moment")
    func release() async throws {
        let monotonicClock = ManualMonotonicClock()
        try await withRunningHost([service], configuration: .delayed, monotonicClock: monotonicClock) { ports, _ in
            monotonicClock.advance(by: .milliseconds(1010))
            let requests = [
                post("/v1/covered"), post("/v1/covered", body: "refuse"), post("/v1/covered", body: "fail"),
                get("/v1/covered"), postHead("/v1/covered", "Content-Length: 999999"),
            ]
            let connections = try requests.map { _ in try RawHTTP(port: ports.public) }
            for (connection, request) in zip(connections, requests) {
                try await connection.send(request)
            }
            await monotonicClock.sleepers(atLeast: requests.count)
            // Arrived at 1010 ms: not before 1160 ms, so at 1200 ms.
            #expect(monotonicClock.wakeUps == requests.map { _ in .milliseconds(1200) })
            monotonicClock.advance(by: .milliseconds(190))
            for connection in connections {
                #expect(try await connection.answer().wireSize == 512)
            }
        }
    }

    @Test("the ticks are those of the calendar, and an answer that waits keeps its moment when the calendar is set")
    func calendar() async throws {
        let monotonicClock = ManualMonotonicClock(calendarOrigin: .seconds(1_700_000_000) + .milliseconds(13))
        try await withRunningHost([service], configuration: .delayed, monotonicClock: monotonicClock) { ports, _ in
            let (first, second) = (try RawHTTP(port: ports.public), try RawHTTP(port: ports.public))
            try await first.send(post("/v1/covered"))
            await monotonicClock.sleepers(atLeast: 1)
            // Not before 163 ms of the calendar's second, so at its 200 ms.
            #expect(monotonicClock.wakeUps == [.milliseconds(187)])
            monotonicClock.setCalendar(forwardBy: .zero - .seconds(3600) - .milliseconds(3))
            try await second.send(post("/v1/covered"))
            await monotonicClock.sleepers(atLeast: 2)
            #expect(monotonicClock.wakeUps == [.milliseconds(187), .milliseconds(190)])
            monotonicClock.advance(by: .milliseconds(187))
            #expect(try await first.answer().status == 204)
            #expect(monotonicClock.wakeUps == [.milliseconds(190)])
            monotonicClock.advance(by: .milliseconds(3))
            #expect(try await second.answer().status == 204)
        }
    }

    @Test(
        "work longer than the floor is released at the next tick after it, and counted",
        arguments: [(milliseconds: 150, tick: 150, overruns: 0), (151, 200, 1), (420, 450, 1)]
    )
    func longWork(milliseconds: Int, tick: Int, overruns: Int) async throws {
        let monotonicClock = ManualMonotonicClock()
        let gate = Gate()
        let covered = Route.forEveryone(Endpoint(.post, "/v1/covered", hasDummies: true)) { _ in
            await gate.pass()
            return .empty(204)
        }
        let service = SampleService(publicRoutes: [covered, .open])
        try await withRunningHost([service], configuration: .delayed, monotonicClock: monotonicClock) { ports, _ in
            let connection = try await ports.connection(sending: post("/v1/covered"))
            await gate.waiting(atLeast: 1)
            monotonicClock.advance(by: .milliseconds(milliseconds))
            await gate.open()
            if tick > milliseconds {
                await monotonicClock.sleepers(atLeast: 1)
                #expect(monotonicClock.wakeUps == [.milliseconds(tick)])
                monotonicClock.advance(by: .milliseconds(tick - milliseconds))
            }
            #expect(try await connection.answer().status == 204)
            let metrics = try await ports.internalAnswer(to: get("/metrics")).text
            let count = #"http_cover_overruns_total{service="sample",route="/v1/covered"} \#(overruns)"#
            #expect(metrics.contains(count + "\n"))
            #expect(!metrics.contains(#"http_cover_overruns_total{service="sample",route="/v1/open""#))
        }
    }
}
