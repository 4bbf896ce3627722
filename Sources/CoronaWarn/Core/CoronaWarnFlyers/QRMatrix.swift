import CQREncode

/// The squares of a QR code (ISO/IEC 18004) of error correction level M, without its quiet zone.
struct QRMatrix: Equatable, Sendable {
    /// Squares on each side.
    let size: Int
    /// Row by row from the top; true is dark.
    private let squares: [Bool]

    /// The smallest code that holds `text`; nil if none does.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        // SAFETY: the library reads `count` bytes that live for the call, and returns a code that it made or null.
        let code = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe QRcode_encodeData(Int32(bytes.count), bytes.baseAddress, 0, QR_ECLEVEL_M)
        }
        guard let code = unsafe code else {
            return nil
        }
        defer {
            // SAFETY: the code is freed once, and nothing refers to it afterwards.
            unsafe QRcode_free(code)
        }
        let width = Int(unsafe code.pointee.width)
        size = width
        // SAFETY: the library's code has `width` times `width` bytes. The lowest bit of each says whether it is dark.
        squares = (0..<(width * width)).map { unsafe code.pointee.data[$0] & 1 == 1 }
    }

    /// The longest stretches of dark squares in rows.
    var runs: [Run] {
        (0..<size).flatMap { row in
            var runs: [Run] = []
            for column in 0..<size where squares[row * size + column] {
                if let last = runs.last, last.column + last.length == column {
                    runs[runs.count - 1].length += 1
                } else {
                    runs.append(Run(row: row, column: column, length: 1))
                }
            }
            return runs
        }
    }

    /// The dark squares as an area (SVG, 9.3), one unit for a square.
    var path: String { runs.map { "M\($0.column) \($0.row)h\($0.length)v1h-\($0.length)z" }.joined() }

    /// Dark squares side by side.
    struct Run: Equatable, Sendable {
        let row: Int
        let column: Int
        var length: Int
    }
}
