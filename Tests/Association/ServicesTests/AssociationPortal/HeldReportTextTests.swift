import Localisation
import PageTesting
import Testing

@testable import AssociationPortal

@Suite("The texts of the page of held reports")
struct HeldReportTextTests {
    private static let number = HeldReportPhrase.report(number: "793")
    private static let all =
        TextSample.all(of: HeldReportText.self, limit: 160)
        + [TextSample("HeldReportPhrase.report", number.localised, limit: 60)]

    @Test("have their form in each language, are translated, and are not too long", arguments: all)
    func rules(sample: TextSample) { #expect(TextRules(sameWords: []).violations(of: sample) == []) }

    @Test("address the operator formally", arguments: all)
    func address(sample: TextSample) { #expect(sample.familiarWords == []) }

    @Test("contain the number in each language", arguments: Language.allCases)
    func facts(language: Language) { #expect(Self.number.text(in: language).contains("793")) }
}
