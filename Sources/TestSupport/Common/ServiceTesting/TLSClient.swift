import NIOCore
import NIOPosix
package import NIOSSL
import Synchronization

/// A TLS connection to this machine that counts the bytes it gets before they are decrypted.
package final class TLSClient: Sendable {
    package enum TLSClientError: Error, Hashable {
        /// The connection ended before an answer was complete.
        case closed(received: Int)
    }

    private let channel: any Channel
    private let wire = WireCounter()
    private let inbox = Inbox()

    /// Connects to `localhost`, whose certificate one of `roots` must have issued. The handshake continues in the
    /// background.
    package init(port: Int, configuration: TLSConfiguration) async throws {
        let context = try NIOSSLContext(configuration: configuration)
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { [wire, inbox] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        wire, try NIOSSLClientHandler(context: context, serverHostname: "localhost"), inbox,
                    ])
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }

    /// The settings of ``init(port:configuration:)``: the authorities that a client trusts, and its own certificate, in
    /// PEM.
    package static func configuration(
        root: String,
        certificate: String? = nil,
        key: [UInt8]? = nil
    ) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(root.utf8)))
        if let certificate, let key {
            configuration.certificateChain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
                .map { .certificate($0) }
            configuration.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: key, format: .pem))
        }
        return configuration
    }

    /// Sends `request` and returns the answer.
    package func exchange(_ request: String) async throws -> RawAnswer {
        try await channel.writeAndFlush(ByteBuffer(string: request))
        while true {
            let (bytes, hasEnded) = inbox.content
            if let answer = RawAnswer(bytes, hasBody: true) {
                inbox.drop(answer.wireSize)
                return answer
            }
            guard !hasEnded else {
                throw TLSClientError.closed(received: bytes.count)
            }
            await inbox.change(from: bytes.count)
        }
    }

    /// The number of bytes received so far, encrypted.
    package var wireBytes: Int { wire.count.load(ordering: .sequentiallyConsistent) }

    /// The negotiated version; nil before the end of the handshake.
    package func version() async throws -> TLSVersion? {
        try await channel.nioSSL_tlsVersion().get()
    }

    package func serverCertificate() async throws -> NIOSSLCertificate? {
        try await channel.nioSSL_peerCertificate().get()
    }

    package func close() async {
        try? await channel.close().get()
    }

    /// Sends one request on a connection of its own.
    package static func exchange(
        port: Int,
        _ request: String,
        configuration: TLSConfiguration
    ) async throws -> RawAnswer {
        let client = try await TLSClient(port: port, configuration: configuration)
        do {
            let answer = try await client.exchange(request)
            await client.close()
            return answer
        } catch {
            await client.close()
            throw error
        }
    }
}

/// Counts the bytes that pass.
private final class WireCounter: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    let count = Atomic(0)

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count.add(unwrapInboundIn(data).readableBytes, ordering: .sequentiallyConsistent)
        context.fireChannelRead(data)
    }
}

/// Keeps the decrypted bytes.
private final class Inbox: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    var content: (bytes: [UInt8], hasEnded: Bool) { state.withLock { ($0.bytes, $0.hasEnded) } }

    func drop(_ count: Int) {
        state.withLock { $0.bytes.removeFirst(count) }
    }

    /// Returns when the number of bytes is not `count` any more, or the connection has ended.
    func change(from count: Int) async {
        await withCheckedContinuation { continuation in
            let hasChanged = state.withLock { state in
                guard state.bytes.count == count, !state.hasEnded else {
                    return true
                }
                state.waiting = continuation
                return false
            }
            if hasChanged {
                continuation.resume()
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        update { $0.bytes += buffer.readableBytesView }
    }

    func channelInactive(context: ChannelHandlerContext) {
        update { $0.hasEnded = true }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        update { $0.hasEnded = true }
        context.close(promise: nil)
    }

    private func update(_ change: (inout sending State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }
}
