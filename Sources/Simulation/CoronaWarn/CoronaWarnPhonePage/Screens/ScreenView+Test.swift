import CoronaWarnClient
import CoronaWarnTexts
import ExposurePrimitives
import Localisation
import PhonePage
import WebPages

extension ScreenView {
    @HTMLBuilder func scan(_ facts: ScanFacts) -> [HTML] {
        title(HomeText.addTest)
        if facts.isBusy {
            notice(ScanText.busy, isBad: false)
        } else {
            if let refusal = facts.refusal {
                notice(Self.text(of: refusal))
            }
            if facts.replacesTest {
                notice(ScanText.replaces, isBad: false)
            }
            entry
        }
        Tag.h2 { say(ScanText.otherWays) }
        menu(
            [(.open(.hotline), say(ScanText.teleTAN))]
                + HotlineReason.chosen.map { (.ask($0), say(Self.label(of: $0))) }
        )
        back
    }

    @HTMLBuilder private var entry: [HTML] {
        paragraph(ScanText.body)
        form(ScreenAction("scan")) {
            Tag.label(.for("code")) { say(ScanText.code) }
            Tag.input(
                .id("code"),
                .name("what"),
                .required,
                .autocomplete("off"),
                .autocapitalize("none"),
                .noSpellcheck,
                .maxlength(ScannedTest.maxLength)
            )
            Tag.label(.for("birthDate")) { say(ScanText.birthDate) }
            Tag.input(.id("birthDate"), .name("birthDate"), .type("date"), .aria("describedby", "birthDateUse"))
            Tag.p(.class("quiet"), .id("birthDateUse")) { say(ScanText.birthDateUse) }
            Tag.div(.class("actions")) { Tag.button { say(ScanText.register) } }
        }
    }

    /// The words by which a person chooses a reason for the hotline. The others are no choice, so they have no label of
    /// their own.
    private static func label(of reason: HotlineReason) -> ScanText {
        switch reason {
        case .newPhone: .newPhone
        case .retrievalDeclined: .retrievalDeclined
        default: .codeLost
        }
    }

    private static func text(of refusal: ScanRefusal) -> ScanText {
        switch refusal {
        case .tooLong: .tooLong
        case .otherCode: .otherCode
        case .malformed: .malformed
        case .otherVersion: .otherVersion
        case .impossibleBirthDate: .impossibleBirthDate
        case .birthDateNotAsked: .birthDateNotAsked
        }
    }

    // MARK: - The test

    func heading(of phase: TestFacts.Phase) -> TestText {
        switch phase {
        case .registering: .registeringTitle
        case .notRegistered: .notRegisteredTitle
        case .pending, .result(.pending): .pendingTitle
        case .available: .availableTitle
        case .result(.negative): .negativeTitle
        case .result(.positive): .positiveTitle
        case .result(.invalid): .invalidTitle
        case .result(.redeemed): .redeemedTitle
        case .result(.outdated): .outdatedTitle
        case .result(.lost): .lostTitle
        }
    }

    @HTMLBuilder func test(_ facts: TestFacts) -> [HTML] {
        title(heading(of: facts.phase))
        phase(facts.phase, isAsking: !facts.canRefresh)
        Tag.div(.class("actions")) {
            if facts.canShare {
                button(.open(.submission), SubmissionText.title)
            }
            if facts.canRefresh {
                refresh(facts.phase)
            }
        }
        if let time = facts.registeredAt {
            paragraph(AppPhrase.registered(moment: moment(time)), quiet: true)
        }
        // Before a result comes, the server does not know the day.
        if case .result = facts.phase, let time = facts.sampledAt {
            paragraph(AppPhrase.sampled(day: day(time.utcDay)), quiet: true)
        }
        if facts.registeredAt != nil {
            asking(ScreenAction("removeTest"), TestText.remove, TestText.removeQuestion, yes: TestText.removeYes)
        }
        back
    }

    private func refresh(_ phase: TestFacts.Phase) -> HTML {
        if case .notRegistered = phase {
            button(ScreenAction("refresh"), ActionText.tryAgain)
        } else {
            button(ScreenAction("refresh"), TestText.askNow)
        }
    }

    @HTMLBuilder private func phase(_ phase: TestFacts.Phase, isAsking: Bool) -> [HTML] {
        switch phase {
        case .registering: paragraph(TestText.registeringBody)
        case .notRegistered(let reason):
            notice(Self.text(of: reason))
            paragraph(TestText.notRegisteredBody)
        case .pending where isAsking: paragraph(TestText.asking)
        case .pending(let reason):
            if let reason {
                paragraph(TestText.pendingUnanswered)
                notice(Self.text(of: reason))
            }
            paragraph(TestText.pendingBody)
        case .available:
            paragraph(TestText.availableBody)
            button(ScreenAction("openResult"), TestText.openResult)
        case .result(let card): result(card)
        }
    }

    @HTMLBuilder private func result(_ card: TestCard) -> [HTML] {
        switch card {
        case .pending: paragraph(TestText.pendingBody)
        case .negative:
            notice(TestText.negativeBody, isBad: false)
            list([RiskText.adviceEverybody, TestText.negativeAdvice])
        case .positive:
            notice(TestText.positiveBody)
            list([TestText.positiveHome, TestText.positiveDoctor, TestText.positiveOthers])
        case .invalid: notice(TestText.invalidBody)
        case .redeemed: notice(TestText.redeemedBody, isBad: false)
        case .outdated: notice(TestText.outdatedBody, isBad: false)
        case .lost:
            notice(TestText.lostBody)
            button(.open(.hotline), ActionText.help)
        }
    }
}
