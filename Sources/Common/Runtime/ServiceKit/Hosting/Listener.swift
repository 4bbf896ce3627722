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

    /// How the listener ends when the host stops.
    enum Ending: Sendable {
        /// New connections are refused at once. One that waits to be accepted at this moment is reset.
        case atOnce
        /// New connections are served for some time, and then none is lost.
        case afterDraining(Duration)
    }

    let kind: Kind
    let address: ListenAddress
    let responder: Responder
    let tls: TLSKeeper?
    let ports: PortBoard
    let ending: Ending
    let pacemaker: any Pacemaker
    let logger: Logger

    var description: String { "\(kind) listener" }

    func run() async throws {
        // Hummingbird logs its steps at info and below, with addresses. Only its warnings and errors are of interest.
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        let socket = ListeningSocket()
        let server = Server(
            childChannelSetup: ConnectionSetup(responder: responder, tls: tls),
            configuration: ServerConfiguration(
                address: .hostname(address.host, port: address.port),
                backlog: Self.backlog,
                availableConnectionsDelegate: .maximum(responder.connections.hardLimit, logger: quiet)
            ),
            onServerRunning: { channel in
                socket.channel = channel
                try? await Self.boundSystemBuffers(of: channel)
                ports.report(kind, port: channel.localAddress?.port ?? address.port)
            },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: quiet
        )
        do {
            switch ending {
            case .atOnce: try await server.run()
            case .afterDraining(let drain):
                try await serve(server) {
                    // If another listener could not begin, nobody is served.
                    guard ports.areBound else {
                        return
                    }
                    try await pacemaker.sleep(until: pacemaker.elapsed() + drain)
                    if await socket.refuseNewcomers() {
                        try await pacemaker.sleep(until: pacemaker.elapsed() + ListeningSocket.pause)
                    }
                }
            }
        } catch let error as IOError {
            throw HostError.cannotListen(address, reason: Errno(rawValue: error.errnoCode).description)
        } catch let error as SocketAddressError {
            throw HostError.cannotListen(address, reason: "\(error)")
        }
    }

    /// Serves until `drain` has ended, which begins when the host stops.
    private func serve(
        _ server: Server<ConnectionSetup>,
        drain: @escaping @Sendable () async throws -> Void
    ) async throws {
        // The server would end at once if it learnt that the host stops. A detached task does not.
        let serving = Task.detached { try await server.run() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await gracefulShutdown()
                try await drain()
                try await server.shutdownGracefully()
            }
            defer { group.cancelAll() }
            try await withTaskCancellationHandler {
                try await serving.value
            } onCancel: {
                serving.cancel()
            }
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
