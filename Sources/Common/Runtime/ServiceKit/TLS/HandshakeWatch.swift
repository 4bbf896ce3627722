import NIOCore
import NIOTLS

/// Closes a connection that does not agree on TLS in time, and counts those that never do.
final class HandshakeWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let limit: Duration
    private let keeper: TLSKeeper
    private var timer: Scheduled<Void>?
    private var isSettled = false

    init(limit: Duration, keeper: TLSKeeper) {
        self.limit = limit
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
            settle(failed: false)
        }
        context.fireUserInboundEventTriggered(event)
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
