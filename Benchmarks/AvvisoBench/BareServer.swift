import ArgumentParser
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// SwiftNIO by itself: parses each request and writes the same prepared bytes, head and body, which are in memory. It
/// prints its port once it listens.
struct BareServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bare-server")

    @Option(help: "The file of the whole answer: head, empty line and body.")
    var answer: String

    func run() async throws {
        let whole = ByteBuffer(bytes: try Data(contentsOf: URL(filePath: answer)))
        let (head, body) = try Self.parts(of: whole)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 4096)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(HTTPRequestDecoder()),
                        SameAnswer(head: head, body: body)
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
        try await channel.closeFuture.get()
    }

    /// Head and body apart, because servers keep them apart.
    private static func parts(of answer: ByteBuffer) throws -> (head: ByteBuffer, body: ByteBuffer) {
        guard let end = answer.readableBytesView.firstRange(of: "\r\n\r\n".utf8)?.upperBound,
            let head = answer.getSlice(at: 0, length: end),
            let body = answer.getSlice(at: end, length: answer.writerIndex - end)
        else {
            throw ValidationError("The file is no HTTP answer.")
        }
        return (head, body)
    }
}

/// Writes the answer after the end of each request.
private final class SameAnswer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let head: ByteBuffer
    private let body: ByteBuffer

    init(head: ByteBuffer, body: ByteBuffer) {
        self.head = head
        self.body = body
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else {
            return
        }
        context.write(wrapOutboundOut(head), promise: nil)
        context.writeAndFlush(wrapOutboundOut(body), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
