import ExposurePrimitives
import HTTPTypes
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Callers")
struct CallerTests {
    private static let token = SecretBytes("a-token-of-24-characters".utf8)
    private static let program = "Authorization: Bearer a-token-of-24-characters"
    private static let north = "Authorization: Bearer token-of-laboratory-north"
    private static let anna = "Authorization: Bearer token-of-operator-anna"
    private static let session = "Cookie: session=a"

    private let laboratories = TrialRegistry()
    private let operators = TrialRegistry()

    init() {
        laboratories.add("north", token: "token-of-laboratory-north")
        laboratories.add("south", token: "token-of-laboratory-south")
        operators.add("anna", token: "token-of-operator-anna")
    }

    private var service: SampleService {
        SampleService(internalRoutes: [
            .forPrograms(Endpoint(.post, "/program")) { _ in .empty(204) },
            .results(of: laboratories), .codes(for: operators),
            .page(.get, "/page") { request in .empty(request.headers[.cookie] == "session=a" ? 204 : 303) },
        ])
    }

    @Test("the credential of one kind of caller opens no route of another kind")
    func credentials() async throws {
        try await withRunningHost([service], configuration: .forTests(internalToken: Self.token)) { ports, _ in
            for (path, accepted) in [("/program", Self.program), ("/lab/results", Self.north), ("/codes", Self.anna)] {
                for shown in [Self.program, Self.north, Self.anna, Self.session, "A: b"] {
                    let answer = try await ports.internalAnswer(to: post(path, shown))
                    #expect((answer.status < 300) == (shown == accepted), "\(path) \(shown)")
                    #expect(answer.status < 300 || answer.status == 401, "\(path) \(shown)")
                    #expect(answer.status < 300 || answer.text == unknownErrorBody, "\(path) \(shown)")
                }
            }
            for (shown, status) in [(Self.session, 204), (Self.program, 303), (Self.north, 303), (Self.anna, 303)] {
                #expect(try await ports.internalAnswer(to: get("/page", shown)).status == status, "\(shown)")
            }
        }
    }

    @Test("a route learns which laboratory or operator calls")
    func names() async throws {
        try await withRunningHost([service]) { ports, _ async throws in
            for (path, token, name) in [
                ("/lab/results", "token-of-laboratory-north", "north"),
                ("/lab/results", "token-of-laboratory-south", "south"), ("/codes", "token-of-operator-anna", "anna"),
            ] {
                for scheme in ["Bearer", "bearer"] {
                    let request = post(path, "Authorization: \(scheme) \(token)")
                    #expect(try await ports.internalAnswer(to: request).text == name)
                }
            }
        }
    }

    @Test("a process on this machine is neither a program of a laboratory nor an operator")
    func withoutToken() async throws {
        try await withRunningHost([service]) { ports, _ async throws in
            #expect(try await ports.internalAnswer(to: post("/program")).status == 204)
            #expect(try await ports.internalAnswer(to: post("/codes")).status == 401)
            #expect(try await ports.internalAnswer(to: post("/lab/results")).status == 401)
        }
    }

    @Test("other forms of the header, and header fields that proxies add, make nobody a laboratory")
    func headers() async throws {
        try await withRunningHost([service]) { ports, _ async throws in
            for lines in [
                [Self.north, Self.north], [Self.north, Self.anna], [Self.north + ", Bearer x"],
                [Self.north + " "].map { $0 + "x" }, ["Authorization: Basic token-of-laboratory-north"],
                ["Authorization: token-of-laboratory-north"], ["Authorization: Bearer "], ["Authorization:"],
                ["Authorization: Bearer north"], ["Authorization: Bearer token-of-laboratory-nort"],
                ["Authorization: Bearer token-of-laboratory-northX"],
                ["X-Authorization: Bearer token-of-laboratory-north"],
                ["X-Ssl-Client-Verify: SUCCESS", "X-Ssl-Client-S-Dn: CN=north"], ["X-Client-Cert: north"],
                ["X-Forwarded-User: north", "X-Remote-User: north", "Remote-User: north"],
            ] {
                let request =
                    "POST /lab/results HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n"
                    + lines.map { $0 + "\r\n" }.joined() + "\r\n"
                #expect(try await ports.internalAnswer(to: request).status == 401, "\(lines)")
            }
        }
    }

    @Test("a revoked token opens nothing from the next request on, on an open connection too")
    func revocation() async throws {
        try await withRunningHost([service]) { [laboratories] ports, _ async throws in
            let connection = try RawHTTP(port: ports.internal)
            try await connection.send(post("/lab/results", Self.north))
            #expect(try await connection.answer().text == "north")
            laboratories.revoke("north")
            try await connection.send(post("/lab/results", Self.north))
            #expect(try await connection.answer().status == 401)
            try await connection.send(post("/lab/results", "Authorization: Bearer token-of-laboratory-south"))
            #expect(try await connection.answer().text == "south")
        }
    }

    @Test("a check may say more of a caller than the name")
    func roles() async throws {
        let operators = operators
        let route = Route.forOperators(Endpoint(.post, "/a")) { credential in
            operators.holder(of: credential).map { (name: $0, mayIssueEventCodes: $0 == "bruno") }
        } handler: { _, caller in
            .empty(caller.mayIssueEventCodes ? 204 : 403)
        }
        operators.add("bruno", token: "token-of-operator-bruno")
        try await withRunningHost([SampleService(internalRoutes: [route])]) { ports, _ async throws in
            #expect(try await ports.internalAnswer(to: post("/a", Self.anna)).status == 403)
            let bruno = post("/a", "Authorization: Bearer token-of-operator-bruno")
            #expect(try await ports.internalAnswer(to: bruno).status == 204)
        }
    }

    @Test("a check that fails lets nobody in, and is a failure of the server")
    func failingCheck() async throws {
        let route = Route.forOperators(Endpoint(.post, "/a")) { _ -> String? in
            throw PlannedFailure()
        } handler: { _, _ in
            .empty(204)
        }
        try await withRunningHost([SampleService(internalRoutes: [route])]) { ports, _ async throws in
            #expect(try await ports.internalAnswer(to: post("/a", Self.anna)).status == 500)
        }
    }

    private func error(_ service: SampleService, _ configuration: HostConfiguration = .forTests()) -> HostError? {
        ServiceHost.startError(of: [service], configuration)
    }

    @Test("a route on a listener that is not for its callers stops the start")
    func misplaced() async throws {
        let everyone = Route.forEveryone(Endpoint(.post, "/everyone")) { _ in .empty(204) }
        let program = Route.forPrograms(Endpoint(.post, "/program")) { _ in .empty(204) }
        let page = Route.page(.get, "/page") { _ in .empty(204) }
        let laboratory = Route.results(of: laboratories)
        let codes = Route.codes(for: operators)
        let all = [everyone, program, page, laboratory, codes, Route.batches]
        let fixture = try TLSFixture()
        let configuration = HostConfiguration.forTests(partner: try fixture.partner(listing: []))
        for route in all {
            for (listener, service, callers) in [
                ("public", SampleService(publicRoutes: [route]), [.everyone]),
                ("internal", SampleService(internalRoutes: [route]), [.program, .session, .operator, .laboratory]),
                ("partner", SampleService(partnerRoutes: [route]), [.laboratory, .foreignAuthority]),
            ] as [(String, SampleService, [Caller])] {
                let title = "\(route.endpoint.method.rawValue) \(route.endpoint.path)"
                let wanted = HostError.misplacedRoute(title, caller: route.caller, listener: listener)
                #expect(error(service, configuration) == (callers.contains(route.caller) ? nil : wanted))
            }
        }
    }

    @Test("the rule holds without a partner listener, too")
    func misplacedWithoutListener() {
        let wanted = HostError.misplacedRoute("POST /batches", caller: .foreignAuthority, listener: "public")
        #expect(error(SampleService(publicRoutes: [.batches])) == wanted)
        let codes = Route.codes(for: operators)
        let other = HostError.misplacedRoute("POST /codes", caller: .operator, listener: "partner")
        #expect(error(SampleService(partnerRoutes: [codes])) == other)
        #expect(error(SampleService(partnerRoutes: [.batches])) == nil)
    }
}
