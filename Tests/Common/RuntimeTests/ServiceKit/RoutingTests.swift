import HTTPTypes
import NIOCore
import Persistence
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Routing")
struct RoutingTests {
    private let service = SampleService(publicRoutes: [
        Route.forEveryone(Endpoint(.get, "/v1/settings")) { request in
            guard let query = request.query else {
                throw Refusal.notCompliant
            }
            let pairs = query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
            return .json(Array("{\"query\":\"\(pairs)\"}".utf8), cacheControl: .public(maxAge: 3600))
        },
        Route.forEveryone(Endpoint(.get, "/v1/keys/{index}/part/{part}")) { request in
            .json(Array(request.parameters.joined(separator: "|").utf8))
        },
        Route.forEveryone(Endpoint(.post, "/v1/echo")) { request in
            ServiceResponse(status: 200, body: .bytes(request.body))
        },
        Route.forEveryone(Endpoint(.post, "/v1/json", accepts: [.json])) { request in
            _ = try request.acceptedBody()
            return .empty(204)
        },
        Route.forEveryone(Endpoint(.get, "/v1/chunk")) { _ in
            ServiceResponse(status: 200, body: .buffer(ByteBuffer(repeating: 7, count: 300_000)))
        },
        Route.forEveryone(Endpoint(.get, "/v1/fails")) { _ in throw PlannedFailure() },
        Route.forEveryone(Endpoint(.get, "/v1/locked")) { _ in throw StoreError.unavailable(reason: "SQLite error 5") },
        Route.forEveryone(Endpoint(.get, "/v1/refuses")) { _ in
            throw SampleError(status: 409, body: #"{"error_code":1400,"message":"OTP busy."}"#)
        },
        Route.forEveryone(Endpoint(.get, "/v1/unchanged")) { _ in
            ServiceResponse(status: 304, headers: [.eTag: "\"a\""], body: .bytes([1, 2, 3]))
        },
    ])

    private func answer(_ request: String) async throws -> RawAnswer {
        try await withRunningHost([service]) { ports, _ in try await ports.answer(to: request) }
    }

    @Test("a query arrives decoded and in order, a malformed one as nil")
    func queries() async throws {
        let expectations = [
            ("/v1/settings", "{\"query\":\"\"}"), ("/v1/settings?", "{\"query\":\"\"}"),
            ("/v1/settings?platform=ios&build=1", "{\"query\":\"platform=ios;build=1\"}"),
            ("/v1/settings?a=%41%20+&a=&b", "{\"query\":\"a=A +;a=;b=\"}"),
            ("http://localhost/v1/settings?x=1", "{\"query\":\"x=1\"}"),
            ("/v1/settings?a=%4", notCompliantBody),
            ("/v1/settings?a=%zz", notCompliantBody),
            ("/v1/settings?a=%ff", notCompliantBody),
            ("/v1/settings?a=1&", notCompliantBody),
            ("/v1/settings?=1", notCompliantBody),
        ]
        for (target, body) in expectations {
            #expect(try await answer(get(target)).text == body, "\(target)")
        }
    }

    @Test("segments in braces arrive decoded, and an empty one matches nothing")
    func parameters() async throws {
        #expect(try await answer(get("/v1/keys/12/part/a%2Fb?ignored")).text == "12|a/b")
        for target in ["/v1/keys//part/1", "/v1/keys/1/part", "/v1/keys/1/part/2/", "/v1/keys/1/Part/2"] {
            #expect(try await answer(get(target)).status == 404, "\(target)")
        }
        let malformed = try await answer(get("/v1/keys/1/part/%zz"))
        #expect((malformed.status, malformed.text) == (400, notCompliantBody))
    }

    @Test("an unknown path is answered 404 with the error body")
    func unknownPath() async throws {
        for target in ["/", "/v1", "/v1/settings/", "//v1/settings", "/V1/settings", "/health", "/metrics"] {
            let answer = try await answer(get(target))
            #expect(answer.unknownErrorStatus == 404, "\(target)")
            #expect(answer["Content-Type"] == "application/json; charset=utf-8" && answer["Cache-Control"] == nil)
        }
    }

    @Test(
        "a wrong method is answered 405 with the allowed methods",
        arguments: [
            ("POST", "/v1/settings", "GET, HEAD"), ("PUT", "/v1/echo", "POST"), ("GET", "/v1/echo", "POST"),
            ("DELETE", "/v1/settings", "GET, HEAD"), ("OPTIONS", "/v1/echo", "POST"),
        ]
    )
    func wrongMethod(method: String, target: String, allow: String) async throws {
        let answer = try await answer(get(target, method: method))
        #expect((answer.unknownErrorStatus, answer["Allow"]) == (405, allow))
    }

    @Test("HEAD has the header block of GET and no body, and the connection continues")
    func head() async throws {
        try await withRunningHost([service]) { ports, _ in
            for target in ["/v1/settings", "/v1/chunk", "/v1/fails"] {
                let connection = try await ports.connection(sending: get(target, method: "HEAD"))
                let head = try await connection.answer(hasBody: false)
                try await connection.send(get(target))
                let full = try await connection.answer()
                let names = ["Content-Type", "Content-Length", "Cache-Control"]
                #expect(names.map { head[$0] } == names.map { full[$0] })
                #expect(head.status == full.status)
                #expect(full["Content-Length"] == "\(full.body.count)")
            }
        }
    }

    @Test("a large body from memory arrives complete")
    func buffer() async throws {
        #expect(try await answer(get("/v1/chunk")).body == [UInt8](repeating: 7, count: 300_000))
    }

    @Test("204 and 304 have neither body nor length")
    func noBody() async throws {
        let answer = try await answer(get("/v1/unchanged"))
        #expect(answer.status == 304 && answer.body.isEmpty)
        #expect((answer["ETag"], answer["Content-Length"]) == ("\"a\"", nil))
    }

    @Test("an error of the contract keeps its body, any other becomes 500")
    func errors() async throws {
        let known = try await answer(get("/v1/refuses"))
        #expect((known.status, known.text) == (409, #"{"error_code":1400,"message":"OTP busy."}"#))
        let unknown = try await answer(get("/v1/fails"))
        #expect(unknown.unknownErrorStatus == 500)
        let locked = try await answer(get("/v1/locked"))
        #expect(locked.unknownErrorStatus == 503, "what may pass is said to pass")
        for refusal in [known, unknown, locked] {
            #expect(refusal["Cache-Control"] == nil)
        }
    }

    @Test(
        "only the known spellings of application/json are JSON",
        arguments: [
            ("application/json", true), ("Application/JSON", true), ("application/json; charset=utf-8", true),
            ("application/json;charset=UTF-8", true), ("application/json; charset=latin1", false),
            ("text/json", false), ("application/json;", false), ("application/jsonx", false),
        ]
    )
    func contentType(value: String, isJSON: Bool) async throws {
        let status = try await answer(post("/v1/json", "Content-Type: \(value)", body: "{}")).status
        #expect(status == (isJSON ? 204 : 400))
    }

    @Test("a missing or repeated Content-Type is not JSON")
    func contentTypeCount() async throws {
        #expect(try await answer(post("/v1/json", body: "{}")).status == 400)
        let twice = post("/v1/json", "Content-Type: application/json", "Content-Type: application/json", body: "{}")
        #expect(try await answer(twice).status == 400)
    }

    @Test("two routes with the same method and path are refused")
    func duplicates() {
        let services = ["a", "b"].map { SampleService(name: $0, publicRoutes: [.counting("/v1/echo")]) }
        #expect(throws: HostError.duplicateRoute("POST /v1/echo")) { try ServiceHost.sample(services) }
    }
}
