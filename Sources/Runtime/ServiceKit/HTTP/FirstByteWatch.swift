import NIOCore

/// Tells the connection when bytes come in, before they are parsed: the time limit of a request starts with its first
/// byte, so that dripping header bytes is bounded too.
final class FirstByteWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: HTTPConnection

    init(connection: HTTPConnection) {
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.bytesArrived()
        context.fireChannelRead(data)
    }
}
