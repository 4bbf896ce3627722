import CZlib

/// The CRC-32 of the zip format, computed in steps.
struct Checksum {
    private(set) var value: UInt32 = 0

    mutating func update(with bytes: [UInt8]) {
        // SAFETY: zlib reads `count` bytes of an array that outlives the call.
        value = unsafe bytes.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: unsafe crc32_z(UInt(value), buffer.baseAddress, buffer.count))
        }
    }
}
