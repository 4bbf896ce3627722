import NIOCore

/// Buffers for what a connection receives: a small one that it keeps, and big ones that it gives back once they are read.
///
/// NIO's own allocator keeps up to four of 64 KiB for each connection that ever received a long body, waiting or not. With
/// one read at a time (`maxMessagesPerRead`) only the first buffer is kept, and that is small.
struct ReceiveBuffers: RecvByteBufferAllocator {
    private var nextSize = Self.small

    func buffer(allocator: ByteBufferAllocator) -> ByteBuffer {
        allocator.buffer(capacity: nextSize)
    }

    /// A read that filled its buffer has more behind it. Always claims to grow: what claims not to gets the last buffer
    /// again.
    mutating func record(actualReadBytes: Int) -> Bool {
        nextSize = actualReadBytes >= nextSize ? Self.big : Self.small
        return true
    }

    /// Nil keeps NIO from pooling.
    func nextBufferSize() -> Int? { nil }

    private static let small = 1024
    private static let big = 64 << 10
}
