import NIOCore
import NIOHTTP1
import NIOSSL

/// Sets up each connection that a listener accepts.
struct ConnectionSetup {
    let responder: Responder
    /// Nil if the listener speaks plain HTTP.
    let tls: TLSKeeper?

    @Sendable func setUp(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let slot = responder.connections.slot(for: channel)
            let connection = HTTPConnection(responder: responder, slot: slot, eventLoop: channel.eventLoop)
            try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: true)
            // In this order a connection keeps one small buffer, whatever it has received.
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            try channel.syncOptions?.setOption(.recvAllocator, value: ReceiveBuffers())
            var decoding = NIOHTTPDecoderLimitConfiguration()
            decoding.maxHeaderFieldSize = responder.limits.headerBlock
            decoding.maxHeaderListSize = responder.limits.headerBlock
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(ConnectionSlotHandler(slot: slot, table: responder.connections))
            if let tls {
                let handler = NIOSSLServerHandler(context: tls.context)
                try pipeline.addHandlers(
                    handler,
                    HandshakeWatch(limit: responder.limits.handshake, keeper: tls, tls: handler, connection: connection)
                )
            }
            try pipeline.addHandlers(
                connection.gate,
                ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoding)),
                connection
            )
        }
    }
}
