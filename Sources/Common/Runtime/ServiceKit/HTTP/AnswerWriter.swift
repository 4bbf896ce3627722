import NIOCore

/// Writes one answer at a time and knows whether its bytes leave.
final class AnswerWriter {
    /// When bytes last left, as far as is known.
    private(set) var progressSince = NIODeadline.now()
    /// Bytes that were written and that the system had not taken when that was last looked at.
    private var bufferedBytes = 0
    /// What is left of a long body.
    private var unwritten: ByteBuffer?

    /// Writes `answer`, and calls `done` when all of it has left.
    func write(_ answer: OutgoingAnswer, context: ChannelHandlerContext, done: @escaping () -> Void) {
        progressSince = .now()
        guard let body = answer.separateBody else {
            return write(answer.bytes, context: context, done: done)
        }
        unwritten = body
        context.write(NIOAny(answer.bytes), promise: nil)
        writeNextPiece(context: context, done: done)
    }

    /// Forgets what is not written yet.
    func discard() {
        unwritten = nil
    }

    /// Whether a client that reads slowly has taken anything since the last look.
    func bytesHaveLeft(context: ChannelHandlerContext) -> Bool {
        let before = bufferedBytes
        bufferedBytes = Self.bufferedBytes(context)
        progressSince = .now()
        return bufferedBytes < before
    }

    /// A long body goes out in pieces, since TLS keeps a copy of all that was written and has not left.
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
