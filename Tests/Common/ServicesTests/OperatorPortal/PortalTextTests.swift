import Localisation
import PageTesting
import Testing

@testable import OperatorPortal

@Suite("The texts of the operators' pages")
struct PortalTextTests {
    private static let all =
        TextSample.all(of: PortalText.self, limit: 160) + TextSample.all(of: SignInText.self, limit: 120)
        + TextSample.all(of: PasswordText.self, limit: 160)
        + [TextSample("PortalPhrase.tooEarly", PortalPhrase.tooEarly(771).localised, limit: 160)]

    @Test("have their form in each language, are translated, and are not too long", arguments: all)
    func rules(sample: TextSample) {
        #expect(TextRules(sameWords: ["Menu", "Password"]).violations(of: sample) == [])
    }

    @Test("name the same fact in each language", arguments: Language.allCases)
    func facts(language: Language) {
        #expect(PortalPhrase.tooEarly(771).text(in: language).contains("771"))
    }

    @Test("address the operator formally", arguments: all)
    func address(sample: TextSample) {
        #expect(sample.familiarWords == [])
    }
}
