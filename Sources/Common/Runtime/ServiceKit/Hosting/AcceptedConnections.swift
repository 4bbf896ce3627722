import NIOCore
import Synchronization

/// The first handler of a listening socket. It knows the open connections, and accepts no others while there are as
/// many as the limit: new ones wait in the system's queue. When the socket closes, it asks the connections to end.
final class AcceptedConnections: ChannelDuplexHandler, Sendable {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    private let limit: Int
    private let open = Mutex<[ObjectIdentifier: any Channel]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let (socket, connection) = (context.channel, unwrapInboundIn(data))
        open.withLock { $0[ObjectIdentifier(connection)] = connection }
        connection.closeFuture.whenComplete { _ in
            let wasFull = self.open.withLock { open in
                defer { open[ObjectIdentifier(connection)] = nil }
                return open.count >= self.limit
            }
            if wasFull {
                socket.read()
            }
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if open.withLock({ $0.count < limit }) {
            context.read()
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        for connection in all {
            connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        context.fireChannelInactive()
    }

    // MARK: - After the socket was closed, on any thread

    func close() {
        for connection in all {
            connection.close(promise: nil)
        }
    }

    func haveClosed() async {
        for connection in all {
            try? await connection.closeFuture.get()
        }
    }

    private var all: [any Channel] { open.withLock { Array($0.values) } }
}
