import ExposurePrimitives
import HTTPTypes
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Internal listener")
struct InternalListenerTests {
    private let token = SecretBytes("a-token-of-24-characters".utf8)
    private let right = "Authorization: Bearer a-token-of-24-characters"
    private let service = SampleService(
        publicRoutes: [.open],
        internalRoutes: [Route.forPrograms(Endpoint(.post, "/v1/otp")) { _ in .empty(204) }]
    )

    @Test("the two listeners have different routes")
    func separation() async throws {
        try await withRunningHost([service]) { ports, _ async throws in
            for (request, port, status) in [
                (get("/v1/open"), ports.public, 204), (get("/v1/open"), ports.internal, 404),
                (post("/v1/otp"), ports.public, 404), (post("/v1/otp"), ports.internal, 204),
                (get("/health"), ports.public, 404), (get("/health"), ports.internal, 200),
                (get("/metrics"), ports.public, 404), (get("/metrics"), ports.internal, 200),
            ] {
                #expect(try await RawHTTP.exchange(port: port, request).status == status, "\(request)")
            }
        }
    }

    @Test("with a token, everything except health requires it")
    func tokens() async throws {
        try await withRunningHost([service], configuration: .forTests(internalToken: token)) { ports, _ in
            for (request, status) in [
                (post("/v1/otp", right), 204), (get("/metrics", right), 200), (get("/health"), 200),
                (post("/v1/otp", "authorization: bearer a-token-of-24-characters"), 204),
                (post("/v1/otp"), 401), (get("/metrics"), 401), (post("/v1/otp", right, right), 401),
                (post("/v1/otp", "Authorization: Bearer a-token-of-24-characterS"), 401),
                (post("/v1/otp", "Authorization: Bearer a-token-of-24-character"), 401),
                (post("/v1/otp", "Authorization: a-token-of-24-characters"), 401),
                (post("/v1/otp", "Authorization: Bearer "), 401), (post("/v1/otp", "Authorization:"), 401),
            ] {
                let answer = try await ports.internalAnswer(to: request)
                #expect(answer.status == status, "\(request)")
                #expect(status != 401 || answer.text == unknownErrorBody)
            }
            #expect(try await ports.answer(to: get("/v1/open")).status == 204, "the public listener asks for nothing")
        }
    }

    private func status(_ host: String, _ port: Int, _ header: String = "A: b") async throws -> Int {
        try await RawHTTP.exchange(
            port: port,
            "POST /v1/otp HTTP/1.1\r\nHost: \(host)\r\n\(header)\r\nContent-Length: 0\r\n\r\n"
        ).status
    }

    @Test("without token and TLS, a browser that followed a foreign host name is refused")
    func names() async throws {
        try await withRunningHost([service]) { ports, _ async throws in
            for (host, wanted) in [
                ("127.0.0.1:8081", 204), ("localhost", 204), ("[::1]:8081", 204), ("evil.example", 421),
                ("evil.example:8081", 421), ("127.0.0.1.evil.example", 421), ("", 421),
            ] {
                #expect(try await status(host, ports.internal) == wanted, "\(host)")
            }
            let open = "GET /v1/open HTTP/1.1\r\nHost: api.example.org\r\n\r\n"
            #expect(try await ports.answer(to: open).status == 204, "the public listener has any name")
        }
        try await withRunningHost([service], configuration: .forTests(internalToken: token)) { ports, _ async throws in
            #expect(try await status("inner.example", ports.internal, right) == 204, "the token allows any name")
        }
    }

    @Test(
        "a foreign host name gets one answer for every path, if open routes are for this machine only",
        arguments: [
            ("localhost", true), ("LOCALHOST:81", true), ("127.0.0.1:1", true), ("evil.example", false),
            ("localhost.evil.example:80", false), ("", false), (":80", false),
        ]
    )
    func names(host: String, isOwn: Bool) async throws {
        var configuration = HostConfiguration.forTests()
        configuration.internalForeignNames = .nothing
        try await withRunningHost([service], configuration: configuration) { ports, _ in
            for (request, status) in [("GET /health", 200), ("GET /metrics", 200), ("GET /nowhere", 404)] {
                let text = "\(request) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
                let answer = try await ports.internalAnswer(to: text)
                #expect(answer.status == (isOwn ? status : 421), "\(request) of \(host)")
                #expect(isOwn || answer.text == unknownErrorBody)
            }
            #expect(try await ports.answer(to: get("/v1/open")).status == 204)
        }
    }

    private static let forwarding = [
        "Forwarded: for=192.0.2.1", "forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1",
        "x-forwarded-proto: https",
        "X-Forwarded-Anything: a", "Via: 1.1 proxy", "X-Real-IP: 192.0.2.1", "CF-Connecting-IP: 192.0.2.1",
    ]

    @Test("a request that a proxy forwarded is not trusted because it comes from this machine", arguments: forwarding)
    func forwarded(field: String) async throws {
        let page = SampleService(
            name: "pages",
            internalRoutes: service.internalRoutes + [Route.page(.get, "/page") { _ in .empty(204) }]
        )
        try await withRunningHost([page]) { ports, _ in
            for (request, status) in [
                (post("/v1/otp", field), 401), (get("/metrics", field), 401), (get("/health", field), 401),
                (get("/page", field), 204), (get("/nowhere", field), 404), (post("/v1/otp", "X-Forward: a"), 204),
            ] {
                let answer = try await ports.internalAnswer(to: request)
                #expect(answer.status == status, "\(request)")
                #expect(status != 401 || answer.text == unknownErrorBody)
            }
        }
        try await withRunningHost([page], configuration: .forTests(internalToken: token)) { ports, _ async throws in
            for (request, status) in [
                (post("/v1/otp", field), 401), (post("/v1/otp", field, right), 204), (get("/health", field), 401),
                (get("/health", field, right), 200), (get("/page", field), 204),
            ] {
                #expect(try await ports.internalAnswer(to: request).status == status, "\(request)")
            }
        }
    }

    @Test("no service sees a client's address or program, whatever a proxy adds", arguments: forwarding)
    func metadata(field: String) async throws {
        let mirror = SampleService(
            name: "mirror",
            publicRoutes: [
                Route.forEveryone(Endpoint(.get, "/fields")) { request in
                    .json(JSONValue.array(request.headers.map { .string($0.name.canonicalName) }).encoded)
                }
            ]
        )
        try await withRunningHost([mirror]) { ports, _ async throws in
            let request = get("/fields", field, "User-Agent: Phone/7", "From: 192.0.2.1", "Accept: */*")
            #expect(try await ports.answer(to: request).text == #"["host","accept"]"#)
        }
    }

    private static func old(_ request: String, _ port: Int, _ header: String = "A: b") async throws -> Int {
        let text = "\(request) HTTP/1.0\r\nHost: 127.0.0.1:1\r\n\(header)\r\nContent-Length: 0\r\n\r\n"
        return try await RawHTTP.exchange(port: port, text).status
    }

    @Test("HTTP/1.0, the version of silent proxies, is not trusted because it comes from this machine")
    func old() async throws {
        try await withRunningHost([service]) { ports, _ async throws in
            #expect(try await Self.old("POST /v1/otp", ports.internal) == 401)
            #expect(try await Self.old("GET /metrics", ports.internal) == 401)
            #expect(try await Self.old("GET /health", ports.internal) == 200, "load balancers ask so")
            #expect(try await Self.old("GET /v1/open", ports.public) == 204)
        }
        try await withRunningHost([service], configuration: .forTests(internalToken: token)) { ports, _ async throws in
            #expect(try await Self.old("POST /v1/otp", ports.internal, right) == 204)
        }
    }

    @Test("the public listener accepts proxies")
    func forwardedToPublic() async throws {
        try await withRunningHost([service], configuration: .forTests(internalToken: token)) { ports, _ async throws in
            for field in Self.forwarding {
                #expect(try await ports.answer(to: get("/v1/open", field)).status == 204)
            }
        }
    }

    @Test("a page on the path of a program's route opens nothing")
    func sharedPath() async throws {
        let mixed = SampleService(internalRoutes: [
            Route.page(.get, "/v1/otp") { _ in .empty(204) },
            Route.forPrograms(Endpoint(.post, "/v1/otp")) { _ in .empty(204) },
        ])
        try await withRunningHost([mixed], configuration: .forTests(internalToken: token)) { ports, _ async throws in
            #expect(try await ports.internalAnswer(to: get("/v1/otp")).status == 204)
            #expect(try await ports.internalAnswer(to: post("/v1/otp")).status == 401)
        }
        try await withRunningHost([mixed]) { ports, _ async throws in
            #expect(try await status("evil.example", ports.internal) == 421)
        }
    }

    @Test(
        "without a token only a loopback address is allowed",
        arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("localhost", true), ("::1", true), ("0.0.0.0", false),
            ("::", false), ("10.0.0.1", false), ("127.example.org", false), ("127.0.0.1.example.org", false),
            ("example.org", false),
        ]
    )
    func loopback(host: String, isAllowed: Bool) {
        var configuration = HostConfiguration.forTests()
        configuration.internalAddress = ListenAddress(host: host, port: 0)
        for token in [nil, token] {
            configuration.internalToken = token
            let error = HostError.internalListenerUnprotected(configuration.internalAddress)
            let isStopped = !isAllowed && token == nil
            #expect(ServiceHost.startError(of: [], configuration) == (isStopped ? error : nil))
        }
    }

    @Test("health is 503 while a service cannot work, and names the service")
    func health() async throws {
        let failing = SampleService(name: "failing", health: { throw PlannedFailure(detail: "secret detail") })
        try await withRunningHost([service, failing]) { ports, _ in
            let answer = try await ports.internalAnswer(to: get("/health"))
            #expect(answer.status == 503)
            let failing = #"{"status":"failing","clock":"trusted","services":{"sample":"ok","failing":"failing"}}"#
            #expect(answer.text == failing + "\n")
        }
    }
}
