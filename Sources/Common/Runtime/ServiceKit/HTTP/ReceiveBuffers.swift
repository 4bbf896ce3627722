import NIOCore

/// Buffers for received bytes: a small one that a connection keeps, and big ones that it gives back after reading.
///
/// NIO's own allocator keeps up to four buffers of 64 KiB for each connection that ever received a long body, even
/// while it is idle. With one read at a time (`maxMessagesPerRead`) only the first buffer is kept, and that one is
/// small.
struct ReceiveBuffers: RecvByteBufferAllocator {
    private var nextSize = Self.small

    func buffer(allocator: ByteBufferAllocator) -> ByteBuffer {
        allocator.buffer(capacity: nextSize)
    }

    /// After a read that filled its buffer, more bytes are waiting. The result is always true, because after false NIO
    /// uses the last buffer again.
    mutating func record(actualReadBytes: Int) -> Bool {
        nextSize = actualReadBytes >= nextSize ? Self.big : Self.small
        return true
    }

    /// Nil keeps NIO from pooling.
    func nextBufferSize() -> Int? { nil }

    private static let small = 1024
    private static let big = 64 << 10
}
