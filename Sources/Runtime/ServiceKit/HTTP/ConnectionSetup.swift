import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// What Hummingbird's server does with each accepted connection.
struct ConnectionSetup: ServerChildChannel {
    typealias Value = NIOAsyncChannel<IncomingRequest, OutgoingAnswer>

    let responder: Responder
    /// Nil where the listener speaks plain HTTP.
    let tls: TLSKeeper?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let connection = HTTPConnection(responder: responder)
            // In this order a connection keeps one small buffer, whatever it has received.
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            try channel.syncOptions?.setOption(.recvAllocator, value: ReceiveBuffers())
            var decoding = NIOHTTPDecoderLimitConfiguration()
            decoding.maxHeaderFieldSize = responder.limits.headerBlock
            decoding.maxHeaderListSize = responder.limits.headerBlock
            let pipeline = channel.pipeline.syncOperations
            if let tls {
                try pipeline.addHandlers(
                    NIOSSLServerHandler(context: tls.context),
                    HandshakeWatch(limit: responder.limits.handshake, keeper: tls)
                )
            }
            try pipeline.addHandlers(
                FirstByteWatch(connection: connection),
                ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoding)),
                connection
            )
            // One request is worked on at a time; a second may already be read.
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel,
                configuration: .init(backPressureStrategy: .init(lowWatermark: 1, highWatermark: 1))
            )
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopTasks(value.channel.eventLoop)) {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.answerRequests(of: value) }
                // A handler whose client is gone, or which is overdue, is cancelled.
                try? await value.channel.closeFuture.get()
                group.cancelAll()
            }
        }
    }

    private func answerRequests(of connection: Value) async {
        // What is thrown here says that the peer went away: nobody is left to be told.
        try? await connection.executeThenClose { requests, answers in
            for try await request in requests {
                try await answers.write(await responder.answer(request))
            }
            try await connection.channel.closeFuture.get()
        }
    }
}
