import CDeflate

/// The CRC-32 of the zip format, computed in steps.
struct Checksum {
    private(set) var value: UInt32 = 0

    mutating func update(with bytes: [UInt8]) {
        // SAFETY: libdeflate reads `count` bytes of an array that outlives the call. An empty array may have no address,
        // which libdeflate takes for the wish to start anew.
        guard !bytes.isEmpty else {
            return
        }
        value = unsafe bytes.withUnsafeBytes { buffer in
            unsafe libdeflate_crc32(value, buffer.baseAddress, buffer.count)
        }
    }
}
