import NIOCore

/// Writes one answer at a time and knows whether its bytes are leaving.
final class AnswerWriter {
    /// The last known time at which bytes left.
    private(set) var progressSince = NIODeadline.now()
    /// The bytes that were written but that the system had not taken at the last check.
    private var bufferedBytes = 0
    /// The rest of a long body.
    private var unwritten: ByteBuffer?

    /// Writes `answer`, and calls `done` when all its bytes have left.
    func write(_ answer: OutgoingAnswer, context: ChannelHandlerContext, done: @escaping () -> Void) {
        progressSince = .now()
        guard let body = answer.separateBody else {
            return write(answer.bytes, context: context, done: done)
        }
        unwritten = body
        context.write(NIOAny(answer.bytes), promise: nil)
        writeNextPiece(context: context, done: done)
    }

    /// Drops all bytes that are not written yet.
    func discard() {
        unwritten = nil
    }

    /// Whether a client that reads slowly has taken any bytes since the last check.
    func bytesHaveLeft(context: ChannelHandlerContext) -> Bool {
        let before = bufferedBytes
        bufferedBytes = Self.bufferedBytes(context)
        progressSince = .now()
        return bufferedBytes < before
    }

    /// A long body is written in pieces, because TLS keeps a copy of all bytes that were written and have not left.
    private static let pieceSize = 128 << 10

    private func writeNextPiece(context: ChannelHandlerContext, done: @escaping () -> Void) {
        guard let length = unwritten.map({ min($0.readableBytes, Self.pieceSize) }), length > 0,
            let piece = unwritten?.readSlice(length: length)
        else {
            unwritten = nil
            return done()
        }
        write(piece, context: context, done: done)
    }

    private func write(_ bytes: ByteBuffer, context: ChannelHandlerContext, done: @escaping () -> Void) {
        let written = context.eventLoop.makePromise(of: Void.self)
        var hasLeft = false
        written.futureResult.assumeIsolated().whenSuccess {
            hasLeft = true
            self.progressSince = .now()
            self.writeNextPiece(context: context, done: done)
        }
        context.writeAndFlush(NIOAny(bytes), promise: written)
        if !hasLeft {
            bufferedBytes = Self.bufferedBytes(context)
        }
    }

    private static func bufferedBytes(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
