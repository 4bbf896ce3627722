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
        guard case .open(let opened)? = action(.open(place)) else {
            Issue.record("\(place) is not opened")
            return
        }
        #expect(opened == place)
    }

    @Test("lead to the hotline with the person's reason", arguments: HotlineReason.allCases)
    func ask(reason: HotlineReason) {
        guard case .askHotline(let asked)? = action(.ask(reason)) else {
            Issue.record("\(reason) does not lead to the hotline")
            return
        }
        #expect(asked == reason)
    }

    @Test("scan a text, with the birth date if one is given")
    func scan() {
        guard case .scan("a code", nil)? = action(ScreenAction("scan", "a code")) else {
            Issue.record("nothing is scanned")
            return
        }
        let dated = action(ScreenAction("scan", "a code"), ["birthDate": "1970-02-28"])
        guard case .scan("a code", let day)? = dated else {
            Issue.record("nothing is scanned")
            return
        }
        #expect(day == CalendarDay(iso: "1970-02-28"))
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
        guard case .chooseCountries(let chosen)? = action(ScreenAction("countries", "DE,FR,IT"), ["FR": "on"]) else {
            Issue.record("no country is chosen")
            return
        }
        #expect(chosen.map(\.text) == ["FR"])
        guard case .chooseCountries(let none)? = action(ScreenAction("countries", "DE,FR,IT")) else {
            Issue.record("a person may have been nowhere")
            return
        }
        #expect(none.isEmpty)
    }

    @Test(
        "are refused if they are not ours",
        arguments: [
            ("", ""), ("launched", ""), ("woken", "session"), ("open", "nowhere"), ("hotline", "x"), ("service", ""),
            ("daily", "x"), ("language", "x"), ("symptoms", "x"),
        ]
    )
    func foreign(verb: String, object: String) {
        #expect(action(ScreenAction(verb, object)) == nil)
    }
}
