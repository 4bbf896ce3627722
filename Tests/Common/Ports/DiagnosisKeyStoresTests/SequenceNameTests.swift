import DiagnosisKeyStores
import Testing

@Suite("Names of sequences, and of countries")
struct SequenceNameTests {
    @Test(
        "1 to 64 small letters, digits and hyphens",
        arguments: ["a", "de-hour", "2020", String(repeating: "x", count: 64)]
    )
    func names(text: String) {
        #expect(SequenceName(text)?.description == text)
    }

    @Test("nothing else", arguments: ["", "DE", "de/hour", "de hour", "è", String(repeating: "x", count: 65)])
    func noNames(text: String) {
        #expect(SequenceName(text) == nil)
    }

    @Test("a country has two capital letters", arguments: ["DE", "IT", "ZZ"])
    func countries(code: String) {
        #expect(CountryCode(code)?.description == code)
    }

    @Test("nothing else is a country", arguments: ["", "D", "DEU", "de", "D1", "ÖE"])
    func noCountries(code: String) {
        #expect(CountryCode(code) == nil)
    }

    @Test("the origin is among the visited countries")
    func origin() throws {
        let (origin, visited) = (try #require(CountryCode("DE")), try #require(CountryCode("FR")))
        #expect(KeyCountries(origin: origin).visited == [origin])
        #expect(KeyCountries(origin: origin, visited: [visited]).visited == [origin, visited])
    }
}
