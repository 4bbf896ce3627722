import Crypto
import DeviceAttestation
package import ExposurePrimitives
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import ServiceKit

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
            (self.teamID, self.keyID, self.publicKeyPEM) = (teamID, keyID, publicKeyPEM)
            (self.certificatePEM, self.certificateKeyPEM) = (certificatePEM, certificateKeyPEM)
        }
    }

    private let configuration: Configuration
    private let calls: DeviceCheckCalls
    private let control: DeviceCheckControl
    private let tls: NIOSSLContext

    package init(_ configuration: Configuration, devices: EmulatedDevices) throws {
        self.configuration = configuration
        control = DeviceCheckControl(devices: devices)
        calls = DeviceCheckCalls(
            devices: devices,
            teamID: configuration.teamID,
            keyID: configuration.keyID,
            publicKey: try P256.Signing.PublicKey(pemRepresentation: configuration.publicKeyPEM)
        )
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(configuration.certificatePEM.utf8))
                .map { .certificate($0) },
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: configuration.certificateKeyPEM.exposedBytes, format: .pem)
            )
        )
        tls.applicationProtocols = NIOHTTP2SupportedALPNProtocols
        self.tls = try NIOSSLContext(configuration: tls)
    }

    /// Serves until its task is cancelled. `ready` gets both ports once they accept connections.
    package func run(ready: (_ port: Int, _ controlPort: Int) -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let apple = try await ListeningSocket(at: .loopback(configuration.port), setUp: setUpTLS)
            group.addTask { await apple.serve() }
            let control = try await ListeningSocket(at: .loopback(configuration.controlPort), setUp: setUpControl)
            group.addTask { await control.serve() }
            ready(apple.port, control.port)
            try await group.waitForAll()
        }
    }

    @Sendable private func setUpTLS(_ channel: any Channel) -> EventLoopFuture<Void> {
        let calls = calls
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
        }.flatMap {
            channel.configureCommonHTTPServerPipeline { stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandler(AnsweringHandler(calls))
                }
            }
        }
    }

    @Sendable private func setUpControl(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandler(AnsweringHandler(control))
        }
    }
}

extension ListenAddress {
    fileprivate static func loopback(_ port: Int) -> ListenAddress {
        ListenAddress(host: "127.0.0.1", port: port)
    }
}
