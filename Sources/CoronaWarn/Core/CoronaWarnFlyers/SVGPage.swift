import WireFormat

/// Writes a page as an SVG file.
enum SVGPage {
    static func text(_ page: PageDrawing, language: String) -> String {
        let (width, height) = (PageDrawing.width.pointText, PageDrawing.height.pointText)
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" xml:lang="\(language)" width="210mm" height="297mm" \
            viewBox="0 0 \(width) \(height)" font-family="Helvetica, Arial, sans-serif">
            <rect width="\(width)" height="\(height)" fill="white"/>

            """
        return head + page.elements.map(element).joined() + "</svg>\n"
    }

    private static func element(_ element: PageDrawing.Element) -> String {
        switch element {
        case .text(let text, let font, let size, let x, let y):
            let weight = font == .bold ? #" font-weight="bold""# : ""
            return #"<text x="\#(x.pointText)" y="\#(y.pointText)" font-size="\#(size.pointText)"\#(weight)>"#
                + "\(XMLText.escaped(text))</text>\n"
        case .code(let matrix, let side, let x, let y):
            return #"<svg x="\#(x.pointText)" y="\#(y.pointText)" width="\#(side.pointText)" "#
                + #"height="\#(side.pointText)" viewBox="0 0 \#(matrix.size) \#(matrix.size)" "#
                + #"shape-rendering="crispEdges"><path d="\#(matrix.path)"/></svg>"# + "\n"
        case .cut(let fromX, let fromY, let toX, let toY):
            return #"<line x1="\#(fromX.pointText)" y1="\#(fromY.pointText)" x2="\#(toX.pointText)" "#
                + #"y2="\#(toY.pointText)" stroke="gray" stroke-width="0.5" stroke-dasharray="4 4"/>"# + "\n"
        }
    }
}
