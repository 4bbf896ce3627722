import CDeflate

/// Compresses bytes to one raw deflate stream (RFC 1951).
enum Deflater {
    static func compress(_ input: [UInt8]) -> [UInt8] {
        guard let compressor = unsafe libdeflate_alloc_compressor(level) else {
            preconditionFailure("libdeflate could not start: out of memory")
        }
        defer {
            unsafe libdeflate_free_compressor(compressor)
        }
        let capacity = unsafe libdeflate_deflate_compress_bound(compressor, input.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            // SAFETY: both buffers outlive the call, which reads `input.count` bytes and writes `capacity` at most.
            count = unsafe input.withUnsafeBytes { source in
                unsafe libdeflate_deflate_compress(
                    compressor,
                    source.baseAddress,
                    source.count,
                    buffer.baseAddress,
                    capacity
                )
            }
            precondition(count > 0, "the bound promised enough room")
        }
    }

    /// Lower levels lose a byte a key, higher ones win a hundredth of one and take twice the time (decision 0014).
    private static let level: Int32 = 6
}
