import NIOCore
import Synchronization

/// A listening socket that can be closed without the loss of a connection.
///
/// When a socket closes, the system resets the connections that the process has not accepted yet. Their clients may
/// have sent a request by then, and cannot know whether it was carried out. A filter of the system therefore drops the
/// first packet of new connections for a moment. All that began before are accepted meanwhile. A client that connects
/// in this moment tries again after a second, as TCP says, and is then refused. A balancer then asks another process.
final class ListeningSocket: Sendable {
    private let opened = Mutex<(any Channel)?>(nil)

    /// Nil until it listens.
    var channel: (any Channel)? {
        get { opened.withLock { $0 } }
        set { opened.withLock { $0 = newValue } }
    }

    /// Long enough for a handshake with a balancer, and shorter than the second after which TCP tries again.
    static let pause = Duration.milliseconds(250)

    /// False if the system has no such filter. Connections can then be reset when the socket closes.
    func refuseNewcomers() async -> Bool {
        guard let channel, let options = channel as? any SocketOptionProvider else {
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
