import PageTesting
import Testing

@testable import ImmuniPhonePage

@Suite("The app's texts on the panel")
struct ImmuniPanelTests {
    private static let texts =
        TextSample.all(of: ImmuniPanelText.self, limit: 140) + TextSample.all(of: RequestPurpose.self, limit: 140)

    @Test("are in all languages", arguments: texts)
    func rules(sample: TextSample) {
        #expect(TextRules(sameWords: []).violations(of: sample) == [])
    }
}
