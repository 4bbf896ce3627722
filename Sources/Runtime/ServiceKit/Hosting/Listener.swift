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
    }

    let kind: Kind
    let address: ListenAddress
    let responder: Responder
    let tls: TLSKeeper?
    let ports: PortBoard
    let logger: Logger

    var description: String { "\(kind) listener" }

    func run() async throws {
        // Hummingbird says what it does at info and below, with addresses; only its complaints are of interest.
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        let server = ConnectionSetup(responder: responder, tls: tls).server(
            configuration: ServerConfiguration(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: .maximum(responder.limits.connections, logger: quiet)
            ),
            onServerRunning: { channel in report(channel.localAddress?.port ?? address.port) },
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

    private func report(_ port: Int) {
        ports.report(kind, port: port)
        logger.record(LoggedEvent.listening(listener: kind.rawValue, port: port))
    }
}
