import ImmuniAPI
import ImmuniClient
import PhonePage
import Testing

@testable import ImmuniPhonePage

@Suite("What a control posts")
struct ScreenActionTests {
    private static let places: [AppPlace] = [
        .home, .upload, .settings, .language, .region, .province(.lazio), .privacyNotice, .terms, .faq, .faqEntry(3),
        .support,
        .deleteData,
        .repair(.bluetoothOff),
    ]

    @Test("opens each place", arguments: places)
    func open(place: AppPlace) {
        guard case .open(let opened)? = ScreenAction.open(place).appAction(isTicked: { _ in false }) else {
            Issue.record("\(place) is not opened")
            return
        }
        #expect(opened == place)
    }

    @Test("accepts the terms only with the boxes that are ticked", arguments: ["terms", "notice", "fourteen"])
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

    @Test("leads to each update", arguments: [ScreenOrder.Update.app, .system, .services])
    func update(update: ScreenOrder.Update) {
        #expect(ScreenAction.update(update).update == update)
        #expect(ScreenAction.update(update).appAction(isTicked: { _ in true }) == nil)
    }

    @Test(
        "that is none of ours is refused",
        arguments: [
            ("", ""), ("launched", ""), ("open", "nowhere"), ("problem", "x"), ("region", "x"), ("province", "x"),
            ("region", ""), ("province", ""), ("provinces", "x"), ("update", ""), ("update", "x"),
        ]
    )
    func foreign(verb: String, object: String) {
        #expect(ScreenAction(verb, object).appAction(isTicked: { _ in true }) == nil)
    }
}
