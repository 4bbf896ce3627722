import NIOCore
import NIOEmbedded
import Testing

@testable import ServiceKit

@Suite("Accepted connections")
struct AcceptedConnectionsTests {
    /// Counts the reads that reach the socket.
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = Never
        var count = 0

        func read(context: ChannelHandlerContext) { count += 1 }
    }

    private let reads = ReadCounter()
    private let socket: EmbeddedChannel

    init() throws {
        socket = EmbeddedChannel()
        try socket.pipeline.syncOperations.addHandlers(reads, AcceptedConnections(limit: 2))
    }

    private func accept() -> EmbeddedChannel {
        let connection = EmbeddedChannel()
        socket.pipeline.syncOperations.fireChannelRead(NIOAny(connection))
        return connection
    }

    private func close(_ connection: EmbeddedChannel) throws {
        try connection.close().wait()
        connection.embeddedEventLoop.run()
    }

    @Test("at the limit none is accepted until one has closed")
    func limit() throws {
        let first = accept()
        socket.read()
        #expect(reads.count == 1)
        let second = accept()
        // The system may hand over several at once.
        let third = accept()
        socket.read()
        #expect(reads.count == 1)
        try close(first)
        #expect(reads.count == 1)
        try close(second)
        #expect(reads.count == 2)
        try close(third)
        #expect(reads.count == 2)
    }
}
