import CAllocator

/// The settings of the C library's allocator for memory that a server frees.
enum Allocator {
    /// Keeps the memory of short-lived buffers instead of returning it to the system and requesting it again with each
    /// request: clearing those pages costs as much as reading a body of a hundred kilobytes.
    static func keepBuffers() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, mappedFrom)
            mallopt(M_TRIM_THRESHOLD, kept)
            mallopt(M_TOP_PAD, grownBy)
        #endif
    }

    /// Buffers of at least this size, in bytes, are still mapped and unmapped by themselves: 1 MiB.
    private static let mappedFrom: Int32 = 1 << 20
    /// Free bytes that an arena keeps: 64 MiB.
    private static let kept: Int32 = 64 << 20
    /// Bytes by which an arena grows: 1 MiB.
    private static let grownBy: Int32 = 1 << 20
}
