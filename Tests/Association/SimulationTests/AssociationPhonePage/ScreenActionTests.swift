import AssociationAPI
import AssociationClient
import Localisation
import PhonePage
import Testing

@testable import AssociationPhonePage

@Suite("The values that controls of the association's app post")
struct ScreenActionTests {
    @Test("open each place", arguments: AppPlace.allCases)
    func open(place: AppPlace) {
        guard case .open(let opened)? = ScreenAction.open(place).appAction else {
            Issue.record("\(place) is not opened")
            return
        }
        #expect(opened == place)
    }

    @Test("choose a district as people type it", arguments: ["0018", "sw1", " sw1 ", "A"])
    func district(text: String) {
        guard case .chooseDistrict(let district)? = ScreenAction("district", text).appAction else {
            Issue.record("no district is chosen")
            return
        }
        #expect(district.text == text.filter { $0 != " " }.uppercased())
    }

    @Test("choose no district that is none", arguments: ["", "00185", "a-b", "é"])
    func noDistrict(text: String) {
        let action = ScreenAction("district", text)
        #expect(action.appAction == nil && action.isTyped)
    }

    @Test("set the days of contacts in their range", arguments: [13, 14, 21, 22])
    func contactDays(days: Int) {
        guard case .setContactDays(let set)? = ScreenAction("contactDays", "\(days)").appAction else {
            #expect(!ContactDays.choices.contains(days))
            return
        }
        #expect(set == days && ContactDays.choices.contains(days))
    }

    @Test("choose a language, or that of the phone", arguments: Language.allCases.map(Optional.some) + [nil])
    func language(language: Language?) {
        guard case .chooseLanguage(let chosen)? = ScreenAction("language", language?.rawValue ?? "").appAction else {
            Issue.record("no language is chosen")
            return
        }
        #expect(chosen == language)
    }

    @Test(
        "are refused if they are not ours",
        arguments: [
            ("", ""), ("launched", ""), ("woken", "poll"), ("open", "nowhere"), ("service", ""), ("language", "x"),
            ("contactDays", "x"), ("rotate", ""), ("phoneChanged", ""),
        ]
    )
    func foreign(verb: String, object: String) {
        let action = ScreenAction(verb, object)
        #expect(action.appAction == nil && !action.isTyped)
    }
}
