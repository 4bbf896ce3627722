import DemoAuthority
import ExposurePrimitives
import HTTPTypes
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Callers")
struct CallerTests {
    private static let token = SecretBytes("a-token-of-24-characters".utf8)
    private static let showsToken = "Authorization: Bearer a-token-of-24-characters"
    private static let showsPass = "Authorization: Bearer the-pass-of-an-operator"
    private static let service = SampleService(internalRoutes: [
        Route.forPrograms(Endpoint(.post, "/program")) { _ in .empty(204) },
        Route.forOperators(Endpoint(.post, "/operator")) { request in
            request.headers[.authorization] == "Bearer the-pass-of-an-operator"
        } handler: { _ in
            .empty(204)
        },
        Route.page(.get, "/page") { request in .empty(request.headers[.cookie] == "session=a" ? 204 : 303) },
    ])

    @Test("what callers of one kind show opens no route of another kind")
    func credentials() async throws {
        try await withRunningHost([Self.service], configuration: .forTests(internalToken: Self.token)) { ports, _ in
            for (request, status) in [
                (post("/program", Self.showsToken), 204), (post("/program", Self.showsPass), 401),
                (post("/program", "Cookie: session=a"), 401), (post("/program"), 401),
                (post("/operator", Self.showsPass), 204), (post("/operator", Self.showsToken), 401),
                (post("/operator", "Cookie: session=a"), 401), (post("/operator"), 401),
                (get("/page", "Cookie: session=a"), 204), (get("/page", Self.showsToken), 303),
                (get("/page", Self.showsPass), 303),
            ] {
                let answer = try await RawHTTP.exchange(port: ports.internal, request)
                #expect(answer.status == status, "\(request)")
            }
        }
    }

    @Test("being on this machine makes nobody an operator")
    func withoutToken() async throws {
        try await withRunningHost([Self.service]) { ports, _ async throws in
            #expect(try await RawHTTP.exchange(port: ports.internal, post("/program")).status == 204)
            #expect(try await RawHTTP.exchange(port: ports.internal, post("/operator")).status == 401)
        }
    }

    private func error(_ service: SampleService, _ configuration: HostConfiguration = .forTests()) -> HostError? {
        do throws(HostError) {
            _ = try ServiceHost(
                services: [service],
                configuration: configuration,
                clock: SystemWallClock(),
                logger: LogCapture().logger,
                metrics: MetricsRegistry()
            )
            return nil
        } catch {
            return error
        }
    }

    @Test("a route on a listener where its callers do not call stops the start")
    func misplaced() async throws {
        let endpoint = Endpoint(.get, "/a")
        let everyone = Route.forEveryone(endpoint) { _ in .empty(204) }
        let program = Route.forPrograms(endpoint) { _ in .empty(204) }
        let caller = Route.forOperators(endpoint) { _ in
            true
        } handler: { _ in
            .empty(204)
        }
        let laboratory = Route.forLaboratories(endpoint) { _ in .empty(204) }
        let page = Route.page(.get, "/a") { _ in .empty(204) }
        for (route, kind) in [
            (program, Caller.program), (caller, .operator), (laboratory, .laboratory), (page, .session),
        ] {
            let wanted = HostError.misplacedRoute("GET /a", caller: kind, listener: "public")
            #expect(error(SampleService(publicRoutes: [route])) == wanted)
        }
        for (route, kind) in [(everyone, Caller.everyone), (laboratory, .laboratory)] {
            let wanted = HostError.misplacedRoute("GET /a", caller: kind, listener: "internal")
            #expect(error(SampleService(internalRoutes: [route])) == wanted)
        }
        try await TLSFixture.with { fixture in
            let partner = try fixture.partner(listing: [try fixture.authority.client(name: "a")])
            for (route, kind) in [
                (everyone, Caller.everyone), (program, .program), (caller, .operator), (page, .session),
            ] {
                let wanted = HostError.misplacedRoute("GET /a", caller: kind, listener: "partner")
                #expect(error(SampleService(partnerRoutes: [route]), .forTests(partner: partner)) == wanted)
            }
        }
    }
}
