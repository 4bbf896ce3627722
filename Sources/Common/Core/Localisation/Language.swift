/// A language in which people read Avviso (Immuni Mobile Client, "Initialisation").
public enum Language: String, CaseIterable, Codable, Hashable, Sendable {
    case italian = "it"
    case english = "en-GB"
    case german = "de"
    case french = "fr"
    case spanish = "es"

    /// The language for people who prefer none of ours.
    public static let fallback = Language.english

    /// The language tag (BCP 47), for example `en-GB`.
    public var tag: String { rawValue }

    /// The primary subtag, by which the settings of the apps name languages: `en` for British English.
    public var code: String { String(tag.prefix(2)) }

    /// The language's name for itself.
    public var ownName: String {
        switch self {
        case .italian: "Italiano"
        case .english: "English"
        case .german: "Deutsch"
        case .french: "Français"
        case .spanish: "Español"
        }
    }

    /// The language of a tag, whatever its region and case: `de-AT` is German, `en-US` British English. Nil for other
    /// languages.
    public init?(matching tag: some StringProtocol) {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        guard let language = Self.allCases.first(where: { $0.code == primary }) else {
            return nil
        }
        self = language
    }

    /// The first of `tags`, most preferred first, that is one of ours; ``fallback`` if there is none.
    public init(preferred tags: some Sequence<String>) {
        self = tags.lazy.compactMap { Language(matching: $0) }.first ?? .fallback
    }

    /// The best match for the value of an Accept-Language header (RFC 9110, 12.5.4); ``fallback`` without one.
    ///
    /// A range is not acceptable if its quality is 0 or unreadable. Of ranges with equal quality the first wins.
    public init(acceptLanguage header: String?) {
        var best: (language: Language, quality: Int)?
        for range in (header ?? "").split(separator: ",").prefix(Self.maxRangeCount) {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let tag = parts.first, let quality = parts.count < 2 ? 1000 : Self.quality(parts[1]), quality > 0,
                let language = tag == "*" ? .fallback : Language(matching: tag), quality > best?.quality ?? 0
            else {
                continue
            }
            best = (language, quality)
        }
        self = best?.language ?? .fallback
    }

    /// The quality in thousandths, from `q=0.8` for example; nil for any other form.
    private static func quality(_ text: String) -> Int? {
        guard text.count <= 7, text.hasPrefix("q=") || text.hasPrefix("Q=") else {
            return nil
        }
        let parts = text.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int(parts[0]), (0...1).contains(whole) else {
            return nil
        }
        let digits = parts.count == 2 ? parts[1] : ""
        guard digits.count <= 3, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let thousandths = Int(digits + String(repeating: "0", count: 3 - digits.count))
        else {
            return nil
        }
        return min(whole * 1000 + thousandths, 1000)
    }

    /// The maximum number of ranges. A person's browser sends fewer.
    private static let maxRangeCount = 32
}
