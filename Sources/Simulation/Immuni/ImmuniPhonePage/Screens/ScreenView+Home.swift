import ImmuniClient
import ImmuniTexts
import Localisation
import PhonePage
import WebPages

extension ScreenView {
    @HTMLBuilder func home(_ facts: HomeFacts) -> [HTML] {
        Tag.h1(.id("title"), .tabindex(-1), .autofocus) { "Avviso" }
        if facts.hasJustRecovered {
            notice(NoticeText.recovered, isBad: false)
        }
        status(facts)
        if facts.isExposedOnly {
            lastCheck(facts.lastCheck)
        } else {
            service(facts)
        }
        if facts.hasUnfinishedUpload {
            notice(HomeText.unfinishedUpload)
        }
        if !facts.status.isPositive {
            Tag.h2 { say(HomeText.positiveTestQuestion) }
        }
        Tag.div(.class("actions")) {
            button(.open(.upload), UploadText.title)
        }
        menu([
            (.open(.faq), say(SettingsText.questions)), (.open(.settings), say(SettingsText.title)),
            (.open(.support), say(SettingsText.support)),
        ])
    }

    private func service(_ facts: HomeFacts) -> HTML {
        switch facts.service {
        case .working:
            working(facts)
        case .switchedOff:
            state(.idle, HomeText.switchedOff) {
                paragraph(HomeText.switchedOffBody)
                lastCheck(facts.lastCheck)
                button(ScreenAction("service", "on"), HomeText.switchOn)
            }
        case .impaired(let problems):
            state(.attention, facts.service.canDetect ? HomeText.limited : HomeText.impaired) {
                if !problems.contains(.hardwareUnsupported) {
                    paragraph(facts.service.canDetect ? HomeText.limitedBody : HomeText.impairedBody)
                }
                lastCheck(facts.lastCheck)
                menu(problems.map { (.open(.repair($0)), say(problemTitle($0))) })
            }
        }
    }

    private func working(_ facts: HomeFacts) -> HTML {
        if let failure = facts.checkFailure {
            state(.idle, HomeText.checkFailed) {
                paragraph(Self.text(of: failure))
                paragraph(HomeText.checkFailedBody)
                lastCheck(facts.lastCheck)
            }
        } else {
            state(.working, HomeText.working) {
                finding(facts)
            }
        }
    }

    /// The result of the last check. An owner who tested positive is told of no contact.
    @HTMLBuilder private func finding(_ facts: HomeFacts) -> [HTML] {
        let reminder: HomeText? = facts.mustBeOpened ? .workingBodyToBeOpened : nil
        let whatToExpect = facts.status.isPositive ? .notWarned : reminder ?? HomeText.workingBody
        switch facts.lastCheck {
        case .none:
            paragraph(HomeText.neverChecked)
            paragraph(whatToExpect)
        case .foundNothing(let time):
            paragraph(AppPhrase.foundNothing(moment: moment(time)))
            paragraph(HomeText.neutralAdvice)
            if let reminder {
                paragraph(reminder)
            }
        case .foundNothingSoFar(let time):
            paragraph(AppPhrase.foundNothingSoFar(moment: moment(time)))
            paragraph(HomeText.dataMissing)
            if let reminder {
                paragraph(reminder)
            }
        case .done, .atUnknownTime:
            paragraph(whatToExpect)
            lastCheck(facts.lastCheck)
        }
    }

    /// The time of the last check, without its result. It is shown if the phone may have missed something since.
    private func lastCheck(_ check: LastCheck) -> HTML {
        switch check {
        case .none: paragraph(HomeText.neverChecked)
        case .atUnknownTime: paragraph(HomeText.checkTimeUnknown)
        case .foundNothing(let time), .foundNothingSoFar(let time), .done(let time):
            paragraph(AppPhrase.lastChecked(moment: moment(time)))
        }
    }

    static func text(of failure: AttemptFailure) -> AttemptText {
        switch failure {
        case .noConnection: .noConnection
        case .noUsableAnswer: .noUsableAnswer
        case .wrongTime: .wrongTime
        case .phone: .phone
        }
    }
}

extension HomeFacts {
    /// Whether the notice is the only thing to show, so that nothing distracts from it.
    fileprivate var isExposedOnly: Bool {
        if case .risk = status { service == .working && checkFailure == nil } else { false }
    }
}
