import HTTPTypes
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Refusals")
struct RefusalTests {
    /// A contract with only a status, beside one with a JSON body.
    private static let silent = SampleService(
        name: "silent",
        refusals: EmptyRefusals(statuses: [.tooLarge: 406]),
        publicRoutes: [
            Route.forEveryone(Endpoint(.post, "/silent", accepts: [.json], headers: fake)) { request in
                if try request.dummyFlag() == .dummy {
                    return .empty(202)
                }
                _ = try request.acceptedBody()
                return .empty(204)
            },
            Route.forEveryone(Endpoint(.get, "/silent/fails")) { _ in throw PlannedFailure() },
            // An error of another contract is unknown to this one.
            Route.forEveryone(Endpoint(.get, "/silent/foreign")) { _ in throw SampleError.unauthorisedCode },
        ],
        internalRoutes: [Route.forPrograms(Endpoint(.post, "/silent/inner")) { _ in .empty(204) }]
    )
    private static let fake = HeaderNames(dummyFlag: "sample-fake", clientClock: "sample-clock")
    private static let spoken = SampleService(
        name: "spoken",
        publicRoutes: [
            Route.forEveryone(Endpoint(.post, "/spoken", accepts: [.json])) { request in
                _ = try request.acceptedBody()
                return .empty(204)
            },
            Route.forEveryone(Endpoint(.get, "/spoken/own")) { _ in throw SampleError.unauthorisedCode },
            Route.forEveryone(Endpoint(.get, "/spoken/clock", headers: fake)) { request in
                .json(Array((request.clientClock ?? "none").utf8))
            },
        ]
    )

    private func answer(
        _ request: String,
        services: [any HostedService] = [RefusalTests.spoken, RefusalTests.silent]
    ) async throws -> RawAnswer {
        try await withRunningHost(services) { ports, _ in try await ports.answer(to: request) }
    }

    private static let json = "Content-Type: application/json"
    private static let large = "POST /silent HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200001\r\n\r\n"

    @Test(
        "a contract without bodies refuses with a status alone, wherever the reason is found",
        arguments: [
            (get("/silent"), 405), (post("/silent"), 400), (post("/silent", "sample-fake: 2"), 400),
            (post("/silent", "sample-fake: 0"), 415), (post("/silent", "sample-fake: 0", "Content-Type: a/b"), 415),
            (large, 406), ("POST /silent HTTP/1.1\r\n\r\n", 400), (get("/silent/fails"), 500),
            (get("/silent/foreign"), 500),
        ]
    )
    func withoutBody(request: String, status: Int) async throws {
        let answer = try await answer(request)
        #expect(answer.status == status && answer.body.isEmpty)
        #expect((answer["Content-Length"], answer["Content-Type"]) == ("0", nil))
    }

    @Test("a contract with bodies beside it keeps them")
    func withBody() async throws {
        for (request, status, body) in [
            (get("/spoken"), 405, unknownErrorBody), (post("/spoken"), 400, notCompliantBody),
            (get("/spoken/own"), 401, SampleError.unauthorisedCode.body),
        ] {
            let answer = try await answer(request)
            #expect((answer.status, answer.text) == (status, body))
        }
    }

    @Test("the listener has one contract for requests without a route")
    func outside() async throws {
        for request in [get("/nowhere"), "GET\r\n\r\n"] {
            let spokenFirst = try await answer(request)
            #expect(spokenFirst.text == unknownErrorBody)
            let silentFirst = try await answer(request, services: [Self.silent, Self.spoken])
            #expect(silentFirst.body.isEmpty)
            #expect(silentFirst.status == spokenFirst.status)
        }
    }

    @Test("the internal listener refuses with the contract of the requested route")
    func inner() async throws {
        try await withRunningHost([Self.spoken, Self.silent]) { ports, _ async throws in
            let forwarded = try await ports.internalAnswer(to: post("/silent/inner", "Via: 1.1 proxy"))
            #expect(forwarded.status == 401 && forwarded.body.isEmpty)
            #expect(try await ports.internalAnswer(to: get("/metrics", "Via: 1.1 proxy")).text == unknownErrorBody)
        }
    }

    @Test("headers have the names of the endpoint")
    func names() async throws {
        for (fields, status) in [
            (["sample-fake: 1"], 202), (["Sample-Fake: 1"], 202), (["sample-fake: 0", Self.json], 204),
            (["Other-Fake: 1"], 400), (["sample-fake: 1", "sample-fake: 1"], 400),
        ] {
            let lines = fields.map { $0 + "\r\n" }.joined()
            let request = "POST /silent HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\(lines)\r\n"
            #expect(try await answer(request).status == status, "\(fields)")
        }
        #expect(try await answer(get("/spoken/clock", "sample-clock: 12")).text == "12")
        #expect(try await answer(get("/spoken/clock", "other-clock: 12")).text == "none")
    }

    @Test("a route without a header name has no header")
    func noNames() throws {
        let request = ServiceRequest(method: .get, path: "/", headers: [.contentType: "application/json"])
        #expect(throws: Refusal.notCompliant) { try request.dummyFlag() }
        #expect(throws: Refusal.unsupportedMediaType) { try request.acceptedBody() }
        #expect(request.clientClock == nil)
    }
}
