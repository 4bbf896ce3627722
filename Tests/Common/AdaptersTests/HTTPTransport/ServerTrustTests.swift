import DemoAuthority
import ExposurePrimitives
import HTTPTransport
import NIOSSL
import PhonePorts
import Testing
import WireFormat

@Suite("Trust in servers", .timeLimit(.minutes(5)))
struct ServerTrustTests {
    private static let answer = "HTTP/1.1 204 No Content\r\n\r\n"
    private let authority: DemoCertificateAuthority
    private let serverContext: NIOSSLContext

    init() throws {
        // The library checks dates by the machine's clock, so these certificates are valid on every possible day.
        authority = try DemoCertificateAuthority(validity: UnixTime(1_700_000_000)..<UnixTime(4_000_000_000))
        serverContext = try Self.context(authority.server(hosts: ["127.0.0.1"]))
    }

    @Test("reaches a server of the given authority, with the same bytes as over plain HTTP")
    func believed() async throws {
        let (outcome, received) = try await exchange(ServerTrust(roots: Array(authority.rootPEM.utf8)))
        #expect(try outcome.get() == 204)
        #expect(String(decoding: received, as: UTF8.self).hasPrefix("GET /v1/keys/index HTTP/1.1\r\n"))
    }

    @Test("uses HTTP/1.1 also with a server that prefers HTTP/2, whose headers have no fixed size")
    func version() async throws {
        let context = try Self.context(authority.server(hosts: ["127.0.0.1"]), protocols: ["h2", "http/1.1"])
        let (outcome, received) = try await exchange(ServerTrust(roots: Array(authority.rootPEM.utf8)), with: context)
        #expect(try outcome.get() == 204)
        #expect(String(decoding: received, as: UTF8.self).hasPrefix("GET /v1/keys/index HTTP/1.1\r\n"))
    }

    @Test("sends nothing to a server of another authority or of an unknown one")
    func strangers() async throws {
        let other = try DemoCertificateAuthority(validity: UnixTime(1_700_000_000)..<UnixTime(4_000_000_000))
        for trust in [try ServerTrust(roots: Array(other.rootPEM.utf8)), .system] {
            let (outcome, received) = try await exchange(trust)
            #expect(throws: HTTPExchangeError.unreachable) { try outcome.get() }
            #expect(received.isEmpty)
        }
    }

    @Test("sends nothing to a server with a certificate for another host")
    func otherHost() async throws {
        let context = try Self.context(authority.server(hosts: ["localhost", "127.0.0.2"]))
        let (outcome, received) = try await exchange(ServerTrust(roots: Array(authority.rootPEM.utf8)), with: context)
        #expect(throws: HTTPExchangeError.unreachable) { try outcome.get() }
        #expect(received.isEmpty)
    }

    @Test("refuses bad PEM, half a pair, and the key of another certificate")
    func refusals() throws {
        let (own, other) = (try authority.client(name: "own"), try authority.client(name: "other"))
        let (certificate, key) = (Array(own.certificatePEM.utf8), own.keyPEM.exposedBytes)
        let garbage = Array("garbage".utf8)
        #expect(throws: Never.self) { try ServerTrust(roots: nil, certificate: certificate, key: key) }
        #expect(throws: ServerTrustError.roots) { try ServerTrust(roots: garbage) }
        #expect(throws: ServerTrustError.roots) { try ServerTrust(roots: []) }
        #expect(throws: ServerTrustError.half) { try ServerTrust(roots: nil, certificate: certificate) }
        #expect(throws: ServerTrustError.half) { try ServerTrust(roots: nil, key: key) }
        #expect(throws: ServerTrustError.certificate) { try ServerTrust(roots: nil, certificate: garbage, key: key) }
        #expect(throws: ServerTrustError.key) { try ServerTrust(roots: nil, certificate: certificate, key: garbage) }
        #expect(throws: ServerTrustError.keyDoesNotMatch) {
            try ServerTrust(roots: nil, certificate: certificate, key: other.keyPEM.exposedBytes)
        }
    }

    private func exchange(
        _ trust: ServerTrust,
        with context: NIOSSLContext? = nil
    ) async throws -> (outcome: Result<Int, any Error>, received: [UInt8]) {
        let server = try await ByteServer(tls: context ?? serverContext)
        let url = try #require(ServerURL("https://\(server.authority)"))
        let transport = HTTPPhoneTransport(to: url, trust: trust)
        let request = PhoneRequest(host: .download, method: .get, target: "/v1/keys/index", headers: [])
        let (received, outcome) = try await server.bytesReceived(answering: Self.answer) {
            do {
                return Result<Int, any Error>.success(try await transport.send(request).status)
            } catch {
                return .failure(error)
            }
        }
        try await transport.shutDown()
        return (outcome, received)
    }

    private static func context(_ certificate: DemoCertificate, protocols: [String] = []) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificatePEM.utf8))
                .map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: certificate.keyPEM.exposedBytes, format: .pem))
        )
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }
}
