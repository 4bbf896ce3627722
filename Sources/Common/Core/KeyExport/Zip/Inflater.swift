import CZlib

/// Expands one raw deflate stream (RFC 1951) in blocks. The caller keeps the compressed bytes.
@safe
final class Inflater {
    // zlib keeps the address of the stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private(set) var isFinished = false

    init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let result = unsafe avviso_inflate_init(stream, -MAX_WBITS)
        precondition(result == Z_OK, "zlib could not start: out of memory or another version (\(result))")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Expands the beginning of `input` to at most `capacity` bytes; nil if the stream is corrupt.
    func next(from input: ArraySlice<UInt8>, capacity: Int) -> (output: [UInt8], consumed: Int)? {
        var result = Z_OK
        var consumed = 0
        let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            // SAFETY: zlib reads at most avail_in bytes of the input, which outlives the call, and writes at most
            // avail_out bytes of the buffer. It keeps neither pointer: every call sets both again.
            unsafe input.withUnsafeBufferPointer { source in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(clamping: source.count)
                unsafe stream.pointee.next_out = buffer.baseAddress
                unsafe stream.pointee.avail_out = UInt32(clamping: capacity)
                result = unsafe inflate(stream, Z_NO_FLUSH)
                consumed = source.count - Int(unsafe stream.pointee.avail_in)
                count = capacity - Int(unsafe stream.pointee.avail_out)
            }
        }
        isFinished = result == Z_STREAM_END
        // Z_BUF_ERROR only means that no more progress was possible with this input and buffer.
        return [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result) ? (output, consumed) : nil
    }
}
