package import NIOCore
import NIOPosix
import SystemPackage

/// A socket that accepts connections.
package struct ListeningSocket: Sendable {
    package let port: Int
    private let channel: any Channel
    private let connections: AcceptedConnections

    /// Begins to accept connections.
    ///
    /// - Parameters:
    ///   - limit: while so many connections are open, no others are accepted.
    ///   - setUp: adds the handlers of a connection.
    /// - Throws: `HostError.cannotListen` with the reason.
    package init(
        at address: ListenAddress,
        limit: Int = .max,
        setUp: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws {
        let connections = AcceptedConnections(limit: limit)
        do {
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.backlog, value: Self.backlog)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        Self.boundSystemBuffers(of: channel)
                        try channel.pipeline.syncOperations.addHandler(connections)
                    }
                }
                .childChannelInitializer(setUp)
                .bind(host: address.host, port: address.port).get()
        } catch let error as IOError {
            throw HostError.cannotListen(address, reason: Errno(rawValue: error.errnoCode).description)
        } catch let error as SocketAddressError {
            throw HostError.cannotListen(address, reason: "\(error)")
        }
        port = channel.localAddress?.port ?? address.port
        self.connections = connections
    }

    /// Returns when the socket and all of its connections have closed. Cancellation closes them.
    package func serve() async {
        await withTaskCancellationHandler {
            try? await channel.closeFuture.get()
            await connections.haveClosed()
        } onCancel: {
            close()
            channel.closeFuture.whenComplete { _ in connections.close() }
        }
    }

    /// Ends the accepting, and asks the open connections to end.
    package func close() {
        channel.close(promise: nil)
    }

    /// Makes it possible to close the socket a ``pause`` later without the loss of a connection.
    ///
    /// When a socket closes, the system resets the connections that the process has not accepted yet. Their clients may
    /// have sent a request by then, and cannot know whether it was carried out. A filter of the system therefore drops
    /// the first packet of new connections for a moment. All that began before are accepted meanwhile. A client that
    /// connects in this moment tries again after a second, as TCP says, and is then refused. A balancer then asks
    /// another process.
    ///
    /// - Returns: false if the system has no such filter, or allows it to root alone. Connections can then be reset
    ///   when the socket closes.
    package func refuseNewcomers() async -> Bool {
        guard let options = channel as? any SocketOptionProvider else {
            return false
        }
        // The value has the layout of Linux' sock_fprog.
        let attached = options.unsafeSetSocketOption(
            level: .socket,
            name: .init(rawValue: NewcomerFilter.option),
            value: NewcomerFilter.program
        )
        do {
            try await attached.get()
            return true
        } catch {
            return false
        }
    }

    /// Long enough for a handshake with a balancer, and shorter than the second after which TCP tries again.
    static let pause = Duration.milliseconds(250)

    /// Connections inherit two limits from the listening socket: the bytes that the system receives before they are
    /// read, and the unsent bytes below which it asks for more. So a slow reader's progress is seen as it happens.
    private static func boundSystemBuffers(of channel: any Channel) {
        try? channel.syncOptions?.setOption(.socketOption(.so_rcvbuf), value: receiveBuffer)
        try? channel.syncOptions?.setOption(.tcpOption(.init(rawValue: tcpNotSentLowAt)), value: unsentBytes)
    }

    /// The maximum number of connections that wait to be accepted. The system's own limit may be lower.
    private static let backlog: Int32 = 4096
    /// Bytes; Linux doubles them for its own bookkeeping.
    private static let receiveBuffer: SocketOptionValue = 128 << 10
    /// TCP_NOTSENT_LOWAT of Linux (tcp(7)), which the C library's module does not name.
    private static let tcpNotSentLowAt: CInt = 25
    private static let unsentBytes: SocketOptionValue = 128 << 10
}

/// Four instructions of the system's packet filter, which drop TCP packets with the flag SYN (Linux,
/// `networking/filter.rst`).
private enum NewcomerFilter {
    /// SO_ATTACH_FILTER of Linux (socket(7)), which the C library's module does not name.
    static let option: CInt = 26

    /// `struct sock_filter`.
    private struct Instruction {
        let code: UInt16
        let jumpIfTrue: UInt8
        let jumpIfFalse: UInt8
        let operand: UInt32
    }

    /// `struct sock_fprog`.
    // SAFETY: nobody writes to the instructions after they are made, and nobody frees them.
    @safe struct Program: @unchecked Sendable {
        let count: UInt16
        let instructions: UnsafeMutableRawPointer
    }

    private static let dropSYN = [
        // Load the byte of the flags from the TCP header.
        Instruction(code: 0x30, jumpIfTrue: 0, jumpIfFalse: 0, operand: 13),
        // If it has SYN, go on; otherwise skip one.
        Instruction(code: 0x45, jumpIfTrue: 0, jumpIfFalse: 1, operand: 0x02),
        // Drop the packet.
        Instruction(code: 0x06, jumpIfTrue: 0, jumpIfFalse: 0, operand: 0),
        // Keep all of it.
        Instruction(code: 0x06, jumpIfTrue: 0, jumpIfFalse: 0, operand: .max),
    ]

    /// 32 bytes that stay for the life of the process.
    static let program: Program = {
        // SAFETY: as many instructions are initialised as there is memory for.
        let memory = UnsafeMutablePointer<Instruction>.allocate(capacity: dropSYN.count)
        for (place, instruction) in dropSYN.enumerated() {
            unsafe (memory + place).initialize(to: instruction)
        }
        return unsafe Program(count: UInt16(dropSYN.count), instructions: UnsafeMutableRawPointer(memory))
    }()
}
