import CoronaWarnAPI
import CoronaWarnClient
import ExposurePrimitives
import Localisation
import PhonePage
import Testing

@testable import CoronaWarnPhonePage

@Suite("The values that controls of Corona-Warn's app post")
struct ScreenActionTests {
    private func action(_ action: ScreenAction, _ fields: [String: String] = [:]) -> AppAction? {
        action.appAction { fields[$0] ?? "" }
    }

    @Test("open each place", arguments: AppPlace.allCases)
    func open(place: AppPlace) {
        let opened: AppPlace? = if case .open(let opened)? = action(.open(place)) { opened } else { nil }
        #expect(opened == place)
    }

    @Test("lead to the hotline with the person's reason", arguments: HotlineReason.allCases)
    func ask(reason: HotlineReason) {
        let asked: HotlineReason? = if case .askHotline(let asked)? = action(.ask(reason)) { asked } else { nil }
        #expect(asked == reason)
    }

    @Test("scan a text, with the birth date if one is given")
    func scan() {
        func scanned(_ fields: [String: String]) -> (text: String, day: CalendarDay?)? {
            let scan = action(ScreenAction("scan", "a code"), fields)
            return if case .scan(let text, let day)? = scan { (text, day) } else { nil }
        }
        let (alone, dated) = (scanned([:]), scanned(["birthDate": "1970-02-28"]))
        #expect(alone?.text == "a code" && alone?.day == nil)
        #expect(dated?.text == "a code" && dated?.day == CalendarDay(iso: "1970-02-28"))
        #expect(action(ScreenAction("scan", "a code"), ["birthDate": "28.2.1970"]) == nil)
    }

    @Test("answer about symptoms")
    func symptoms() {
        let answers = SymptomChoice.allCases.map { choice in
            action(.symptoms(choice), ["day": "2026-11-20"]).flatMap { action -> SymptomStatement? in
                if case .answerSymptoms(let statement) = action { statement } else { nil }
            }
        }
        let day = CalendarDay(iso: "2026-11-20")
        #expect(
            answers == [
                day.map { .symptoms(.day($0)) }, .symptoms(.withinSevenDays), .symptoms(.oneToTwoWeeksAgo),
                .symptoms(.moreThanTwoWeeksAgo), .symptoms(.unknown), .noSymptoms, .noAnswer,
            ]
        )
        #expect(action(.symptoms(.day)) == nil, "a day is needed")
    }

    @Test("choose the ticked countries")
    func countries() {
        func chosen(_ ticked: [String: String]) -> [String]? {
            let choice = action(ScreenAction("countries", "DE,FR,IT"), ticked)
            return if case .chooseCountries(let countries)? = choice { countries.map(\.text) } else { nil }
        }
        #expect(chosen(["FR": "on"]) == ["FR"])
        #expect(chosen([:]) == [], "a person may have been nowhere")
    }

    @Test(
        "are refused if they are not ours",
        arguments: [
            ("", ""), ("launched", ""), ("woken", "session"), ("open", "nowhere"), ("hotline", "x"), ("service", ""),
            ("daily", "x"), ("language", "x"), ("symptoms", "x"),
        ]
    )
    func foreign(verb: String, object: String) { #expect(action(ScreenAction(verb, object)) == nil) }
}
