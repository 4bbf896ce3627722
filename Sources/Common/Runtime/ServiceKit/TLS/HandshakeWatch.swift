import NIOCore
import NIOSSL
import NIOTLS

/// Closes a connection that does not complete its handshake in time, or whose client the listener does not admit. It
/// counts both.
final class HandshakeWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let limit: Duration
    private let keeper: TLSKeeper
    private let tls: NIOSSLServerHandler
    private let connection: HTTPConnection
    private var timer: Scheduled<Void>?
    private var isSettled = false
    /// No byte of a client that is not admitted reaches the parser.
    private var isRefused = false

    /// - Parameter connection: gets the certificate that its client shows.
    init(limit: Duration, keeper: TLSKeeper, tls: NIOSSLServerHandler, connection: HTTPConnection) {
        self.limit = limit
        self.keeper = keeper
        self.tls = tls
        self.connection = connection
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limit)) {
            self.settle(failed: true)
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent {
            guard admitsClient() else {
                isRefused = true
                settle(failed: true)
                return context.triggerUserOutboundEvent(ConnectionAbort(), promise: nil)
            }
            settle(failed: false)
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func admitsClient() -> Bool {
        do {
            let certificate = try tls.peerCertificate.map(ClientCertificate.init)
            connection.clientCertificate = certificate
            return keeper.clients.admits(certificate)
        } catch {
            return false
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isRefused {
            context.fireChannelRead(data)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        settle(failed: true)
        context.fireErrorCaught(error)
    }

    private func settle(failed: Bool) {
        guard !isSettled else {
            return
        }
        isSettled = true
        timer?.cancel()
        if failed {
            keeper.handshakeFailed()
        }
    }
}
