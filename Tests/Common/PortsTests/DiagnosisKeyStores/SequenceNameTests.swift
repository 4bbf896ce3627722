import DiagnosisKeyStores
import ExposurePrimitives
import Testing

@Suite("Names of sequences and of countries, and the evidence of rights")
struct SequenceNameTests {
    private static let sequences = ["a", "de-hour", "2020", String(repeating: "x", count: 64)].map { ($0, true) }
    private static let others = ["", "DE", "de/hour", "de hour", "è", String(repeating: "x", count: 65)].map {
        ($0, false)
    }

    @Test("1 to 64 small letters, digits and hyphens, and nothing else", arguments: sequences + others)
    func names(text: String, isName: Bool) {
        #expect(SequenceName(text)?.description == (isName ? text : nil))
    }

    @Test(
        "a country has two capital letters, and nothing else",
        arguments: ["DE", "IT", "ZZ"].map { ($0, true) } + ["", "D", "DEU", "de", "D1", "ÖE"].map { ($0, false) }
    )
    func countries(code: String, isCountry: Bool) {
        #expect(CountryCode(code)?.description == (isCountry ? code : nil))
    }

    @Test("a right's evidence has 64 characters at most, and may be a day")
    func evidence() {
        #expect([64, 65].map { RightEvidence(String(repeating: "è", count: $0)) != nil } == [true, false])
        #expect(RightEvidence.none.day == nil && RightEvidence("2020-02-30")?.day == nil)
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
