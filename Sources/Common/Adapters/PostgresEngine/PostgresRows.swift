import SQLEngine

/// Rows in the binary form of COPY (PostgreSQL 15, "COPY", Binary Format).
struct PostgresRows {
    private let rows: [[SQLValue]]

    init(_ rows: [[SQLValue]]) {
        self.rows = rows
    }

    /// The signature, no flags and no extension.
    private static let header = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)
    /// A row with -1 columns is the end.
    private static let trailer: [UInt8] = [0xFF, 0xFF]
    /// Bytes after which a part is passed on.
    private static let partSize = 1 << 16

    /// Passes the bytes on in parts.
    func forEachPart<Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        var part = Self.header
        for row in rows {
            Self.append(UInt16(truncatingIfNeeded: row.count), to: &part)
            for value in row {
                let start = part.count
                Self.append(Self.lengthOfNull, to: &part)
                if let length = PostgresParameters.append(value, to: &part) {
                    // SAFETY: the bytes are copied during the call.
                    unsafe withUnsafeBytes(of: length.bigEndian) { length in
                        unsafe part.replaceSubrange(start..<start + length.count, with: length)
                    }
                }
            }
            if part.count >= Self.partSize {
                try body(part)
                part.removeAll(keepingCapacity: true)
            }
        }
        try body(part + Self.trailer)
    }

    private static let lengthOfNull: Int32 = -1

    private static func append(_ number: some FixedWidthInteger, to part: inout [UInt8]) {
        // SAFETY: the bytes are copied during the call.
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe part.append(contentsOf: $0) }
    }
}
