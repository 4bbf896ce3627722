import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Limits of the transport")
struct TransportLimitTests {
    private let service = SampleService(publicRoutes: [
        .counting("/v1/echo"), .forEveryone(Endpoint(.get, "/v1/hello")) { _ in .json(Array("{}".utf8)) },
    ])

    @Test("a body of 200 000 bytes passes, one more byte is refused before it arrives")
    func bodyByLength() async throws {
        try await withRunningHost([service]) { ports, _ in
            #expect(try await ports.answer(to: post("/v1/echo", body: filler(200_000))).text == "200000")
            let connection = try await ports.connection(sending: postHead("/v1/echo", "Content-Length: 200001"))
            let refused = try await connection.answer()
            #expect(refused.unknownErrorStatus == 413)
            #expect(refused["Connection"] == "close")
        }
    }

    @Test("a route may take larger bodies of announced length, and no other route does")
    func largeBodies() async throws {
        let large = Route.counting("/v1/large").takingBodies(upTo: 200_002).checkingFirst { _ in }
        let service = SampleService(publicRoutes: service.publicRoutes + [large])
        try await withRunningHost([service]) { ports, _ in
            for (path, size, status) in [
                ("/v1/large", 200_002, 200), ("/v1/large", 200_003, 413), ("/v1/echo", 200_002, 413),
                ("/v1/unknown", 200_002, 413),
            ] {
                let answer = try await ports.answer(to: post(path, body: filler(size)))
                #expect(answer.status == status, "\(path) \(size)")
            }
            let connection = try await ports.connection(sending: postHead("/v1/large", "Transfer-Encoding: chunked"))
            try await connection.send("\(String(200_001, radix: 16))\r\n\(filler(200_001))\r\n0\r\n\r\n")
            #expect(try await connection.answer().status == 413)
        }
    }

    @Test("a client that sends a body far too large still reads the answer")
    func bodyIsDrained() async throws {
        try await withRunningHost([service]) { ports, _ in
            let connection = try await ports.connection(sending: post("/v1/echo", body: filler(8_000_000)))
            #expect(try await connection.answer().status == 413)
            #expect(try await connection.rest().isEmpty)
        }
    }

    @Test("a body in chunks has the same limit", arguments: [(200_000, 200), (200_001, 413)])
    func bodyInChunks(count: Int, status: Int) async throws {
        try await withRunningHost([service]) { ports, _ in
            let connection = try await ports.connection(sending: postHead("/v1/echo", "Transfer-Encoding: chunked"))
            var rest = count
            while rest > 0 {
                let size = min(rest, 50_000)
                try await connection.send("\(String(size, radix: 16))\r\n\(filler(size))\r\n")
                rest -= size
            }
            try await connection.send("0\r\n\r\n")
            #expect(try await connection.answer().status == status)
        }
    }

    @Test("a header block of 16 384 bytes passes, one more byte is refused", arguments: [(16_384, 200), (16_385, 413)])
    func headerBlock(size: Int, status: Int) async throws {
        try await withRunningHost([service]) { ports, _ in
            let bare = get("/v1/hello", "X-Filler: ").utf8.count - 2
            let answer = try await ports.answer(to: get("/v1/hello", "X-Filler: " + filler(size - bare)))
            #expect(answer.status == status)
            #expect(status == 200 || answer.text == unknownErrorBody)
        }
    }

    @Test("a header block far above the limit is also answered", arguments: [1, 400])
    func hugeHeaderBlock(fields: Int) async throws {
        try await withRunningHost([service]) { ports, _ in
            let lines = (0..<fields).map { "X-Filler-\($0): \(filler(100_000 / fields))\r\n" }.joined()
            let connection = try await ports.connection(sending: "GET /v1/hello HTTP/1.1\r\nHost: a\r\n\(lines)\r\n")
            #expect(try await connection.answer().unknownErrorStatus == 413)
            #expect(try await ports.answer(to: get("/v1/hello?" + filler(1_000_000))).status == 413)
        }
    }

    @Test("a target of 4096 bytes passes, one more byte is refused", arguments: [(4096, 200), (4097, 413)])
    func target(size: Int, status: Int) async throws {
        try await withRunningHost([service]) { ports, _ async throws in
            let target = "/v1/hello?" + filler(size - "/v1/hello?".utf8.count)
            #expect(try await ports.answer(to: get(target)).status == status)
        }
    }

    @Test(
        "a request that is not HTTP is answered 400 with the error body, and the connection ends",
        arguments: [
            NamedRequest("words", "nonsense\r\n\r\n"),
            NamedRequest("control characters", "\u{1}\u{2}\u{3}\r\n\r\n"),
            NamedRequest("space before a colon", "GET /v1/hello HTTP/1.1\r\nHost : a\r\n\r\n"),
            NamedRequest("no Host", "GET /v1/hello HTTP/1.1\r\n\r\n"),
            NamedRequest("two Hosts", "GET /v1/hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
            NamedRequest("negative length", postHead("/v1/echo", "Content-Length: -1")),
            NamedRequest("two lengths", postHead("/v1/echo", "Content-Length: 1", "Content-Length: 2") + "xx"),
            NamedRequest("wrong chunk size", postHead("/v1/echo", "Transfer-Encoding: chunked") + "zz\r\n"),
            NamedRequest(
                "length and chunks",
                postHead("/v1/echo", "Content-Length: 3", "Transfer-Encoding: chunked") + "abc"
            ),
        ]
    )
    func malformed(request: NamedRequest) async throws {
        try await withRunningHost([service]) { ports, _ in
            let connection = try await ports.connection(sending: request.text)
            let answer = try await connection.answer()
            #expect(answer.unknownErrorStatus == 400)
            #expect(answer["Connection"] == "close")
            #expect(try await connection.rest().isEmpty)
            #expect(try await ports.answer(to: get("/v1/hello")).status == 200, "the host lives on")
        }
    }

    @Test("a request that does not arrive in time is answered 408 and the connection ends")
    func arrival() async throws {
        try await withRunningHost([service], configuration: .limited { $0.arrival = .milliseconds(300) }) { ports, _ in
            for start in [postHead("/v1/echo", "Content-Length: 5") + "abc", "GET /v1/he"] {
                let connection = try await ports.connection(sending: start)
                #expect(try await connection.answer().unknownErrorStatus == 408)
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test("a slow header does not extend the time of its request")
    func dripping() async throws {
        let configuration = HostConfiguration.limited { ($0.arrival, $0.idle) = (.milliseconds(300), .seconds(2)) }
        try await withRunningHost([service], configuration: configuration) { ports, _ in
            let connection = try RawHTTP(port: ports.public)
            let start = ContinuousClock.now
            let dripping = Task {
                while true {
                    try await connection.send("x")
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
            defer { dripping.cancel() }
            await #expect(throws: RawHTTP.RawHTTPError.self) { try await dripping.value }
            // Far sooner than the header block would be full, which is the other possible end.
            #expect(ContinuousClock.now - start < .seconds(100))
        }
    }

    @Test("a connection without requests is closed after the idle time, also after an answer")
    func idle() async throws {
        try await withRunningHost([service], configuration: .limited { $0.idle = .seconds(3) }) { ports, _ in
            let silent = try RawHTTP(port: ports.public)
            #expect(try await silent.rest().isEmpty)
            let used = try await ports.connection(sending: get("/v1/hello"))
            #expect(try await used.answer().status == 200)
            #expect(try await used.rest().isEmpty)
        }
    }

    @Test("a slow handler is cancelled and answered with 503")
    func handling() async throws {
        let log = LogCapture()
        let (cancelled, continuation) = AsyncStream.makeStream(of: Void.self)
        let slow = Route.forEveryone(Endpoint(.get, "/v1/slow/{secret}")) { _ in
            await withTaskCancellationHandler {
                _ = try? await Task.sleep(for: .seconds(3600))
            } onCancel: {
                continuation.yield()
            }
            return .empty(204)
        }
        let service = SampleService(publicRoutes: [slow])
        let limits = HostConfiguration.limited { $0.handling = .milliseconds(200) }
        try await withRunningHost([service], configuration: limits, log: log) { ports, _ in
            let connection = try await ports.connection(sending: get("/v1/slow/hidden-segment"))
            #expect(try await connection.answer().unknownErrorStatus == 503)
            #expect(try await connection.rest().isEmpty)
            for await _ in cancelled {
                break
            }
        }
        #expect(log.contains("request-overdue"))
        #expect(!log.contains("hidden-segment"))
    }

    @Test("requests above the limit in flight are refused, those within it are not")
    func inFlight() async throws {
        let gate = Gate()
        let service = SampleService(publicRoutes: [.waiting(at: gate)])
        try await withRunningHost([service], configuration: .limited { $0.requestsInFlight = 2 }) { ports, _ in
            let connections = try (0..<3).map { _ in try RawHTTP(port: ports.public) }
            for (index, connection) in connections.prefix(2).enumerated() {
                try await connection.send(get("/v1/waits"))
                await gate.waiting(atLeast: index + 1)
            }
            try await connections[2].send(get("/v1/waits"))
            #expect(try await connections[2].answer().unknownErrorStatus == 503)
            await gate.open()
            for connection in connections.prefix(2) {
                #expect(try await connection.answer().status == 204)
            }
            try await connections[2].send(get("/v1/waits"))
            #expect(try await connections[2].answer().status == 204)
        }
    }

    @Test("a client that waits for permission to send its body gets it")
    func expectContinue() async throws {
        try await withRunningHost([service]) { ports, _ in
            let head = postHead("/v1/echo", "Content-Length: 3", "Expect: 100-continue")
            let connection = try await ports.connection(sending: head)
            #expect(try await connection.answer().status == 100)
            try await connection.send("abc")
            #expect(try await connection.answer().text == "3")
        }
    }

    @Test("requests sent ahead are answered in order")
    func pipelining() async throws {
        try await withRunningHost([service]) { ports, _ in
            let connection = try RawHTTP(port: ports.public)
            let bodies = (1...40).map { filler($0) }
            try await connection.send(bodies.map { post("/v1/echo", body: $0) }.joined())
            for body in bodies {
                #expect(try await connection.answer().text == "\(body.utf8.count)")
            }
        }
    }

    @Test("HTTP/1.0 and Connection: close end the connection, keep-alive of HTTP/1.0 keeps it")
    func persistence() async throws {
        try await withRunningHost([service]) { ports, _ in
            for request in ["GET /v1/hello HTTP/1.0\r\n\r\n", get("/v1/hello", "Connection: close")] {
                let connection = try await ports.connection(sending: request)
                #expect(try await connection.answer()["Connection"] == "close")
                #expect(try await connection.rest().isEmpty)
            }
            let connection = try RawHTTP(port: ports.public)
            for _ in 0..<2 {
                try await connection.send("GET /v1/hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(try await connection.answer()["Connection"] == "keep-alive")
            }
        }
    }

    @Test("a client that closes its sending side gets its answer, even a large one")
    func halfClosed() async throws {
        try await withRunningHost([service]) { ports, _ in
            let connection = try await ports.connection(sending: get("/v1/hello"))
            try await connection.finishSending()
            #expect(try await connection.answer().status == 200)
            #expect(try await connection.rest().isEmpty)
        }
    }

    @Test("a client that stops in the middle of its request gets an error")
    func brokenOff() async throws {
        try await withRunningHost([service]) { ports, _ in
            for start in ["GET /v1/he", postHead("/v1/echo", "Content-Length: 9") + "abc"] {
                let connection = try await ports.connection(sending: start)
                try await connection.finishSending()
                #expect(try await connection.answer().status == 400)
                #expect(try await connection.rest().isEmpty)
            }
        }
    }
}
