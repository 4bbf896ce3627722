import NIOCore
import Synchronization

/// The body of a request. Its memory grows with the bytes that arrive, not with the announced length, and counts
/// towards the budget of all bodies.
///
/// The memory is released as soon as the handler is done, because an answer may wait for its release. A hundred
/// thousand waiting answers must not keep a hundred kilobytes each.
final class RequestBody: Sendable {
    private struct Content {
        var bytes: [UInt8] = []
        /// Bytes of the budget, the capacity of `bytes`.
        var reserved = 0
    }

    private let content = Mutex(Content())
    private let memory: BodyMemory

    init(memory: BodyMemory) {
        self.memory = memory
    }

    deinit {
        release()
    }

    var bytes: [UInt8] { content.withLock { $0.bytes } }

    /// Bytes of the budget that the body holds.
    var reservedBytes: Int { content.withLock { $0.reserved } }

    /// Adds received bytes; false if the budget has no room for them.
    ///
    /// - Parameter announced: the number of bytes of the whole body, if the client said so.
    func append(_ part: ByteBuffer, announced: Int?) -> Bool {
        content.withLock { content in
            guard grow(&content, by: part.readableBytes, announced: announced) else {
                return false
            }
            content.bytes.append(contentsOf: part.readableBytesView)
            return true
        }
    }

    /// Releases the bytes. The body is empty from now on.
    func release() {
        content.withLock { content in
            guard content.reserved > 0 else {
                return
            }
            memory.release(content.reserved)
            memory.giveArray(content.bytes)
            content = Content()
        }
    }

    private func grow(_ content: inout Content, by count: Int, announced: Int?) -> Bool {
        let needed = content.bytes.count + count
        guard needed > content.bytes.capacity else {
            return true
        }
        let doubled = max(2 * content.bytes.capacity, Self.minCapacity)
        let capacity = max(needed, min(doubled, announced ?? doubled))
        guard memory.reserve(capacity - content.reserved) else {
            return false
        }
        var larger = memory.takeArray(capacity: capacity)
        larger.append(contentsOf: content.bytes)
        memory.giveArray(content.bytes)
        content.bytes = larger
        // A reused array may be longer than requested.
        content.reserved = larger.capacity
        memory.release(capacity - larger.capacity)
        return true
    }

    private static let minCapacity = 4096
}
