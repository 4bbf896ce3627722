/// The CRC-32 of the zip format, computed in steps.
struct Checksum {
    private(set) var value: UInt32 = 0

    mutating func update(with bytes: [UInt8]) {
        // An empty array may have no address, which both libraries take for the wish to start anew.
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
