import DemoAuthority
import NIOSSL
import ServiceKit
import ServiceTesting
import Testing

@Suite("TLS", .timeLimit(.minutes(2)))
struct TLSTests {
    private let fixture: TLSFixture

    init() throws { fixture = try TLSFixture() }

    @Test("TLS 1.3 is the default, and 1.2 is refused")
    func versions() async throws {
        try await fixture.run(.forTests(publicTLS: fixture.files, internalTLS: fixture.files)) { ports, _ in
            let client = try await fixture.connect(ports.public)
            #expect(try await client.exchange(get("/v1/open")).status == 204)
            #expect(try await client.version() == .tlsv13)
            await client.close()
            #expect(try await fixture.answer(get("/health"), ports.internal).status == 200)
            var old = try fixture.client()
            old.maximumTLSVersion = .tlsv12
            let configuration = old
            await #expect(throws: (any Error).self) {
                try await TLSClient.exchange(port: ports.public, get("/v1/open"), configuration: configuration)
            }
        }
    }

    @Test(
        "with the setting, 1.2 is accepted with ephemeral keys and AEAD, and nothing older",
        arguments: [
            ([.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256], true),
            ([.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384], true),
            ([.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256], true),
            ([.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, .TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA], false),
        ] as [([NIOTLSCipher], Bool)]
    )
    func suites(suites: [NIOTLSCipher], isAccepted: Bool) async throws {
        var hosting = HostConfiguration.forTests(publicTLS: fixture.files)
        hosting.minimumTLSVersion = .tls12
        try await fixture.run(hosting) { ports, _ in
            var old = try fixture.client()
            old.minimumTLSVersion = .tlsv1
            old.maximumTLSVersion = .tlsv12
            old.cipherSuiteValues = suites
            let client = try await TLSClient(port: ports.public, configuration: old)
            let status = try? await client.exchange(get("/v1/open")).status
            #expect(status == (isAccepted ? 204 : nil))
            if isAccepted {
                #expect(try await client.version() == .tlsv12)
            }
            await client.close()
            old.maximumTLSVersion = .tlsv11
            let older = old
            await #expect(throws: (any Error).self) {
                try await TLSClient.exchange(port: ports.public, get("/v1/open"), configuration: older)
            }
        }
    }

    @Test("the internal listener requires a certificate of its authority: none and others' are refused")
    func clientCertificates() async throws {
        let right = try fixture.authority.client(name: "operator")
        let other = try fixture.otherAuthority().client(name: "operator")
        let server = try fixture.authority.server(hosts: ["operator.example.org"])
        let past = try fixture.authority.client(name: "operator", validity: fixture.from(-60, to: -30))
        try await fixture.run(.forTests(internalTLS: fixture.checkingClients)) { ports, _ in
            for (name, certificate, isAccepted) in [
                ("right", right, true), ("none", nil, false), ("of another authority", other, false),
                ("a server's", server, false), ("expired", past, false),
            ] as [(String, DemoCertificate?, Bool)] {
                let status = try? await fixture.answer(get("/health"), ports.internal, as: certificate).status
                #expect(status == (isAccepted ? 200 : nil), "\(name)")
            }
        }
    }

    @Test("checked client certificates allow the internal listener any address, TLS alone does not")
    func anyAddress() async throws {
        var configuration = HostConfiguration.forTests(internalTLS: fixture.checkingClients)
        configuration.internalAddress = ListenAddress(host: "0.0.0.0", port: 0)
        _ = try fixture.host(configuration)
        configuration.internalTLS = fixture.files
        let open = configuration
        #expect(throws: HostError.internalListenerUnprotected(open.internalAddress)) { try fixture.host(open) }
    }

    @Test("plain HTTP to a TLS port is closed without an answer, and counted")
    func plain() async throws {
        let metrics = MetricsRegistry()
        try await fixture.run(.forTests(publicTLS: fixture.files), metrics: metrics) { ports, _ in
            let connection = try await ports.connection(sending: get("/v1/open"))
            let rest = try? await connection.rest()
            #expect(!String(decoding: rest ?? [], as: UTF8.self).contains("HTTP"))
            #expect(metrics.prometheusText().contains(#"tls_handshake_failures_total{listener="public"} 1"# + "\n"))
        }
    }

    @Test("a handshake that does not begin or end is closed after its limit", arguments: [0, 3])
    func handshakeLimit(bytes: Int) async throws {
        var limits = TransportLimits()
        limits.handshake = .milliseconds(200)
        let metrics = MetricsRegistry()
        try await fixture.run(.forTests(publicTLS: fixture.files, limits: limits), metrics: metrics) { ports, _ in
            let connection = try RawHTTP(port: ports.public)
            // The beginning of a TLS record.
            try await connection.send(Array([0x16, 0x03, 0x01].prefix(bytes)))
            #expect(try await connection.rest().count < 16)
            #expect(metrics.prometheusText().contains(#"tls_handshake_failures_total{listener="public"} 1"# + "\n"))
        }
    }

    @Test(
        "answers of cover traffic have one size on the wire, encrypted",
        arguments: [MinimumTLSVersion.tls13, .tls12]
    )
    func equalSizes(version: MinimumTLSVersion) async throws {
        var hosting = HostConfiguration.forTests(publicTLS: fixture.files)
        hosting.minimumTLSVersion = version
        try await fixture.run(hosting) { ports, _ in
            var configuration = try fixture.client()
            configuration.maximumTLSVersion = version == .tls12 ? .tlsv12 : .tlsv13
            let client = try await TLSClient(port: ports.public, configuration: configuration)
            // Messages of the handshake, including session tickets, arrive with or before the first answer.
            _ = try await client.exchange(get("/v1/open"))
            var sizes: Set<Int> = []
            for body in ["", "refuse", "body", "", "body", "refuse"] {
                let before = client.wireBytes
                #expect(try await client.exchange(post("/v1/covered", body: body)).wireSize == 512)
                sizes.insert(client.wireBytes - before)
            }
            // One record: 5 bytes of header, 16 of tag, and the inner type (1.3) or the explicit nonce (1.2).
            #expect(sizes == [512 + 5 + 16 + (version == .tls12 ? 8 : 1)])
            await client.close()
        }
    }
}
