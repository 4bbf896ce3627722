extension PageReader.Node {
    /// The node and all below it.
    package var all: [PageReader.Node] {
        switch self {
        case .text: [self]
        case .element(_, _, let children): [self] + children.flatMap(\.all)
        }
    }

    /// Nil for text.
    package var name: String? { if case .element(let name, _, _) = self { name } else { nil } }

    package var attributes: [String: String] {
        if case .element(_, let attributes, _) = self { attributes } else { [:] }
    }

    /// The text that people read.
    package var words: String {
        switch self {
        case .text(let text): text
        case .element(_, _, let children): children.map(\.words).joined(separator: " ")
        }
    }

    /// The faults of a screen, for people who see it and for people who do not. A good one has one title, words or a
    /// label for each control, and no identifier twice.
    package var screenFaults: [String] {
        let nodes = all
        let identifiers = nodes.compactMap { $0.attributes["id"] }
        let titles = nodes.filter { $0.name == "h1" }
        let labelled = nodes.compactMap { $0.attributes["for"] }
        var faults: [String] = []
        if titles.count != 1 || titles.first?.attributes["id"] != "title" {
            faults.append("it has \(titles.count) titles")
        }
        if Set(identifiers).count != identifiers.count {
            faults.append("an identifier is used twice: \(identifiers)")
        }
        for control in nodes where ["button", "a", "summary", "h1", "h2", "h3", "label"].contains(control.name) {
            if control.words.allSatisfy(\.isWhitespace) {
                faults.append("without words: \(control)")
            }
        }
        for field in nodes where field.isField && !labelled.contains(field.attributes["id"] ?? "") {
            faults.append("without a label: \(field)")
        }
        for described in nodes.compactMap({ $0.attributes["aria-describedby"] })
        where !identifiers.contains(described) {
            faults.append("described by nothing: \(described)")
        }
        return faults
    }

    /// Whether it is a field with a label of its own. The words of a box are around it.
    private var isField: Bool {
        ["input", "select"].contains(name) && !["hidden", "checkbox"].contains(attributes["type"])
    }
}
