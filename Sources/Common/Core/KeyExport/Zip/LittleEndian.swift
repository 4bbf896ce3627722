extension Array<UInt8> {
    /// The 16 bits at `offset`, or nil if the array ends before them.
    func littleEndian16(at offset: Int) -> UInt16? {
        guard offset >= 0, offset <= count - 2 else {
            return nil
        }
        return UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    /// The 32 bits at `offset`, or nil if the array ends before them.
    func littleEndian32(at offset: Int) -> UInt32? {
        guard let low = littleEndian16(at: offset), let high = littleEndian16(at: offset + 2) else {
            return nil
        }
        return UInt32(low) | UInt32(high) << 16
    }

    mutating func append(littleEndian value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
