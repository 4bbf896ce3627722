import HTTPTransport
import NIOCore
import NIOPosix
import PhonePorts
import Testing
import URLSessionTransport
import WireFormat

/// What a phone expects of each implementation of its transport.
@Suite("A transport", .timeLimit(.minutes(5)))
struct TransportTests {
    @Test("sends the given headers, those that it announces, and no others", arguments: Transport.allCases)
    func bytes(transport: Transport) async throws {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 20_000)
        let request = PhoneRequest(
            host: .upload,
            method: .post,
            target: "/v1/ingestion/upload?a=%20b",
            headers: [
                .init("User-Agent", "Avviso"), .init("Accept-Language", "en"), .init("Content-Length", "20000"),
                .init("Content-Type", "application/json"), .init("Authorization", "Bearer 0123"),
            ],
            body: body
        )
        let (received, added) = try await transport.exchange([request], answer: "HTTP/1.1 204 No Content\r\n\r\n") {
            #expect($0.status == 204 && $0.body.isEmpty)
        }
        #expect(received.count == request.wireSize(adding: added))
        let lines = String(decoding: received.dropLast(body.count), as: UTF8.self).split(separator: "\r\n")
        let expected =
            ["POST /v1/ingestion/upload?a=%20b HTTP/1.1"]
            + (added + request.headers).map { "\($0.name): \($0.value)" }
        #expect(Set(lines.map { $0.lowercased() }) == Set(expected.map { $0.lowercased() }))
        #expect(lines.count == expected.count)
        #expect(received.suffix(body.count) == body[...])
    }

    @Test("returns status, headers and body of the answer", arguments: Transport.allCases)
    func answer(transport: Transport) async throws {
        let answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nETag: \"a\"\r\n\r\n{}"
        _ = try await transport.exchange([Self.get], answer: answer) { response in
            #expect((response.status, response.body) == (404, Array("{}".utf8)))
            #expect(response.headers.contains { $0.name.lowercased() == "etag" && $0.value == "\"a\"" })
        }
    }

    @Test("does not follow a redirect", arguments: Transport.allCases)
    func redirect(transport: Transport) async throws {
        let answer = "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"
        let (received, _) = try await transport.exchange([Self.get], answer: answer) { #expect($0.status == 302) }
        #expect(!String(decoding: received, as: UTF8.self).contains("/other"))
    }

    @Test("keeps no cookie from one request to the next", arguments: Transport.allCases)
    func cookies(transport: Transport) async throws {
        let answer = "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        let (received, _) = try await transport.exchange([Self.get, Self.get], answer: answer) {
            #expect($0.status == 200)
        }
        #expect(!String(decoding: received, as: UTF8.self).lowercased().contains("cookie"))
    }

    @Test("reads a body of exactly the limit of its request, and refuses one byte more", arguments: Transport.allCases)
    func limit(transport: Transport) async throws {
        func answer(_ length: Int) -> String {
            "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n" + String(repeating: "x", count: length)
        }
        _ = try await transport.exchange([Self.get], answer: answer(1000)) { #expect($0.body.count == 1000) }
        await #expect(throws: HTTPExchangeError.answerTooLarge(limit: 1000)) {
            try await transport.exchange([Self.get], answer: answer(1001)) { _ in }
        }
        let file = PhoneRequest(host: .download, method: .get, target: "/v1/keys/1", headers: [])
        _ = try await transport.exchange([file], answer: answer(1001)) { #expect($0.body.count == 1001) }
    }

    @Test("reports a server as unreachable if nothing was sent", arguments: Transport.allCases)
    func unreachable(transport: Transport) async throws {
        // Nothing listens on port 1, which is reserved.
        let url = try #require(ServerURL("http://127.0.0.1:1"))
        await #expect(throws: HTTPExchangeError.unreachable) {
            try await transport.withTransport(to: url) { _ = try await $0.send(Self.get) }
        }
    }

    @Test("sends nothing to a host that has no server", arguments: Transport.allCases)
    func unknownHost(transport: Transport) async throws {
        let url = try #require(ServerURL("http://127.0.0.1:1"))
        let request = PhoneRequest(host: PhoneHost("verification"), method: .get, target: "/", headers: [])
        await #expect(throws: HTTPExchangeError.unreachable) {
            try await transport.withTransport(to: url) { transport in
                #expect(!transport.addedHeaders(to: request.host).contains { $0.name == "Host" })
                _ = try await transport.send(request)
            }
        }
    }

    @Test(
        "reports that a request may have arrived if the connection breaks before or within the answer",
        arguments: Transport.allCases,
        ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"]
    )
    func interrupted(transport: Transport, answer: String) async throws {
        await #expect(throws: HTTPExchangeError.interrupted) {
            try await transport.exchange([Self.get], answer: answer) { _ in }
        }
    }

    @Test("ends when the caller is cancelled", arguments: Transport.allCases)
    func cancellation(transport: Transport) async throws {
        let (silent, url) = try await Self.listen { $0.eventLoop.makeSucceededVoidFuture() }
        for _ in 0..<20 {
            let asking = Task { try await transport.withTransport(to: url) { _ = try await $0.send(Self.get) } }
            asking.cancel()
            await #expect(throws: (any Error).self) { try await asking.value }
        }
        try await silent.close()
    }

    @Test("ends if no answer comes in time", arguments: Transport.allCases)
    func timeout(transport: Transport) async throws {
        let (silent, url) = try await Self.listen { $0.eventLoop.makeSucceededVoidFuture() }
        await #expect(throws: HTTPExchangeError.timeout) {
            try await transport.withTransport(to: url, timeout: 4) { _ = try await $0.send(Self.get) }
        }
        try await silent.close()
    }

    @Test("ends in time although the answer's body comes byte by byte", arguments: Transport.allCases)
    func drip(transport: Transport) async throws {
        let (dripping, url) = try await Self.listen { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(DrippingHandler()) }
        }
        await #expect(throws: HTTPExchangeError.timeout) {
            try await transport.withTransport(to: url, timeout: 4) { _ = try await $0.send(Self.get) }
        }
        try await dripping.close()
    }

    /// A server that does with each connection what `initializer` says.
    private static func listen(
        _ initializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> (server: any Channel, url: ServerURL) {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer(initializer)
            .bind(host: "127.0.0.1", port: 0).get()
        return (server, try #require(ServerURL("http://127.0.0.1:\(server.localAddress?.port ?? 0)")))
    }

    private static let get = PhoneRequest(
        host: .download,
        method: .get,
        target: "/v1/keys/index",
        headers: [.init("User-Agent", "Avviso"), .init("Accept-Language", "en")],
        answerLimit: 1000
    )
}

/// The implementations of the transport.
enum Transport: CaseIterable, Sendable {
    case asyncHTTPClient, urlSession

    func withTransport<Result>(
        to url: ServerURL,
        timeout: Int64 = 120,
        _ body: @Sendable (any PhoneTransport) async throws -> Result
    ) async throws -> Result {
        switch self {
        case .asyncHTTPClient:
            let transport = HTTPPhoneTransport(to: url, timeout: timeout)
            do {
                let result = try await body(transport)
                try await transport.shutDown()
                return result
            } catch {
                try await transport.shutDown()
                throw error
            }
        case .urlSession:
            let servers = PhoneServers(download: url, upload: url, analytics: url)
            return try await body(URLSessionPhoneTransport(to: servers, timeout: timeout))
        }
    }

    /// Sends `requests` to a server that answers each with `answer`. Returns the bytes that the server received, and
    /// the headers that the transport announces.
    @discardableResult
    func exchange(
        _ requests: [PhoneRequest],
        answer: String,
        check: @escaping @Sendable (HTTPAnswer) -> Void
    ) async throws -> ([UInt8], [HTTPHeader]) {
        let server = try await ByteServer()
        let url = try #require(ServerURL("http://\(server.authority)"))
        return try await server.bytesReceived(answering: answer) {
            try await withTransport(to: url) { transport in
                for request in requests {
                    check(try await transport.send(request))
                }
                return transport.addedHeaders(to: .download)
            }
        }
    }
}

/// Answers with a head at once, and then with a byte of the body from time to time.
private final class DrippingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let head = ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(head), promise: nil)
        drip(context)
    }

    private func drip(_ context: ChannelHandlerContext) {
        let loop = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .milliseconds(300)) {
            let (handler, context) = loop.value
            guard context.channel.isActive else {
                return
            }
            context.writeAndFlush(handler.wrapOutboundOut(ByteBuffer(string: "x")), promise: nil)
            handler.drip(context)
        }
    }
}
