import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server that records every received byte, always sends the same answer, and then closes.
struct ByteServer: Sendable {
    /// `127.0.0.1` and the port.
    let authority: String
    private let received = Received()
    private let channel: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>

    /// - Parameter tls: nil for plain TCP.
    init(tls: NIOSSLContext? = nil) async throws {
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
        authority = "127.0.0.1:\(channel.channel.localAddress?.port ?? 0)"
    }

    /// Runs `body` while the server sends `answer`, and returns the received bytes and the result.
    func bytesReceived<Result: Sendable>(
        answering answer: String,
        during body: @escaping @Sendable () async throws -> Result
    ) async throws -> ([UInt8], Result) {
        let result = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serve(answer) }
            defer { group.cancelAll() }
            return try await body()
        }
        return (received.bytes, result)
    }

    private func serve(_ answer: String) async throws {
        try await channel.executeThenClose { connections in
            for try await connection in connections {
                try await connection.executeThenClose { inbound, outbound in
                    for try await buffer in inbound {
                        received.append(Array(buffer: buffer))
                        if received.isWholeRequest {
                            break
                        }
                    }
                    try await outbound.write(ByteBuffer(string: answer))
                }
            }
        }
    }

    private final class Received: Sendable {
        private let storage = Mutex<[UInt8]>([])

        var bytes: [UInt8] { storage.withLock { $0 } }

        func append(_ more: [UInt8]) { storage.withLock { $0 += more } }

        /// Whether the head is complete, and the body as long as the head says.
        var isWholeRequest: Bool {
            let text = String(decoding: bytes, as: UTF8.self)
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                return false
            }
            let length = parts[0].split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
                .flatMap { Int($0.dropFirst("Content-Length: ".count)) }
            return parts[1].utf8.count >= length ?? 0
        }
    }
}
