import Foundation
import SQLEngine

/// Rows in the binary form of COPY (PostgreSQL 15, "COPY", Binary Format).
struct PostgresRows {
    private let rows: [[SQLValue]]

    init(_ rows: [[SQLValue]]) {
        self.rows = rows
    }

    /// The signature, no flags and no extension.
    private static let header = Data("PGCOPY\n".utf8) + Data([0xFF, 0x0D, 0x0A, 0x00]) + Data(count: 8)
    /// A row with -1 columns is the end.
    private static let trailer = Data([0xFF, 0xFF])
    /// Bytes after which a part is passed on.
    private static let partSize = 1 << 16

    /// Passes the bytes on in parts.
    func forEachPart<Failure: Error>(_ body: (Data) throws(Failure) -> Void) throws(Failure) {
        var part = Self.header
        for row in rows {
            Self.append(UInt16(truncatingIfNeeded: row.count), to: &part)
            for value in row {
                let bytes = PostgresParameters.bytes(value)
                Self.append(UInt32(bitPattern: bytes.map { Int32(clamping: $0.count) } ?? -1), to: &part)
                part.append(bytes ?? Data())
            }
            if part.count >= Self.partSize {
                try body(part)
                part.removeAll(keepingCapacity: true)
            }
        }
        try body(part + Self.trailer)
    }

    private static func append(_ number: some FixedWidthInteger, to part: inout Data) {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe part.append(contentsOf: $0) }
    }
}
