package import Localisation

/// A text for people with its name, and the maximum number of its characters.
package struct TextSample: Sendable, CustomStringConvertible {
    package let description: String
    package let text: Localised
    package let limit: Int

    package init(_ name: String, _ text: Localised, limit: Int) {
        description = name
        (self.text, self.limit) = (text, limit)
    }

    /// All texts of a group.
    package static func all<Text: LocalisedText & CaseIterable>(of type: Text.Type, limit: Int) -> [TextSample] {
        type.allCases.map { TextSample("\(type).\($0)", $0.localised, limit: limit) }
    }
}

/// The rules for every text for people.
package struct TextRules: Sendable {
    /// Words that are the same in two languages, and right in both.
    let sameWords: Set<String>

    package init(sameWords: Set<String>) {
        self.sameWords = sameWords
    }

    /// - Returns: the violations of a text; empty if there are none.
    package func violations(of sample: TextSample) -> [String] {
        Language.allCases.flatMap { language in
            let text = sample.text[language]
            let found = form(text, limit: sample.limit) + marks(text, language) + untranslated(sample.text, language)
            return found.map { "\(sample) in \(language.tag) \($0): \(text)" }
        }
    }

    private func form(_ text: String, limit: Int) -> [String] {
        var found: [String] = []
        if text.isEmpty {
            found.append("is missing")
        }
        if text.first?.isWhitespace == true || text.last?.isWhitespace == true || text.contains("  ")
            || text.contains("\n")
        {
            found.append("has blanks of its own")
        }
        if text.count > limit {
            found.append("has \(text.count) characters, not \(limit)")
        }
        if text.contains("'") || text.contains("\"") {
            found.append("has typewriter marks")
        }
        found += text.split { !$0.isLetter }.filter { $0.count > Self.maxLetters }.map { "has no place to break \($0)" }
        return found
    }

    /// The maximum number of letters of a word in a heading's line at 320 pixels. Longer words have a soft hyphen,
    /// because not every browser can break them.
    private static let maxLetters = 16

    /// French has spaces before its double marks, and Spanish marks the beginning of a question.
    private func marks(_ text: String, _ language: Language) -> [String] {
        switch language {
        case .french:
            let isTight = zip(text, text.dropFirst()).contains { !$0.isWhitespace && "?!;:".contains($1) }
            return isTight ? ["has no space before a double mark"] : []
        case .spanish:
            let isOpened = [("?", "¿"), ("!", "¡")].allSatisfy { end, start in
                text.count { String($0) == end } == text.count { String($0) == start }
            }
            return isOpened ? [] : ["does not open what it asks"]
        case .italian, .english, .german: return []
        }
    }

    private func untranslated(_ text: Localised, _ language: Language) -> [String] {
        guard !sameWords.contains(text[language]) else {
            return []
        }
        return Language.allCases.filter { $0 != language && text[$0] == text[language] }
            .map { "has the words of \($0.tag)" }
    }
}
