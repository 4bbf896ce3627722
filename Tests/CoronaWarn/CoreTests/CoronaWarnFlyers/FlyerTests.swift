import CoronaWarnAPI
import ExposurePrimitives
import Foundation
import Localisation
import Testing

@testable import CoronaWarnFlyers

@Suite("Flyers")
struct FlyerTests {
    private func stack(_ count: Int) -> FlyerStack {
        var generator = SeededGenerator(seed: 7)
        return FlyerStack(count: count, using: &generator)
    }

    @Test("codes have the contract's form, and no two are the same")
    func codes() {
        let codes = stack(500).codes.map(\.exposedText)
        #expect(Set(codes).count == 500)
        for code in codes {
            let parts = code.split(separator: "-")
            #expect(parts.map(\.count) == [6, 8, 4, 4, 4, 12] && parts[1].hasPrefix(parts[0]))
            #expect(parts[3].first == "4" && "89AB".contains(parts[4].first ?? "-") && code == code.uppercased())
        }
    }

    @Test("a manifest has the hashes in their own order, and reads back")
    func manifest() throws {
        let stack = stack(50)
        let text = stack.manifest.text
        #expect(StackManifest(parsing: text) == stack.manifest)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count == 52 && Array(lines.dropFirst(2)) == lines.dropFirst(2).sorted())
        #expect(Set(lines.dropFirst(2)) == Set(stack.codes.map { TestIdentifier(hashing: $0).exposedText }))
        for code in stack.codes {
            #expect(!text.uppercased().contains(code.exposedText.prefix(15)))
        }
        let broken = ["", "x\n" + text, text + "x", text + lines[2], lines.prefix(2).joined(separator: "\n")]
        for other in broken {
            #expect(StackManifest(parsing: other) == nil)
        }
    }

    @Test("a stack has up to 10 000 flyers, and so has its manifest")
    func largestManifest() {
        let manifest = stack(FlyerStack.counts.upperBound).manifest
        #expect(StackManifest(parsing: manifest.text) == manifest)
        #expect(StackManifest(parsing: manifest.text + String(repeating: "0", count: 64)) == nil)
    }

    @Test("a page has four flyers, and each flyer its code twice", arguments: [(1, 1), (4, 1), (5, 2), (9, 3)])
    func pages(count: Int, pages: Int) throws {
        let sheets = try #require(FlyerSheets(stack(count), language: .german))
        #expect(sheets.pages.count == pages && sheets.exposedSVGs.count == pages)
        let drawn = sheets.pages.flatMap(\.elements).reduce(0) { sum, element in
            if case .code = element { sum + 1 } else { sum }
        }
        #expect(drawn == count * 2)
    }

    @Test("every text fits into its part of the flyer", arguments: Language.allCases)
    func texts(language: Language) throws {
        let page = try #require(FlyerSheets(stack(4), language: language)?.pages.first)
        for element in page.elements {
            if case .text(let text, let font, let size, let x, let y) = element {
                let end = x + font.width(of: text) * size
                #expect(end <= (x < FlyerSheets.personsWidth ? FlyerSheets.personsWidth - 15 : PageDrawing.width - 13))
                let inFlyer = y.truncatingRemainder(dividingBy: FlyerSheets.height)
                #expect((30...(FlyerSheets.height - 12)).contains(inFlyer), "\(text)")
                #expect(StandardFont.encode(text) != nil, "\(text)")
            }
        }
    }

    @Test("a QR code has its finder patterns, and the size that its text needs")
    func matrix() throws {
        let matrix = try #require(QRMatrix("https://localhost/?E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B"))
        #expect(matrix.size == 33)
        let top = matrix.runs.filter { $0.row == 0 }
        #expect(top.first == .init(row: 0, column: 0, length: 7) && top.last == .init(row: 0, column: 26, length: 7))
        #expect(matrix.runs.contains(.init(row: 3, column: 2, length: 3)))
        #expect(QRMatrix(String(repeating: "x", count: 4000)) == nil && QRMatrix("") == nil)
    }
}

@Suite("The drawing of a test's code on a page")
struct CodeDrawingTests {
    @Test("is the QR code of its flyer, for each flyer of a stack")
    func drawings() throws {
        var generator = SystemRandomNumberGenerator()
        for code in FlyerStack(count: 5, using: &generator).codes {
            let drawing = try #require(CodeDrawing(code))
            let matrix = try #require(QRMatrix(code.exposedAddress))
            #expect(drawing.size == matrix.size && drawing.exposedPath == matrix.path)
            #expect(drawing.exposedPath.components(separatedBy: "z").count == matrix.runs.count + 1)
        }
    }
}
