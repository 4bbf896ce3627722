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

    init() {
        laboratories.add("north", token: "token-of-laboratory-north")
    }

    private var service: SampleService {
        SampleService(
            publicRoutes: [Route.forEveryone(Endpoint(.get, "/v1/open")) { _ in .empty(204) }],
            internalRoutes: [
                .forPrograms(Endpoint(.post, "/v1/otp")) { _ in .empty(204) },
                .page(.get, "/page") { _ in .empty(204) }, .results(of: laboratories),
            ],
            partnerRoutes: [.results(of: laboratories), .batches]
        )
    }

    private static func answer(
        _ request: String,
        _ port: Int?,
        _ fixture: TLSFixture,
        _ certificate: DemoCertificate?
    ) async throws -> RawAnswer? {
        let port = try #require(port)
        let configuration = try fixture.client(certificate)
        return try? await TLSClient.exchange(port: port, request, configuration: configuration)
    }

    @Test("only a listed certificate of the authority is let in")
    func certificates() async throws {
        try await TLSFixture.with { fixture in
            let (listed, unlisted) = try (fixture.authority.client(name: "a"), fixture.authority.client(name: "b"))
            let elsewhere = try DemoCertificateAuthority(
                validity: fixture.now.advanced(bySeconds: -60)..<fixture.now.advanced(bySeconds: 60)
            )
            let stranger = try elsewhere.client(name: "a")
            let past = try fixture.authority.client(
                name: "a",
                validity: fixture.now.advanced(bySeconds: -60)..<fixture.now.advanced(bySeconds: -30)
            )
            // Being listed is not enough without the authority, or after the end.
            let partner = try fixture.partner(
                listing: [(Self.north, listed), (Self.north, stranger), (Self.north, past)]
            )
            let metrics = MetricsRegistry()
            let host = try fixture.host(.forTests(partner: partner), services: [service], metrics: metrics)
            try await withRunning(host) { ports, _ async throws in
                for (name, certificate, wanted) in [
                    ("unlisted", unlisted, nil), ("none", nil, nil), ("of another authority", stranger, nil),
                    ("expired", past, nil), ("listed", listed, "north"),
                ] as [(String, DemoCertificate?, String?)] {
                    let answer = try await Self.answer(post("/lab/results"), ports.partner, fixture, certificate)
                    #expect(answer?.text == wanted, "\(name)")
                }
                let failures = #"tls_handshake_failures_total{listener="partner"} 4"#
                #expect(metrics.prometheusText().contains(failures + "\n"))
            }
        }
    }

    @Test("a partner reaches the routes of its kind, and the route learns its name from the list alone")
    func kinds() async throws {
        try await TLSFixture.with { fixture in
            // Both authorities' names are in certificates of the other kind.
            let (laboratory, authority) = try (
                fixture.authority.client(name: "danmark"), fixture.authority.client(name: "north")
            )
            let partner = try fixture.partner(listing: [(Self.north, laboratory), (Self.danmark, authority)])
            let host = try fixture.host(.forTests(partner: partner), services: [service])
            try await withRunning(host) { ports, _ async throws in
                let claim = ["Authorization: Bearer token-of-laboratory-north", "X-Partner: north", "Via: 1.1 proxy"]
                for (path, certificate, wanted) in [
                    ("/lab/results", laboratory, "north"), ("/batches", authority, "danmark"),
                    ("/lab/results", authority, nil), ("/batches", laboratory, nil),
                ] {
                    for line in claim {
                        let answer = try await Self.answer(post(path, line), ports.partner, fixture, certificate)
                        #expect(answer?.status == (wanted == nil ? 401 : 200), "\(path) \(line)")
                        #expect(answer?.text == wanted ?? unknownErrorBody, "\(path) \(line)")
                    }
                }
            }
        }
    }

    @Test("a laboratory calls the same route with its key inside and with its certificate outside, until it is revoked")
    func laboratory() async throws {
        try await TLSFixture.with { fixture in
            let certificate = try fixture.authority.client(name: "a")
            let partner = try fixture.partner(listing: [(Self.north, certificate)])
            let host = try fixture.host(.forTests(partner: partner), services: [service])
            try await withRunning(host) { [laboratories] ports, _ async throws in
                let inside = post("/lab/results", "Authorization: Bearer token-of-laboratory-north")
                #expect(try await RawHTTP.exchange(port: ports.internal, inside).text == "north")
                let outside = try await Self.answer(post("/lab/results"), ports.partner, fixture, certificate)
                #expect(outside?.text == "north")
                laboratories.revoke("north")
                #expect(try await RawHTTP.exchange(port: ports.internal, inside).status == 401)
                let refused = try await Self.answer(post("/lab/results"), ports.partner, fixture, certificate)
                #expect(refused?.status == 401)
            }
        }
    }

    @Test("no route of one listener is on another")
    func separation() async throws {
        try await TLSFixture.with { fixture in
            let listed = try fixture.authority.client(name: "a")
            let partner = try fixture.partner(listing: [(Self.north, listed)])
            let host = try fixture.host(.forTests(partner: partner), services: [service])
            try await withRunning(host) { ports, _ async throws in
                for request in [get("/health"), get("/metrics"), get("/page"), get("/v1/open"), post("/v1/otp")] {
                    let answer = try await Self.answer(request, ports.partner, fixture, listed)
                    #expect(answer?.status == 404, "\(request)")
                }
                #expect(try await RawHTTP.exchange(port: ports.public, post("/lab/results")).status == 404)
                for port in [ports.public, ports.internal] {
                    #expect(try await RawHTTP.exchange(port: port, post("/batches")).status == 404)
                }
            }
        }
    }

    @Test("without an address there is no such listener")
    func off() async throws {
        try await withRunningHost([service]) { ports, _ async throws in
            #expect(ports.partner == nil)
            #expect(try await RawHTTP.exchange(port: ports.public, post("/batches")).status == 404)
        }
    }

    @Test("a certificate that has ended opens nothing, on an open connection either")
    func expiry() async throws {
        try await TLSFixture.with { fixture in
            let certificate = try fixture.authority.client(
                name: "a",
                validity: fixture.now.advanced(bySeconds: -60)..<fixture.now.advanced(bySeconds: 3600)
            )
            let clock = ManualClock(fixture.now)
            let partner = try fixture.partner(listing: [(Self.north, certificate)])
            let host = try fixture.host(.forTests(partner: partner), services: [service], clock: clock)
            try await withRunning(host) { ports, _ async throws in
                let configuration = try fixture.client(certificate)
                let connection = try await TLSClient(port: #require(ports.partner), configuration: configuration)
                clock.set(fixture.now.advanced(bySeconds: 3599))
                #expect(try await connection.exchange(post("/lab/results")).text == "north")
                clock.set(fixture.now.advanced(bySeconds: 3600))
                #expect(try await connection.exchange(post("/lab/results")).status == 401)
                #expect(try await Self.answer(post("/lab/results"), ports.partner, fixture, certificate) == nil)
            }
        }
    }

    @Test("a partner's certificate opens nothing on the internal listener, whichever authorities that one trusts")
    func internalListener() async throws {
        try await TLSFixture.with { fixture in
            let partners = try DemoCertificateAuthority(
                validity: fixture.now.advanced(bySeconds: -60)..<fixture.now.advanced(bySeconds: 600)
            )
            let (listed, unlisted) = try (partners.client(name: "a"), partners.client(name: "b"))
            let own = try fixture.authority.client(name: "program")
            let configuration = HostConfiguration.forTests(
                internalTLS: fixture.checkingClients,
                partner: try fixture.partner(listing: [(Self.north, listed)], of: partners)
            )
            let host = try fixture.host(configuration, services: [service])
            try await withRunning(host) { ports, _ async throws in
                for (certificate, wanted) in [(own, 204), (listed, nil)] as [(DemoCertificate, Int?)] {
                    let answer = try await Self.answer(post("/v1/otp"), ports.internal, fixture, certificate)
                    #expect(answer?.status == wanted)
                }
                #expect(try await Self.answer(post("/lab/results"), ports.partner, fixture, own) == nil)
                // The authorities are compared at the start only. A listed certificate stays out after that, too.
                try fixture.write(partners.rootPEM, to: "root.pem")
                host.reloadCertificates()
                #expect(try await Self.answer(post("/v1/otp"), ports.internal, fixture, unlisted)?.status == 204)
                #expect(try await Self.answer(post("/v1/otp"), ports.internal, fixture, listed) == nil)
                try fixture.list([])
                host.reloadCertificates()
                #expect(try await Self.answer(post("/lab/results"), ports.partner, fixture, listed) == nil)
                let removed = try await Self.answer(post("/v1/otp"), ports.internal, fixture, listed)
                #expect(removed == nil, "leaving the list opens nothing")
            }
        }
    }

    @Test("an authority of both listeners' callers stops the start")
    func sharedAuthority() async throws {
        try await TLSFixture.with { fixture in
            let other = try DemoCertificateAuthority(
                validity: fixture.now.advanced(bySeconds: -60)..<fixture.now.advanced(bySeconds: 60)
            )
            let partner = try fixture.partner(listing: [])
            let configuration = HostConfiguration.forTests(internalTLS: fixture.checkingClients, partner: partner)
            #expect(throws: HostError.sharedClientAuthority) { try fixture.host(configuration) }
            try fixture.write(other.rootPEM + fixture.authority.rootPEM, to: "partners.pem")
            #expect(throws: HostError.sharedClientAuthority) { try fixture.host(configuration) }
            let renewed = try fixture.authority.renewed(
                name: "Another name",
                validity: fixture.now.advanced(bySeconds: -60)..<fixture.now.advanced(bySeconds: 120)
            )
            try fixture.write(renewed.rootPEM, to: "partners.pem")
            #expect(throws: HostError.sharedClientAuthority) { try fixture.host(configuration) }
            try fixture.write(other.rootPEM, to: "partners.pem")
            _ = try fixture.host(configuration)
        }
    }

    @Test("connections that show nothing make room for a partner that asks")
    func strangers() async throws {
        try await TLSFixture.with { fixture in
            let certificate = try fixture.authority.client(name: "a")
            var limits = TransportLimits()
            limits.connections = 20
            let partner = try fixture.partner(listing: [(Self.north, certificate)])
            let metrics = MetricsRegistry()
            let host = try fixture.host(
                .forTests(partner: partner, limits: limits),
                services: [service],
                metrics: metrics
            )
            try await withRunning(host) { ports, _ async throws in
                let port = try #require(ports.partner)
                var silent: [RawHTTP] = []
                for _ in 0..<60 {
                    silent.append(try RawHTTP(port: port))
                }
                let answer = try await Self.answer(post("/lab/results"), ports.partner, fixture, certificate)
                #expect(answer?.text == "north")
                let evicted = #/http_connections_evicted_total\{listener="partner"\} [1-9]/#
                #expect(metrics.prometheusText().contains(evicted))
                #expect(try await silent[0].rest().isEmpty, "the first to come is gone")
            }
        }
    }
}
