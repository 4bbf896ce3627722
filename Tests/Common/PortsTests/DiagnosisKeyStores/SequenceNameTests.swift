import DiagnosisKeyStores
import ExposurePrimitives
import Testing

@Suite("Names of sequences and of countries, and the evidence of rights")
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

    @Test("a right's evidence has 64 characters at most, and may be a day")
    func evidence() {
        #expect(RightEvidence(String(repeating: "è", count: 64)) != nil)
        #expect(RightEvidence(String(repeating: "è", count: 65)) == nil)
        #expect(RightEvidence.none.day == nil)
        #expect(RightEvidence("2020-02-30")?.day == nil)
        #expect(RightEvidence(CalendarDay(daysSinceEpoch: 18_518)).text == "2020-09-13")
        #expect(RightEvidence("2020-09-13")?.day == CalendarDay(daysSinceEpoch: 18_518))
    }

    @Test("the origin is among the visited countries")
    func origin() throws {
        let (origin, visited) = (try #require(CountryCode("DE")), try #require(CountryCode("FR")))
        #expect(KeyCountries(origin: origin).visited == [origin])
        #expect(KeyCountries(origin: origin, visited: [visited]).visited == [origin, visited])
    }
}
