import Foundation

/// Frequently asked questions with their answers, as the authority publishes them for one language.
public struct FAQ: Codable, Hashable, Sendable {
    public let entries: [Entry]

    public struct Entry: Codable, Hashable, Sendable {
        public let title: String
        public let content: String

        public init(title: String, content: String) {
            self.title = title
            self.content = content
        }
    }

    private enum CodingKeys: String, CodingKey {
        case entries = "faqs"
    }

    init(entries: [Entry]) {
        self.entries = entries
    }

    /// Reads `{"faqs":[{"title":…,"content":…}]}`; nil for anything else, or more than a megabyte.
    init?(parsing body: [UInt8]) {
        guard body.count <= 1 << 20, let faq = try? JSONDecoder().decode(FAQ.self, from: Data(body)) else {
            return nil
        }
        self = faq
    }

    /// The entries that contain every word of `query`, first those with all of them in the title. Case, accents and
    /// soft hyphens do not matter; an empty query finds everything.
    func matching(_ query: String) -> [Int] {
        let words = Self.folded(query).split(whereSeparator: \.isWhitespace)
        let texts = entries.map { (title: Self.folded($0.title), content: Self.folded($0.content)) }
        let inTitle = texts.indices.filter { index in words.allSatisfy { texts[index].title.contains($0) } }
        let elsewhere = texts.indices.filter { index in
            !inTitle.contains(index)
                && words.allSatisfy { texts[index].title.contains($0) || texts[index].content.contains($0) }
        }
        return inTitle + elsewhere
    }

    private static func folded(_ text: String) -> String {
        // Soft hyphens mark where a long word may break.
        text.filter { $0 != "\u{AD}" }.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
