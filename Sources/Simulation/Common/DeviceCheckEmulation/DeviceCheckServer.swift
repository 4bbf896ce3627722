import Crypto
import DeviceAttestation
package import ExposurePrimitives
import HTTPTypes
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import ServiceLifecycle
import WireFormat

/// A local DeviceCheck server that follows Apple's documentation, over TLS with HTTP/2 and HTTP/1.1. Its control
/// interface speaks plain HTTP on another port of the loopback interface.
package struct DeviceCheckServer: Sendable {
    package struct Configuration: Sendable {
        /// 0 lets the system choose.
        package var port = 0
        /// 0 lets the system choose.
        package var controlPort = 0
        package var teamID: String
        package var keyID: String
        /// PEM of the public half of the developer's key.
        package var publicKeyPEM: String
        /// PEM of the server's certificate chain, and of its key.
        package var certificatePEM: String
        package var certificateKeyPEM: SecretBytes

        package init(
            teamID: String,
            keyID: String,
            publicKeyPEM: String,
            certificatePEM: String,
            certificateKeyPEM: SecretBytes
        ) {
            self.teamID = teamID
            self.keyID = keyID
            self.publicKeyPEM = publicKeyPEM
            self.certificatePEM = certificatePEM
            self.certificateKeyPEM = certificateKeyPEM
        }
    }

    private let configuration: Configuration
    private let devices: EmulatedDevices
    private let calls: DeviceCheckCalls
    private let tls: TLSConfiguration
    private let logger = Logger(label: "avviso.devicecheck") { _ in SwiftLogNoOpLogHandler() }

    package init(_ configuration: Configuration, devices: EmulatedDevices) throws {
        self.configuration = configuration
        self.devices = devices
        calls = DeviceCheckCalls(
            devices: devices,
            teamID: configuration.teamID,
            keyID: configuration.keyID,
            publicKey: try P256.Signing.PublicKey(pemRepresentation: configuration.publicKeyPEM)
        )
        tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(configuration.certificatePEM.utf8))
                .map { .certificate($0) },
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: configuration.certificateKeyPEM.exposedBytes, format: .pem)
            )
        )
    }

    /// Serves until its task is cancelled. `ready` gets both ports once they accept connections.
    package func run(ready: @escaping @Sendable (_ port: Int, _ controlPort: Int) -> Void) async throws {
        let ports = Ports(ready)
        let control = DeviceCheckControl(devices: devices)
        let (calls, tls) = (calls, tls)
        let apple = try HTTPServerBuilder.http2Upgrade(tlsConfiguration: tls)
            .buildServer(
                configuration: .init(address: .hostname("127.0.0.1", port: configuration.port)),
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                logger: logger,
                responder: { request, writer, channel in try await calls.answer(request, writer, channel) },
                onServerRunning: { ports.report(port: $0.localAddress?.port ?? 0) }
            )
        let controlServer = try HTTPServerBuilder.http1()
            .buildServer(
                configuration: .init(address: .hostname("127.0.0.1", port: configuration.controlPort)),
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                logger: logger,
                responder: { request, writer, _ in try await control.answer(request, writer) },
                onServerRunning: { ports.report(controlPort: $0.localAddress?.port ?? 0) }
            )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await apple.run() }
            group.addTask { try await controlServer.run() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
