import NIOCore

/// Lets bytes through to the parser only while the connection may take a request, and holds back the rest.
///
/// Without it a client could send thousands of requests at once, and all of them would be parsed and kept while the
/// first answer is still leaving. Between two requests the parser gets small pieces. So few requests are parsed ahead.
/// Inside a body it gets all bytes that are there.
///
/// Answers can leave while bytes are passed on. After some of them the rest waits for the next turn of the event loop,
/// so that a client that sends many requests at once does not delay the others on this loop.
final class RequestGate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: HTTPConnection
    private var held: ByteBuffer?
    /// The end of the client's sending, which follows the bytes that are held.
    private var heldEnd: ChannelEvent?
    private var context: ChannelHandlerContext?
    /// Passing bytes on can call this method again. The outer call then continues.
    private var isPassing = false
    /// The piece that the parser works on.
    private(set) var currentPiece = ByteBuffer()

    init(connection: HTTPConnection) {
        self.connection = connection
    }

    var isEmpty: Bool { held == nil && heldEnd == nil }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if held == nil {
            held = bytes
        } else {
            held?.writeBuffer(&bytes)
        }
        passOn()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed, held != nil || isPassing {
            heldEnd = event
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        held = nil
        heldEnd = nil
        context.fireChannelInactive()
    }

    /// Passes on the held bytes, as far as the connection takes them.
    func passOn() {
        guard !isPassing, let context else {
            return
        }
        isPassing = true
        let before = connection.begunCount
        while connection.takesBytes, connection.begunCount - before < Self.requestsInATurn, let piece = nextPiece() {
            connection.bytesArrived()
            currentPiece = piece
            context.fireChannelRead(wrapInboundOut(piece))
        }
        currentPiece = ByteBuffer()
        isPassing = false
        if held != nil, connection.takesBytes {
            let bound = NIOLoopBound(connection, eventLoop: context.eventLoop)
            context.eventLoop.execute { bound.value.receiveOn() }
        }
        if held == nil, let end = heldEnd {
            heldEnd = nil
            context.fireUserInboundEventTriggered(end)
        }
    }

    private static let requestsInATurn = 4

    private func nextPiece() -> ByteBuffer? {
        guard var bytes = held, bytes.readableBytes > 0 else {
            held = nil
            return nil
        }
        held = nil
        let piece = bytes.readSlice(length: min(bytes.readableBytes, connection.bytesTakenAtOnce))
        held = bytes.readableBytes > 0 ? bytes : nil
        return piece
    }
}

extension ByteBuffer {
    /// Whether it has a Content-Length that is a decimal number, but too large for the parser.
    var announcesTooMuch: Bool {
        String(buffer: self).split(separator: "\r\n").contains { line in
            let field = line.split(separator: ":", maxSplits: 1)
            return field.count == 2 && field[0].lowercased() == "content-length"
                && field[1].drop(while: \.isWhitespace).allSatisfy { ("0"..."9").contains($0) }
        }
    }
}
