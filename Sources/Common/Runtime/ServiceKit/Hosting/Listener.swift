import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import SystemPackage

/// One listening socket with its responder, run by Hummingbird's server.
struct Listener: Service, CustomStringConvertible {
    enum Kind: String, Sendable {
        case `public`
        case `internal`
        /// For systems of other organisations, which show a certificate.
        case partner
    }

    let kind: Kind
    let address: ListenAddress
    let responder: Responder
    let tls: TLSKeeper?
    let ports: PortBoard
    let logger: Logger

    var description: String { "\(kind) listener" }

    func run() async throws {
        // Hummingbird logs its steps at info and below, with addresses. Only its warnings and errors are of interest.
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        let server = ConnectionSetup(responder: responder, tls: tls).server(
            configuration: ServerConfiguration(
                address: .hostname(address.host, port: address.port),
                backlog: Self.backlog,
                availableConnectionsDelegate: .maximum(responder.connections.hardLimit, logger: quiet)
            ),
            onServerRunning: { channel in
                try? await Self.boundSystemBuffers(of: channel)
                ports.report(kind, port: channel.localAddress?.port ?? address.port)
            },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: quiet
        )
        do {
            try await server.run()
        } catch let error as IOError {
            throw HostError.cannotListen(address, reason: Errno(rawValue: error.errnoCode).description)
        } catch let error as SocketAddressError {
            throw HostError.cannotListen(address, reason: "\(error)")
        }
    }

    /// Connections inherit two limits from the listening socket: the bytes that the system receives before they are
    /// read, and the unsent bytes below which it asks for more. So a slow reader's progress is seen as it happens.
    private static func boundSystemBuffers(of channel: any Channel) async throws {
        try await channel.setOption(.socketOption(.so_rcvbuf), value: receiveBuffer).get()
        try await channel.setOption(.tcpOption(.init(rawValue: tcpNotSentLowAt)), value: unsentBytes).get()
    }

    /// The maximum number of connections that wait to be accepted. The system's own limit may be lower.
    private static let backlog = 4096
    /// Bytes; Linux doubles them for its own bookkeeping.
    private static let receiveBuffer: SocketOptionValue = 128 << 10
    /// TCP_NOTSENT_LOWAT of Linux (tcp(7)), which the C library's module does not name.
    private static let tcpNotSentLowAt: CInt = 25
    private static let unsentBytes: SocketOptionValue = 128 << 10
}
