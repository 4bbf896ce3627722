import CoronaWarnAPI
import Foundation
import Testing

@testable import CoronaWarnFlyers

@Suite("The drawing of a test's code on a page")
struct CodeDrawingTests {
    @Test("is the QR code of its flyer, for each flyer of a stack")
    func drawings() throws {
        var generator = SystemRandomNumberGenerator()
        for code in FlyerStack(count: 5, using: &generator).codes {
            let drawing = try #require(CodeDrawing(code))
            let matrix = try #require(QRMatrix(code.exposedAddress))
            #expect(drawing.size == matrix.size)
            #expect(drawing.exposedPath == matrix.path)
            #expect(drawing.exposedPath.components(separatedBy: "z").count == matrix.runs.count + 1)
        }
    }
}
