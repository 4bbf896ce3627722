import AssociationClient
import AssociationTexts
import Localisation
import PhonePage
import WebPages

extension ScreenView {
    func heading(of phase: ReportFacts.Phase) -> ReportText {
        switch phase {
        case .code: .codeTitle
        case .consent: .consentTitle
        case .waiting: .waitingTitle
        case .codeRefused: .refusedTitle
        case .complete: .completeTitle
        }
    }

    @HTMLBuilder func report(_ facts: ReportFacts) -> [HTML] {
        title(heading(of: facts.phase))
        switch facts.phase {
        case .code(let feedback):
            paragraph(ReportText.codeBody)
            entry(facts.groups, feedback)
        case .consent(let contacts, let hasFailed): consent(contacts, hasFailed, isPrivate: facts.isPrivate)
        case .waiting(let contacts, let hasFailed):
            paragraph(ReportText.waitingBody)
            if hasFailed {
                notice(ReportText.waitingFailed)
            }
            paragraph(AppPhrase.reportedContacts(count: contacts), quiet: true)
        case .codeRefused(let feedback):
            notice(ReportText.refusedBody)
            entry(facts.groups, feedback)
        case .complete(let time):
            paragraph(ReportText.completeBody)
            paragraph(AppPhrase.arrived(moment: moment(time)), quiet: true)
            entry(facts.groups, nil, isAnother: true)
        }
        if case .consent = facts.phase {} else { back }
    }

    @HTMLBuilder private func consent(_ contacts: Int, _ hasFailed: Bool, isPrivate: Bool) -> [HTML] {
        if hasFailed {
            notice(ReportText.planFailed)
        }
        list([
            isPrivate ? ReportText.privateLearns : ReportText.consentLearns,
            isPrivate ? ReportText.privateBoxes : ReportText.consentNames, ReportText.consentWarned,
            ReportText.consentFinal,
        ])
        paragraph(AppPhrase.reportedContacts(count: contacts), quiet: true)
        Tag.div(.class("actions")) {
            button(ScreenAction("consent"), ReportText.agree)
            button(ScreenAction("decline"), ReportText.decline, second: true)
        }
    }

    /// The field of a code. What it says about the characters stands beside it after each of them; without scripts
    /// after the button.
    ///
    /// - Parameter isAnother: whether the field is for another report after a complete one.
    @HTMLBuilder private func entry(
        _ groups: [String],
        _ feedback: ReportCodeEntry.Feedback?,
        isAnother: Bool = false
    ) -> [HTML] {
        if isAnother {
            Tag.h2 { say(ReportText.codeTitle) }
        }
        form(ScreenAction("code")) {
            Tag.label(.for("code")) { say(ReportText.codeLabel) }
            Tag.input(
                .id("code"),
                .name("what"),
                .value(groups.joined(separator: "-")),
                .autocomplete("off"),
                .autocapitalize("characters"),
                .noSpellcheck,
                .aria("describedby", "code-answer"),
                .data("live", "code-answer")
            )
            Tag.div(.class("actions")) { Tag.button(.class("second")) { say(ReportText.checkCode) } }
        }
        Tag.div(.id("code-answer"), .aria("live", "polite")) {
            if let feedback {
                Tag.p { say(feedback) }
            }
            if feedback == .complete {
                button(ScreenAction("confirmCode"), ReportText.confirmCode)
            }
        }
    }

    private func say(_ feedback: ReportCodeEntry.Feedback) -> String {
        switch feedback {
        case .incomplete(let missing): say(AppPhrase.missingCharacters(count: missing))
        case .wrongCharacter(let position): say(AppPhrase.wrongCharacter(position: position))
        case .tooLong: say(ReportText.codeTooLong)
        case .wrongCheckCharacter: say(ReportText.codeWrongCheck)
        case .complete: say(ReportText.codeComplete)
        }
    }
}
