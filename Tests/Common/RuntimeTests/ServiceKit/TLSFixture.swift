import Crypto
import DemoAuthority
import ExposurePrimitives
import ExposureTesting
import Foundation
import NIOSSL
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

/// Certificate files in a temporary folder, and an authority that can issue more.
final class TLSFixture: Sendable {
    private let home: TestFolder
    let authority: DemoCertificateAuthority
    let now = SystemWallClock().now()

    init() throws {
        home = try TestFolder()
        authority = try DemoCertificateAuthority(
            validity: now.advanced(bySeconds: -86_400)..<now.advanced(bySeconds: 86_400)
        )
        try replaceServer()
        try write(authority.rootPEM, to: "root.pem")
    }

    var folder: URL { home.url }

    /// A time of validity in seconds from now.
    func from(_ start: Int64, to end: Int64) -> Range<UnixTime> {
        now.advanced(bySeconds: start)..<now.advanced(bySeconds: end)
    }

    /// An authority that nobody trusts.
    func otherAuthority() throws -> DemoCertificateAuthority {
        try DemoCertificateAuthority(validity: from(-60, to: 600))
    }

    var files: TLSFiles { TLSFiles(certificate: path("server.pem"), key: path("server-key.pem")) }

    var checkingClients: TLSFiles {
        TLSFiles(certificate: files.certificate, key: files.key, clientAuthority: path("root.pem"))
    }

    /// The set-up of a test's partner listener, with these partners. It trusts `authority`, or else the fixture's own.
    func partner(
        listing partners: [(Partner, DemoCertificate)],
        of authority: DemoCertificateAuthority? = nil
    ) throws -> PartnerListener {
        try write((authority ?? self.authority).rootPEM, to: "partners.pem")
        try list(partners)
        return PartnerListener(
            address: ListenAddress(host: "127.0.0.1", port: 0),
            certificate: files.certificate,
            key: files.key,
            clientAuthority: path("partners.pem"),
            list: path("partners.txt")
        )
    }

    /// The configuration of a host with such a listener.
    func listing(_ partners: (Partner, DemoCertificate)...) throws -> HostConfiguration {
        .forTests(partner: try partner(listing: partners))
    }

    /// Writes the list of partners.
    func list(_ partners: [(Partner, DemoCertificate)]) throws {
        let lines = try partners.map { partner, certificate in
            "\(partner.kind.rawValue) \(partner.name) \(try Self.fingerprint(certificate))\n"
        }
        try write(lines.joined(), to: "partners.txt")
    }

    static func fingerprint(_ certificate: DemoCertificate) throws -> CertificateFingerprint {
        let encoded = try NIOSSLCertificate(bytes: Array(certificate.certificatePEM.utf8), format: .pem).toDERBytes()
        return try #require(CertificateFingerprint(Hex.encode(SHA256.hash(data: encoded))))
    }

    func path(_ name: String) -> String { home.path(name) }

    func write(_ text: String, to name: String) throws { try SecretFile.write(text, to: folder.appending(path: name)) }

    /// Installs a new certificate with a new key, and returns its end.
    @discardableResult
    func replaceServer(seconds: Int64 = 7200) throws -> UnixTime {
        let end = now.advanced(bySeconds: seconds)
        let issued = try authority.server(hosts: ["localhost"], validity: now.advanced(bySeconds: -86_400)..<end)
        try write(issued.certificatePEM, to: "server.pem")
        try write(String(decoding: issued.keyPEM.exposedBytes, as: UTF8.self), to: "server-key.pem")
        return end
    }

    /// A client that trusts the authority and presents `certificate`.
    func client(_ certificate: DemoCertificate? = nil) throws -> TLSConfiguration {
        try TLSClient.configuration(
            root: authority.rootPEM,
            certificate: certificate?.certificatePEM,
            key: certificate?.keyPEM.exposedBytes
        )
    }

    /// A connection of a client with `certificate`.
    func connect(_ port: Int?, as certificate: DemoCertificate? = nil) async throws -> TLSClient {
        try await TLSClient(port: #require(port), configuration: client(certificate))
    }

    /// The answer to a request on such a connection.
    func answer(_ request: String, _ port: Int?, as certificate: DemoCertificate? = nil) async throws -> RawAnswer {
        try await TLSClient.exchange(port: #require(port), request, configuration: client(certificate))
    }

    /// The same; nil if there is none.
    func answerIfAny(_ request: String, _ port: Int?, as certificate: DemoCertificate?) async throws -> RawAnswer? {
        let (port, configuration) = (try #require(port), try client(certificate))
        return try? await TLSClient.exchange(port: port, request, configuration: configuration)
    }

    /// Runs a host for the time of `body`.
    func run(
        _ configuration: HostConfiguration,
        services: [any HostedService] = [TLSFixture.service],
        clock: any WallClock = SystemWallClock(),
        monotonicClock: any MonotonicClock = SystemMonotonicClock(),
        log: LogCapture = LogCapture(),
        metrics: MetricsRegistry = MetricsRegistry(),
        body: @escaping @Sendable (BoundPorts, ServiceHost) async throws -> Void
    ) async throws {
        let host = try host(
            configuration,
            services: services,
            clock: clock,
            monotonicClock: monotonicClock,
            log: log,
            metrics: metrics
        )
        try await withRunning(host, log: log) { ports, _ in try await body(ports, host) }
    }

    func host(
        _ configuration: HostConfiguration,
        services: [any HostedService] = [TLSFixture.service],
        clock: any WallClock = SystemWallClock(),
        monotonicClock: any MonotonicClock = SystemMonotonicClock(),
        log: LogCapture = LogCapture(),
        metrics: MetricsRegistry = MetricsRegistry()
    ) throws(HostError) -> ServiceHost {
        try ServiceHost(
            services: services,
            configuration: configuration,
            refusals: SampleRefusals(),
            clock: clock,
            monotonicClock: monotonicClock,
            logger: log.logger,
            metrics: metrics
        )
    }

    static let service = SampleService(
        publicRoutes: [
            .open,
            Route.forEveryone(Endpoint(.post, "/v1/covered", hasDummies: true)) { request in
                switch String(decoding: request.body, as: UTF8.self) {
                case "refuse": throw SampleError.unauthorisedCode
                case "body": return .json(Array(#"{"a":1}"#.utf8))
                default: return .empty(204)
                }
            },
        ]
    )
}
