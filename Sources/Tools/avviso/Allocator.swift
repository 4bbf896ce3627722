import CAllocator

/// How the C library's allocator treats memory that a server gives back.
enum Allocator {
    /// Keeps what short-lived buffers give back, instead of returning it to the system and asking for it again with each
    /// request: clearing those pages costs as much as reading a body of a hundred kilobytes.
    static func keepBuffers() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, mappedFrom)
            mallopt(M_TRIM_THRESHOLD, kept)
            mallopt(M_TOP_PAD, grownBy)
        #endif
    }

    /// Buffers from this size on, in bytes, are still mapped and unmapped by themselves: 1 MiB.
    private static let mappedFrom: Int32 = 1 << 20
    /// Free bytes that an arena keeps: 64 MiB.
    private static let kept: Int32 = 64 << 20
    /// Bytes by which an arena grows: 1 MiB.
    private static let grownBy: Int32 = 1 << 20
}
