import CZlib

/// The functions of zlib for writing zip files, on systems without libdeflate.
enum Zlib {
    static func compress(_ input: [UInt8]) -> [UInt8] {
        var stream = unsafe z_stream()
        let started = unsafe avviso_deflate_init(&stream, level, -MAX_WBITS)
        precondition(started == Z_OK, "zlib could not start: out of memory or another version (\(started))")
        defer {
            unsafe deflateEnd(&stream)
        }
        // The counts of zlib's stream are 32 bits wide; an export is far shorter.
        let (length, capacity) = unsafe (UInt32(input.count), Int(deflateBound(&stream, UInt(input.count))))
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            // SAFETY: both buffers outlive the call, which reads `length` bytes and writes `capacity` at most.
            unsafe input.withUnsafeBufferPointer { source in
                unsafe stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                unsafe stream.avail_in = length
                unsafe stream.next_out = buffer.baseAddress
                unsafe stream.avail_out = UInt32(capacity)
                let result = unsafe deflate(&stream, Z_FINISH)
                precondition(result == Z_STREAM_END, "the bound promised enough room")
                count = capacity - Int(unsafe stream.avail_out)
            }
        }
    }

    /// Extends the CRC-32 `value` by `bytes`.
    static func crc32(_ value: UInt32, _ bytes: [UInt8]) -> UInt32 {
        // SAFETY: zlib reads `count` bytes of an array that outlives the call.
        unsafe bytes.withUnsafeBufferPointer { buffer in
            UInt32(unsafe crc32_z(UInt(value), buffer.baseAddress, buffer.count))
        }
    }

    private static let level: Int32 = 6
}
