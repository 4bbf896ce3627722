import CoronaWarnAPI
import CoronaWarnClient
import CoronaWarnTexts
import ExposurePrimitives
import Localisation
import PhonePage
import WebPages

extension ScreenView {
    func heading(of phase: SubmissionFacts.Phase) -> any LocalisedText {
        switch phase {
        case .consent: SubmissionText.title
        case .declined: SubmissionText.declinedTitle
        case .asking: SubmissionText.askingTitle
        case .symptoms: SubmissionText.symptomsTitle
        case .countries: SubmissionText.countriesTitle
        case .sending: SubmissionText.sendingTitle
        case .notSent: SubmissionText.notSentTitle
        case .unanswered: SubmissionText.unansweredTitle
        case .sent: SubmissionText.sentTitle
        case .ended(.uploadUncertain): SubmissionText.uncertainTitle
        case .ended: SubmissionText.endedTitle
        }
    }

    @HTMLBuilder func submission(_ facts: SubmissionFacts) -> [HTML] {
        title(heading(of: facts.phase).text(in: language))
        switch facts.phase {
        case .consent(let failure): consent(failure)
        case .declined:
            paragraph(SubmissionText.declinedBody)
            button(ScreenAction("consent"), SubmissionText.agree, second: true)
        case .asking: paragraph(SubmissionText.askingBody)
        case .symptoms: symptoms
        case .countries(let countries): choice(of: countries)
        case .sending: notice(SubmissionText.sendingBody, isBad: false)
        case .notSent(let reason): notSent(reason)
        case .unanswered:
            notice(SubmissionText.unansweredBody, isBad: false)
            button(ScreenAction("sendNow"), SubmissionText.sendNow)
        case .sent(let keys): sent(keys, facts)
        case .ended(let reason):
            notice(Self.text(of: reason))
            button(.open(.hotline), ActionText.help)
        }
        back
    }

    @HTMLBuilder private func consent(_ failure: KeysFailure?) -> [HTML] {
        if let failure {
            notice(Self.text(of: failure))
        }
        paragraph(SubmissionText.consentBody)
        paragraph(SubmissionText.consentPrivacy)
        paragraph(SubmissionText.consentTomorrow)
        Tag.div(.class("actions")) {
            button(ScreenAction("consent"), SubmissionText.agree)
            button(ScreenAction("decline"), SubmissionText.decline, second: true)
        }
    }

    @HTMLBuilder private var symptoms: [HTML] {
        paragraph(SubmissionText.symptomsBody)
        paragraph(SubmissionText.symptomsPrivacy)
        form(.symptoms(.day)) {
            Tag.label(.for("day")) { say(SubmissionText.symptomsSince) }
            Tag.input(.id("day"), .name("day"), .type("date"), .max("\(frame.now.utcDay)"), .required)
            Tag.div(.class("actions")) { Tag.button { say(ActionText.proceed) } }
        }
        menu(
            SymptomChoice.allCases.compactMap { choice in
                Self.label(of: choice).map { (.symptoms(choice), say($0)) }
            }
        )
    }

    /// Nil for an exact day, which has a field of its own.
    private static func label(of choice: SymptomChoice) -> SubmissionText? {
        switch choice {
        case .day: nil
        case .thisWeek: .symptomsThisWeek
        case .lastWeek: .symptomsLastWeek
        case .longAgo: .symptomsLongAgo
        case .unknown: .symptomsUnknown
        case .none: .symptomsNone
        case .noAnswer: .symptomsNoAnswer
        }
    }

    @HTMLBuilder private func choice(of countries: [RegionCode]) -> [HTML] {
        paragraph(SubmissionText.countriesBody)
        form(.countries(countries)) {
            for country in countries {
                Tag.label(.class("tick")) {
                    Tag.input(.type("checkbox"), .name(country.text), .value("on"))
                    Tag.span { CountryName.text(of: country, in: language) }
                }
            }
            Tag.div(.class("actions")) { Tag.button { say(ActionText.proceed) } }
        }
    }

    @HTMLBuilder private func notSent(_ reason: WaitReason?) -> [HTML] {
        if let reason {
            notice(Self.text(of: reason))
        }
        paragraph(SubmissionText.notSentBody)
        button(ScreenAction("sendNow"), SubmissionText.sendNow)
    }

    @HTMLBuilder private func sent(_ keys: SentKeys, _ facts: SubmissionFacts) -> [HTML] {
        notice(SubmissionText.sentBody, isBad: false)
        paragraph(AppPhrase.keysSent(count: keys.count, moment: moment(keys.at)))
        if facts.offersToday {
            button(ScreenAction("consentToday"), SubmissionText.shareToday)
        }
        if facts.sharesDaily {
            button(ScreenAction("daily", "off"), SubmissionText.dailyOff, second: true)
        } else {
            paragraph(SubmissionText.dailyBody)
            button(ScreenAction("daily", "on"), SubmissionText.dailyOn, second: true)
        }
    }

    private static func text(of failure: KeysFailure) -> SubmissionText {
        switch failure {
        case .refused: .keysRefused
        case .unavailable: .keysUnavailable
        case .none: .keysNone
        }
    }
}
