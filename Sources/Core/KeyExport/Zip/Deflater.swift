import CZlib

/// Compresses bytes to one raw deflate stream (RFC 1951).
enum Deflater {
    static func compress(_ input: [UInt8]) -> [UInt8] {
        // zlib keeps the address of the stream, so it must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let started = unsafe avviso_deflate_init(stream, Z_BEST_COMPRESSION, -MAX_WBITS, MAX_MEM_LEVEL)
        precondition(started == Z_OK, "zlib could not start: out of memory or another version (\(started))")
        defer {
            unsafe deflateEnd(stream)
            unsafe stream.deallocate()
        }
        let capacity = Int(unsafe deflateBound(stream, UInt(input.count)))
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            // SAFETY: both buffers outlive the call; deflateBound promises that one call is enough.
            unsafe input.withUnsafeBufferPointer { source in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(source.count)
                unsafe stream.pointee.next_out = buffer.baseAddress
                unsafe stream.pointee.avail_out = UInt32(capacity)
                let result = unsafe deflate(stream, Z_FINISH)
                precondition(result == Z_STREAM_END, "deflateBound promised enough room")
                count = capacity - Int(unsafe stream.pointee.avail_out)
            }
        }
    }
}
