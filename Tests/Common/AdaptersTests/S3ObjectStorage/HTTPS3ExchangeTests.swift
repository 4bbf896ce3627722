import HTTPTransport
import NIOCore
import NIOPosix
import Testing
import WireFormat

@testable import S3ObjectStorage

@Suite("Requests over HTTP", .timeLimit(.minutes(5)))
struct HTTPS3ExchangeTests {
    /// The failure of a request to a server that does with a new connection what `accept` says.
    private func failure(
        maxSize: Int = 100,
        timeout: Duration,
        accept: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> S3Failure? {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer(accept)
            .bind(host: "127.0.0.1", port: 0)
            .get()
        let url = try #require(ServerURL("http://127.0.0.1:\(server.localAddress?.port ?? 0)"))
        let exchange = HTTPS3Exchange(server: url, trust: .system, timeout: timeout)
        let request = SignedS3Request(method: .get, target: "/bucket", headers: [("host", url.authority)], body: [])
        var found: S3Failure?
        do throws(S3Failure) {
            _ = try await exchange.answer(to: request, maxSize: maxSize)
        } catch {
            found = error
        }
        try await server.close()
        return found
    }

    /// Answers a request, and leaves the connection open.
    private final class Answer: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let text: String

        init(_ text: String) { self.text = text }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }
    }

    private static func answer(_ text: String) -> @Sendable (any Channel) -> EventLoopFuture<Void> {
        { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Answer(text)) }
        }
    }

    // Half of the time is for the connection, so it must be enough for a slow machine.
    @Test("end at a server that says nothing, or not all")
    func silence() async throws {
        let silent = try await failure(timeout: .seconds(2)) { $0.eventLoop.makeSucceededVoidFuture() }
        #expect(silent == .timeout)
        let half = "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf"
        #expect(try await failure(timeout: .seconds(2), accept: Self.answer(half)) == .timeout)
    }

    @Test("take no answer beyond the maximum size")
    func sizes() async throws {
        let text = { (count: Int) in
            "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n" + String(repeating: "a", count: count)
        }
        #expect(try await failure(timeout: .seconds(60), accept: Self.answer(text(100))) == nil)
        let larger = Self.answer(text(101))
        #expect(try await failure(timeout: .seconds(60), accept: larger) == .tooLarge(limit: 100))
    }

    @Test("tell that nobody listens")
    func nobody() async throws {
        let url = try #require(ServerURL("http://127.0.0.1:1"))
        let exchange = HTTPS3Exchange(server: url, trust: .system, timeout: .seconds(60))
        let request = SignedS3Request(method: .get, target: "/bucket", headers: [], body: [])
        await #expect(throws: S3Failure.unreachable) { _ = try await exchange.answer(to: request, maxSize: 1) }
    }
}
