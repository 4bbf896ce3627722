public import CoronaWarnAPI

/// The QR code of a test's code, for a page that draws it.
public struct CodeDrawing: Sendable {
    /// The number of squares on each side, without the quiet zone.
    public let size: Int
    /// The dark squares as an area (SVG, 9.3), one unit for a square. It tells the code.
    public let exposedPath: String

    /// Nil if the code does not fit into a QR code.
    public init?(_ code: TestCode) {
        guard let matrix = QRMatrix(code.exposedAddress) else {
            return nil
        }
        (size, exposedPath) = (matrix.size, matrix.path)
    }
}
