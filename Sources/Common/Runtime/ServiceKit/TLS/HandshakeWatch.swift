import NIOCore
import NIOSSL
import NIOTLS

/// Closes a connection that does not agree on TLS in time, or whose client the listener does not let in, and counts those.
final class HandshakeWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let limit: Duration
    private let keeper: TLSKeeper
    private var timer: Scheduled<Void>?
    private let tls: NIOSSLServerHandler
    private var isSettled = false
    /// Nothing of a client that is not let in reaches the parser.
    private var isRefused = false

    init(limit: Duration, keeper: TLSKeeper, tls: NIOSSLServerHandler) {
        self.limit = limit
        self.tls = tls
        self.keeper = keeper
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
            guard keeper.clients.admits(try? tls.peerCertificate?.toDERBytes()) else {
                isRefused = true
                settle(failed: true)
                return context.triggerUserOutboundEvent(ConnectionAbort(), promise: nil)
            }
            settle(failed: false)
        }
        context.fireUserInboundEventTriggered(event)
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
