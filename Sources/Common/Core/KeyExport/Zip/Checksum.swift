/// The CRC-32 of the zip format, computed in steps.
struct Checksum {
    private(set) var value: UInt32 = 0

    mutating func update(with bytes: [UInt8]) {
        // An empty array may have no address. Both libraries then start a new checksum.
        guard !bytes.isEmpty else {
            return
        }
        #if canImport(CDeflate)
            value = Libdeflate.crc32(value, bytes)
        #else
            value = Zlib.crc32(value, bytes)
        #endif
    }
}
