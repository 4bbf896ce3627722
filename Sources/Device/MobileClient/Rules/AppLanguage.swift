/// The languages that the app speaks.
public enum AppLanguage: String, Codable, CaseIterable, Sendable {
    case italian = "it"
    /// British English, for everybody else too.
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"

    /// The first of the owner's languages that the app speaks; British English where it speaks none.
    ///
    /// - Parameter preferred: BCP 47 tags, best first. Regions and scripts do not matter: `de-CH` is German.
    public init(preferred: [String]) {
        self = preferred.lazy.compactMap(Self.init(tag:)).first ?? .english
    }

    private init?(tag: String) {
        guard let primary = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first else {
            return nil
        }
        self.init(rawValue: primary.lowercased())
    }

    /// What `texts` hold for this language; the English text where there is none.
    func text(of texts: [String: String]) -> String? {
        texts[rawValue] ?? texts[Self.english.rawValue]
    }
}
