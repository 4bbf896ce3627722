import Dispatch
import Glibc
import Synchronization

/// A connection to this machine that sends exactly the bytes it is given and returns exactly the bytes it gets.
///
/// Each call blocks a thread of its own, never one of the few that Swift's tasks share.
package final class RawHTTP: Sendable {
    package enum RawHTTPError: Error, Hashable {
        case cannotConnect(errno: Int32)
        case cannotSend(errno: Int32)
        /// The other side closed before an answer was complete.
        case closed(received: Int)
        /// Nothing came for the given time.
        case silence
        case notHTTP
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "RawHTTP")
    private let received = Mutex<[UInt8]>([])

    /// - Parameter patience: Whole seconds to wait for bytes before `silence` is thrown.
    package init(port: Int, patience: Int = 120) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        var timeout = timeval(tv_sec: patience, tv_usec: 0)
        var one: Int32 = 1
        // SAFETY: the pointers live only for the calls, and the lengths are those of the values pointed to.
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, length) }
        }
        guard result == 0 else {
            let reason = errno
            close(descriptor)
            throw RawHTTPError.cannotConnect(errno: reason)
        }
    }

    deinit {
        close(descriptor)
    }

    package func send(_ text: String) async throws {
        try await send(Array(text.utf8))
    }

    package func send(_ bytes: [UInt8]) async throws {
        try await onQueue { [descriptor] in
            var rest = bytes[...]
            while !rest.isEmpty {
                // SAFETY: the buffer is valid for the call and the count is its own.
                let sent = unsafe rest.withUnsafeBytes {
                    unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard sent > 0 else {
                    throw RawHTTPError.cannotSend(errno: errno)
                }
                rest = rest.dropFirst(sent)
            }
        }
    }

    /// Tells the server that nothing more will be sent.
    package func finishSending() async throws {
        try await onQueue { [descriptor] in
            _ = shutdown(descriptor, Int32(SHUT_WR))
        }
    }

    /// The next answer; an interim answer (1xx) counts as one.
    package func answer(hasBody: Bool = true) async throws -> RawAnswer {
        try await onQueue { [self] in
            while true {
                let bytes = received.withLock { $0 }
                if let answer = RawAnswer(bytes, hasBody: hasBody) {
                    received.withLock { $0.removeFirst(answer.wireSize) }
                    return answer
                }
                guard try receiveMore() else {
                    throw RawHTTPError.closed(received: bytes.count)
                }
            }
        }
    }

    /// Everything up to the end of the connection.
    package func rest() async throws -> [UInt8] {
        try await onQueue { [self] in
            while try receiveMore() {}
            return received.withLock { bytes in
                defer { bytes = [] }
                return bytes
            }
        }
    }

    /// Sends `request` on a connection of its own and returns its answer.
    package static func exchange(port: Int, _ request: String, hasBody: Bool = true) async throws -> RawAnswer {
        let connection = try RawHTTP(port: port)
        try await connection.send(request)
        return try await connection.answer(hasBody: hasBody)
    }

    /// False at the end of the connection.
    private func receiveMore() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        // SAFETY: the buffer is valid for the call and the count is its own.
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else {
            if errno == EAGAIN {
                throw RawHTTPError.silence
            }
            throw RawHTTPError.closed(received: received.withLock { $0.count })
        }
        received.withLock { $0 += buffer[..<count] }
        return count > 0
    }

    private func onQueue<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(with: Swift.Result { try work() })
            }
        }
    }
}
