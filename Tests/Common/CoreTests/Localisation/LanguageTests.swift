import Localisation
import Testing

@Suite("Languages")
struct LanguageTests {
    private static let headers: [(String?, Language)] = [
        (nil, .english), ("", .english), ("it", .italian), ("IT-it", .italian), ("de-AT, en;q=0.8", .german),
        ("pt, fr;q=0.7, es;q=0.9", .spanish), ("fr;q=0.5, es;q=0.5", .french), ("nl, *;q=0.1", .english),
        ("de;q=0, fr;q=0.001", .french), ("de;q=1.000", .german), ("en-US,en;q=0.9,it;q=0.8", .english),
        ("de;q=x, es;q=0.1", .spanish), ("de;q=2, es", .spanish), ("de;q=0.1234, fr;q=0.1", .french),
        ("de;q=-1, fr;q=0.1", .french), (";;,,;q=,", .english), ("de;q=0.+1, fr;q=0.1", .french),
        ("zz, tlh, ditto", .english), ("de ; q=0.3 , fr ; q=0.4", .french),
    ]

    @Test("an Accept-Language header selects the preferred one of our languages", arguments: headers)
    func acceptLanguage(header: String?, language: Language) {
        #expect(Language(acceptLanguage: header) == language)
    }

    @Test("a header too long for any person is not read to its end")
    func longHeader() {
        let many = String(repeating: "xx,", count: 31)
        #expect(Language(acceptLanguage: many + "de") == .german)
        #expect(Language(acceptLanguage: many + "xx,de") == .english)
    }

    @Test("the system's list selects the first of our languages, and British English if there is none")
    func preferred() {
        #expect(Language(preferred: ["pt-PT", "fr-CA", "it"]) == .french)
        #expect(Language(preferred: ["pt_BR", "zh"]) == .english)
        #expect(Language(preferred: []) == .english)
        #expect(Language(preferred: ["es_MX"]) == .spanish)
        #expect(Language(preferred: ["es-419"]) == .spanish)
        #expect(Language(preferred: ["", "DE"]) == .german)
    }

    @Test("each language has its own name, tag and code", arguments: Language.allCases)
    func names(language: Language) {
        #expect(Language(matching: language.tag) == language)
        #expect(Language(matching: language.code) == language)
        #expect(language.code.count == 2)
        #expect(Language.allCases.filter { $0.ownName == language.ownName } == [language])
    }

    @Test("a localised text has each language's own words")
    func localised() {
        let text = Localised(en: "yes", it: "sì", de: "ja", fr: "oui", es: "sí")
        #expect(Language.allCases.map { text[$0] } == ["sì", "yes", "ja", "oui", "sí"])
    }
}
