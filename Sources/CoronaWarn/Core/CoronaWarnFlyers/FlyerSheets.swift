import CoronaWarnAPI
public import Localisation

/// The pages of a stack: four flyers on each, one below the other.
///
/// A flyer has its code twice. The person keeps the left part, and the right part stays with the sample, so the
/// laboratory scans the same code.
public struct FlyerSheets: Sendable {
    let pages: [PageDrawing]
    let language: Language

    /// Nil if a code does not fit into a QR code.
    public init?(_ stack: FlyerStack, language: Language) {
        self.language = language
        let matrices = stack.codes.map { QRMatrix($0.exposedAddress) }
        guard !matrices.contains(nil) else {
            return nil
        }
        let flyers = matrices.compactMap(\.self)
        pages = stride(from: 0, to: flyers.count, by: Self.perPage).map { first in
            var page = PageDrawing()
            for (place, flyer) in flyers[first..<min(first + Self.perPage, flyers.count)].enumerated() {
                let top = Double(place) * Self.height
                page.addPersonsPart(flyer, top: top, language)
                page.addLaboratorysPart(flyer, top: top, stack: stack.name, language)
                page.addCuts(top: top, isLast: place == Self.perPage - 1)
            }
            return page
        }
    }

    /// All pages as one PDF file.
    public var exposedPDF: [UInt8] {
        PDFDocument(pages: pages, language: language.tag, title: FlyerText.title.text(in: language)).bytes
    }

    /// Each page as an SVG file.
    public var exposedSVGs: [String] {
        pages.map { SVGPage.text($0, language: language.tag) }
    }

    static let perPage = 4
    /// The height of a flyer.
    static let height = PageDrawing.height / Double(perPage)
    /// The right end of the person's part.
    static let personsWidth = 420.0
}

extension PageDrawing {
    fileprivate mutating func addPersonsPart(_ code: QRMatrix, top: Double, _ language: Language) {
        let (side, left) = (118.0, 36.0)
        add(.code(code, side: side, x: left, y: top + (FlyerSheets.height - side) / 2))
        let textLeft = left + side + 22
        let width = FlyerSheets.personsWidth - textLeft - 16
        var y = top + 38
        let title = FlyerText.title.text(in: language)
        for line in StandardFont.bold.lines(of: title, size: Self.titleSize, width: width) {
            add(.text(line, font: .bold, size: Self.titleSize, x: textLeft, y: y))
            y += Self.titleSize * 1.25
        }
        y += 3
        for text in [FlyerText.scan, .wait, .warn, .keep] {
            for line in StandardFont.regular.lines(of: text.text(in: language), size: Self.textSize, width: width) {
                add(.text(line, font: .regular, size: Self.textSize, x: textLeft, y: y))
                y += Self.textSize * 1.3
            }
            y += 3
        }
    }

    fileprivate mutating func addLaboratorysPart(_ code: QRMatrix, top: Double, stack: String, _ language: Language) {
        let (side, left) = (96.0, FlyerSheets.personsWidth + 28)
        let width = Self.width - left - 14
        var y = top + 34
        add(.text(FlyerText.laboratoryTitle.text(in: language), font: .bold, size: Self.textSize, x: left, y: y))
        for line in StandardFont.regular.lines(
            of: FlyerText.laboratoryUse.text(in: language),
            size: Self.textSize,
            width: width
        ) {
            y += Self.textSize * 1.3
            add(.text(line, font: .regular, size: Self.textSize, x: left, y: y))
        }
        add(.code(code, side: side, x: left, y: top + 76))
        add(.text(stack, font: .regular, size: 7, x: left, y: top + 76 + side + 16))
    }

    fileprivate mutating func addCuts(top: Double, isLast: Bool) {
        let bottom = top + FlyerSheets.height
        let x = FlyerSheets.personsWidth
        add(.cut(fromX: x, fromY: top + 12, toX: x, toY: bottom - 12))
        if !isLast {
            add(.cut(fromX: 12, fromY: bottom, toX: Self.width - 12, toY: bottom))
        }
    }

    private static let titleSize = 13.0
    private static let textSize = 9.0
}
