import ImmuniAPI
import ImmuniClient
import PhonePage
import Testing

@testable import ImmuniPhonePage

@Suite("The values that controls post")
struct ScreenActionTests {
    private static let places: [AppPlace] = [
        .home, .upload, .settings, .language, .region, .province(.lazio), .privacyNotice, .terms, .faq, .faqEntry(3),
        .support,
        .deleteData,
        .repair(.bluetoothOff),
    ]

    @Test("open each place", arguments: places)
    func open(place: AppPlace) {
        guard case .open(let opened)? = ScreenAction.open(place).appAction(isTicked: { _ in false }) else {
            Issue.record("\(place) is not opened")
            return
        }
        #expect(opened == place)
    }

    @Test("accept the terms only with the ticked boxes", arguments: ["terms", "notice", "fourteen"])
    func terms(missing: String) {
        guard
            case .acceptTerms(let terms, let notice, let fourteen)? =
                ScreenAction("accept").appAction(isTicked: { $0 != missing })
        else {
            Issue.record("the terms cannot be accepted")
            return
        }
        #expect([terms, notice, fourteen] == ["terms", "notice", "fourteen"].map { $0 != missing })
    }

    @Test("lead to each update", arguments: [ScreenOrder.Update.app, .system, .services])
    func update(update: ScreenOrder.Update) {
        #expect(ScreenAction.update(update).update == update)
        #expect(ScreenAction.update(update).appAction(isTicked: { _ in true }) == nil)
    }

    @Test(
        "are refused if they are not ours",
        arguments: [
            ("", ""), ("launched", ""), ("open", "nowhere"), ("problem", "x"), ("region", "x"), ("province", "x"),
            ("region", ""), ("province", ""), ("provinces", "x"), ("update", ""), ("update", "x"),
        ]
    )
    func foreign(verb: String, object: String) {
        #expect(ScreenAction(verb, object).appAction(isTicked: { _ in true }) == nil)
    }
}
