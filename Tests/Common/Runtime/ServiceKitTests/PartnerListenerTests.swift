import DemoAuthority
import ExposurePrimitives
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Partner listener", .timeLimit(.minutes(2)))
struct PartnerListenerTests {
    private static let service = SampleService(
        publicRoutes: [Route.forEveryone(Endpoint(.get, "/v1/open")) { _ in .empty(204) }],
        internalRoutes: [
            Route.forPrograms(Endpoint(.post, "/v1/otp")) { _ in .empty(204) },
            Route.page(.get, "/page") { _ in .empty(204) },
        ],
        partnerRoutes: [Route.forLaboratories(Endpoint(.post, "/v1/results")) { _ in .empty(204) }]
    )

    private static func status(
        _ request: String,
        _ port: Int?,
        _ fixture: TLSFixture,
        _ certificate: DemoCertificate?
    ) async throws -> Int? {
        let port = try #require(port)
        let configuration = try fixture.client(certificate)
        return try? await TLSClient.exchange(port: port, request, configuration: configuration).status
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
            let partner = try fixture.partner(listing: [listed, stranger, past])
            let metrics = MetricsRegistry()
            let host = try fixture.host(.forTests(partner: partner), services: [Self.service], metrics: metrics)
            try await withRunning(host) { ports, _ async throws in
                for (name, certificate, wanted) in [
                    ("unlisted", unlisted, nil), ("none", nil, nil), ("of another authority", stranger, nil),
                    ("expired", past, nil), ("listed", listed, 204),
                ] as [(String, DemoCertificate?, Int?)] {
                    let found = try await Self.status(post("/v1/results"), ports.partner, fixture, certificate)
                    #expect(found == wanted, "\(name)")
                }
                let failures = #"tls_handshake_failures_total{listener="partner"} 4"#
                #expect(metrics.prometheusText().contains(failures + "\n"))
            }
        }
    }

    @Test("no route of one listener is on another")
    func separation() async throws {
        try await TLSFixture.with { fixture in
            let listed = try fixture.authority.client(name: "a")
            let configuration = HostConfiguration.forTests(partner: try fixture.partner(listing: [listed]))
            let host = try fixture.host(configuration, services: [Self.service])
            try await withRunning(host) { ports, _ async throws in
                for request in [get("/health"), get("/metrics"), get("/page"), get("/v1/open"), post("/v1/otp")] {
                    #expect(try await Self.status(request, ports.partner, fixture, listed) == 404, "\(request)")
                }
                for port in [ports.public, ports.internal] {
                    #expect(try await RawHTTP.exchange(port: port, post("/v1/results")).status == 404)
                }
            }
        }
    }

    @Test("without an address there is no such listener")
    func off() async throws {
        try await withRunningHost([Self.service]) { ports, _ async throws in
            #expect(ports.partner == nil)
            #expect(try await RawHTTP.exchange(port: ports.public, post("/v1/results")).status == 404)
        }
    }

    @Test("a partner's certificate opens nothing on the internal listener, whoever the internal one believes")
    func internalListener() async throws {
        try await TLSFixture.with { fixture in
            let partners = try DemoCertificateAuthority(
                validity: fixture.now.advanced(bySeconds: -60)..<fixture.now.advanced(bySeconds: 600)
            )
            let (listed, unlisted) = try (partners.client(name: "a"), partners.client(name: "b"))
            let own = try fixture.authority.client(name: "program")
            let configuration = HostConfiguration.forTests(
                internalTLS: fixture.checkingClients,
                partner: try fixture.partner(listing: [listed], of: partners)
            )
            let host = try fixture.host(configuration, services: [Self.service])
            try await withRunning(host) { ports, _ async throws in
                for (certificate, wanted) in [(own, 204), (listed, nil)] as [(DemoCertificate, Int?)] {
                    #expect(try await Self.status(post("/v1/otp"), ports.internal, fixture, certificate) == wanted)
                }
                #expect(try await Self.status(post("/v1/results"), ports.partner, fixture, own) == nil)
                // The authorities are compared at the start only; what is listed stays out after that, too.
                try fixture.write(partners.rootPEM, to: "root.pem")
                host.reloadCertificates()
                #expect(try await Self.status(post("/v1/otp"), ports.internal, fixture, unlisted) == 204)
                #expect(try await Self.status(post("/v1/otp"), ports.internal, fixture, listed) == nil)
            }
        }
    }

    @Test("an authority of both listeners' callers stops the start")
    func sharedAuthority() async throws {
        try await TLSFixture.with { fixture in
            let other = try DemoCertificateAuthority(
                validity: fixture.now.advanced(bySeconds: -60)..<fixture.now.advanced(bySeconds: 60)
            )
            let partner = try fixture.partner(listing: [try fixture.authority.client(name: "a")])
            let configuration = HostConfiguration.forTests(internalTLS: fixture.checkingClients, partner: partner)
            #expect(throws: HostError.sharedClientAuthority) { try fixture.host(configuration) }
            try fixture.write(other.rootPEM + fixture.authority.rootPEM, to: "partners.pem")
            #expect(throws: HostError.sharedClientAuthority) { try fixture.host(configuration) }
            try fixture.write(other.rootPEM, to: "partners.pem")
            _ = try fixture.host(configuration)
        }
    }
}
