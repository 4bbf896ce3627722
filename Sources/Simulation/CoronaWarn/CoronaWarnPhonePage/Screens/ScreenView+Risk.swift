import CoronaWarnClient
import CoronaWarnTexts
import ExposurePrimitives
import Localisation
import PhonePage
import WebPages

extension ScreenView {
    /// The level with its date, what it means, and what to do.
    @HTMLBuilder func level(_ facts: RiskFacts) -> [HTML] {
        switch facts.status {
        case .high(let day):
            state(.exposed, RiskText.highTitle) {
                paragraph(RiskText.highBody)
                paragraph(AppPhrase.lastContact(day: self.day(day)))
                checks(facts)
            }
            Tag.h2 { say(RiskText.adviceTitle) }
            list([RiskText.adviceHome, RiskText.adviceTest, RiskText.adviceDoctor])
        case .low(let day):
            state(.working, RiskText.lowTitle) {
                paragraph(day == nil ? RiskText.lowNoContact : RiskText.lowContact)
                if let day {
                    paragraph(AppPhrase.lastContact(day: self.day(day)))
                }
                checks(facts)
            }
            paragraph(RiskText.adviceEverybody)
        case .notKnownYet:
            state(.idle, RiskText.unknownTitle) {
                paragraph(RiskText.unknownBody)
                checks(facts)
            }
        case .outdated:
            state(.attention, RiskText.outdatedTitle) {
                paragraph(RiskText.outdatedBody)
                checks(facts)
            }
        case .inactive(let since): inactive(since: since, facts)
        }
    }

    private func inactive(since time: UnixTime?, _ facts: RiskFacts) -> HTML {
        state(.idle, RiskText.inactiveTitle) {
            paragraph(facts.isServiceWanted ? RiskText.inactivePhone : RiskText.inactiveChosen)
            if let time {
                paragraph(AppPhrase.inactiveSince(moment: moment(time)))
            }
            checks(facts)
            if facts.isServiceWanted {
                link(to: .switches, ActionText.openSystemSettings)
            }
            button(ScreenAction("service", "on"), RiskText.switchOn)
        }
    }

    @HTMLBuilder private func checks(_ facts: RiskFacts) -> [HTML] {
        if let time = facts.lastDetection {
            paragraph(AppPhrase.lastChecked(moment: moment(time)))
        }
        paragraph(AppPhrase.activeDays(count: facts.activeDays))
    }

    // MARK: - Why

    @HTMLBuilder func risk(_ facts: RiskFacts) -> [HTML] {
        reasons(of: facts.finding)
        back
    }
}
