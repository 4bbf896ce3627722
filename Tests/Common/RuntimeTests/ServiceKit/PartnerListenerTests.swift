import DemoAuthority
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Partner listener", .timeLimit(.minutes(2)))
struct PartnerListenerTests {
    private static let north = Partner(kind: .laboratory, name: "north")
    private static let danmark = Partner(kind: .foreignAuthority, name: "danmark")
    private let laboratories = TrialRegistry()
    private let fixture: TLSFixture

    init() throws {
        fixture = try TLSFixture()
        laboratories.add("north", token: "token-of-laboratory-north")
    }

    private var service: SampleService {
        SampleService(
            publicRoutes: [.open],
            internalRoutes: [
                .forPrograms(Endpoint(.post, "/v1/otp")) { _ in .empty(204) },
                .page(.get, "/page") { _ in .empty(204) }, .results(of: laboratories),
            ],
            partnerRoutes: [.results(of: laboratories), .batches]
        )
    }

    @Test("only a listed certificate of the authority is let in")
    func certificates() async throws {
        let (listed, unlisted) = try (fixture.authority.client(name: "a"), fixture.authority.client(name: "b"))
        let stranger = try fixture.otherAuthority().client(name: "a")
        let past = try fixture.authority.client(name: "a", validity: fixture.from(-60, to: -30))
        // Being listed is not enough without the authority, or after the end.
        let metrics = MetricsRegistry()
        let configuration = try fixture.listing((Self.north, listed), (Self.north, stranger), (Self.north, past))
        try await fixture.run(configuration, services: [service], metrics: metrics) { ports, _ in
            for (name, certificate, wanted) in [
                ("unlisted", unlisted, nil), ("none", nil, nil), ("of another authority", stranger, nil),
                ("expired", past, nil), ("listed", listed, "north"),
            ] as [(String, DemoCertificate?, String?)] {
                let answer = try await fixture.answerIfAny(post("/lab/results"), ports.partner, as: certificate)
                #expect(answer?.text == wanted, "\(name)")
            }
            #expect(metrics.prometheusText().contains(#"tls_handshake_failures_total{listener="partner"} 4"# + "\n"))
        }
    }

    @Test("a partner reaches the routes of its kind, and the route learns its name from the list alone")
    func kinds() async throws {
        // Both authorities' names are in certificates of the other kind.
        let (laboratory, authority) = try (
            fixture.authority.client(name: "danmark"), fixture.authority.client(name: "north")
        )
        let configuration = try fixture.listing((Self.north, laboratory), (Self.danmark, authority))
        try await fixture.run(configuration, services: [service]) { ports, _ in
            let claim = ["Authorization: Bearer token-of-laboratory-north", "X-Partner: north", "Via: 1.1 proxy"]
            for (path, certificate, wanted) in [
                ("/lab/results", laboratory, "north"), ("/batches", authority, "danmark"),
                ("/lab/results", authority, nil), ("/batches", laboratory, nil),
            ] {
                for line in claim {
                    let answer = try await fixture.answerIfAny(post(path, line), ports.partner, as: certificate)
                    #expect(answer?.status == (wanted == nil ? 401 : 200), "\(path) \(line)")
                    #expect(answer?.text == wanted ?? unknownErrorBody, "\(path) \(line)")
                }
            }
        }
    }

    @Test("a laboratory calls the same route with its key inside and with its certificate outside, until it is revoked")
    func laboratory() async throws {
        let certificate = try fixture.authority.client(name: "a")
        let configuration = try fixture.listing((Self.north, certificate))
        try await fixture.run(configuration, services: [service]) { [laboratories] ports, _ in
            let inside = post("/lab/results", "Authorization: Bearer token-of-laboratory-north")
            #expect(try await ports.internalAnswer(to: inside).text == "north")
            let outside = try await fixture.answerIfAny(post("/lab/results"), ports.partner, as: certificate)
            #expect(outside?.text == "north")
            laboratories.revoke("north")
            #expect(try await ports.internalAnswer(to: inside).status == 401)
            #expect(try await fixture.answerIfAny(post("/lab/results"), ports.partner, as: certificate)?.status == 401)
        }
    }

    @Test("no route of one listener is on another")
    func separation() async throws {
        let listed = try fixture.authority.client(name: "a")
        try await fixture.run(fixture.listing((Self.north, listed)), services: [service]) { ports, _ async throws in
            for request in [get("/health"), get("/metrics"), get("/page"), get("/v1/open"), post("/v1/otp")] {
                #expect(try await fixture.answerIfAny(request, ports.partner, as: listed)?.status == 404, "\(request)")
            }
            #expect(try await ports.answer(to: post("/lab/results")).status == 404)
            for port in [ports.public, ports.internal] {
                #expect(try await RawHTTP.exchange(port: port, post("/batches")).status == 404)
            }
        }
    }

    @Test("without an address there is no such listener")
    func off() async throws {
        try await withRunningHost([service]) { ports, _ async throws in
            #expect(ports.partner == nil)
            #expect(try await ports.answer(to: post("/batches")).status == 404)
        }
    }

    @Test("a certificate that has ended opens nothing, on an open connection either")
    func expiry() async throws {
        let certificate = try fixture.authority.client(name: "a", validity: fixture.from(-60, to: 3600))
        let clock = ManualClock(fixture.now)
        let configuration = try fixture.listing((Self.north, certificate))
        try await fixture.run(configuration, services: [service], clock: clock) { ports, _ in
            let connection = try await fixture.connect(ports.partner, as: certificate)
            clock.set(fixture.now.advanced(bySeconds: 3599))
            #expect(try await connection.exchange(post("/lab/results")).text == "north")
            clock.set(fixture.now.advanced(bySeconds: 3600))
            #expect(try await connection.exchange(post("/lab/results")).status == 401)
            #expect(try await fixture.answerIfAny(post("/lab/results"), ports.partner, as: certificate) == nil)
        }
    }

    @Test("a partner's certificate opens nothing on the internal listener, whichever authorities that one trusts")
    func internalListener() async throws {
        let partners = try fixture.otherAuthority()
        let (listed, unlisted) = try (partners.client(name: "a"), partners.client(name: "b"))
        let own = try fixture.authority.client(name: "program")
        let configuration = HostConfiguration.forTests(
            internalTLS: fixture.checkingClients,
            partner: try fixture.partner(listing: [(Self.north, listed)], of: partners)
        )
        try await fixture.run(configuration, services: [service]) { ports, host in
            for (certificate, wanted) in [(own, 204), (listed, nil)] as [(DemoCertificate, Int?)] {
                let answer = try await fixture.answerIfAny(post("/v1/otp"), ports.internal, as: certificate)
                #expect(answer?.status == wanted)
            }
            #expect(try await fixture.answerIfAny(post("/lab/results"), ports.partner, as: own) == nil)
            // The authorities are compared at the start only. A listed certificate stays out after that, too.
            try fixture.write(partners.rootPEM, to: "root.pem")
            host.reloadCertificates()
            #expect(try await fixture.answerIfAny(post("/v1/otp"), ports.internal, as: unlisted)?.status == 204)
            #expect(try await fixture.answerIfAny(post("/v1/otp"), ports.internal, as: listed) == nil)
            try fixture.list([])
            host.reloadCertificates()
            #expect(try await fixture.answerIfAny(post("/lab/results"), ports.partner, as: listed) == nil)
            // Leaving the list opens nothing.
            #expect(try await fixture.answerIfAny(post("/v1/otp"), ports.internal, as: listed) == nil)
        }
    }

    @Test("an authority of both listeners' callers stops the start")
    func sharedAuthority() async throws {
        let other = try fixture.otherAuthority()
        let partner = try fixture.partner(listing: [])
        let configuration = HostConfiguration.forTests(internalTLS: fixture.checkingClients, partner: partner)
        #expect(throws: HostError.sharedClientAuthority) { try fixture.host(configuration) }
        try fixture.write(other.rootPEM + fixture.authority.rootPEM, to: "partners.pem")
        #expect(throws: HostError.sharedClientAuthority) { try fixture.host(configuration) }
        let renewed = try fixture.authority.renewed(name: "Another name", validity: fixture.from(-60, to: 120))
        try fixture.write(renewed.rootPEM, to: "partners.pem")
        #expect(throws: HostError.sharedClientAuthority) { try fixture.host(configuration) }
        try fixture.write(other.rootPEM, to: "partners.pem")
        _ = try fixture.host(configuration)
    }

    @Test("connections that show nothing make room for a partner that asks")
    func strangers() async throws {
        let certificate = try fixture.authority.client(name: "a")
        var configuration = try fixture.listing((Self.north, certificate))
        configuration.limits.connections = 20
        let metrics = MetricsRegistry()
        try await fixture.run(configuration, services: [service], metrics: metrics) { ports, _ in
            let port = try #require(ports.partner)
            var silent: [RawHTTP] = []
            for _ in 0..<60 {
                silent.append(try RawHTTP(port: port))
            }
            let answer = try await fixture.answerIfAny(post("/lab/results"), ports.partner, as: certificate)
            #expect(answer?.text == "north")
            let evicted = #/http_connections_evicted_total\{listener="partner"\} [1-9]/#
            #expect(metrics.prometheusText().contains(evicted))
            #expect(try await silent[0].rest().isEmpty, "the first to come is gone")
        }
    }
}
