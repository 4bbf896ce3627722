import CoronaWarnClient
import CoronaWarnConfiguration
import CoronaWarnTexts
import Localisation
import PhonePage
import WebPages

extension ScreenView {
    @HTMLBuilder func hotline(_ facts: HotlineFacts) -> [HTML] {
        title(HotlineText.title)
        if let reason = facts.reason {
            notice(Self.text(of: reason), isBad: !HotlineReason.chosen.contains(reason))
        } else {
            paragraph(HotlineText.body)
        }
        Tag.h2 { say(HotlineText.numbersTitle) }
        numbers(facts.numbers)
        Tag.h2 { say(HotlineText.entryTitle) }
        entry(facts)
        back
    }

    @HTMLBuilder private func numbers(_ numbers: [Hotline]) -> [HTML] {
        if numbers.isEmpty {
            paragraph(HotlineText.noNumbers, quiet: true)
        } else {
            Tag.dl {
                for hotline in numbers {
                    Tag.dt { say(Self.text(of: hotline.purpose)) }
                    Tag.dd { number(of: hotline) }
                }
            }
        }
    }

    /// A number as a link, or as plain text if phones do not know its form.
    private func number(of hotline: Hotline) -> HTML {
        PageLink.telephone(hotline.number).map { link in Tag.a(.href(link)) { hotline.number } }
            ?? Tag.p { hotline.number }
    }

    private static func text(of purpose: Hotline.Purpose) -> HotlineText {
        switch purpose {
        case .teleTAN: .numberForTeleTAN
        case .information: .numberForQuestions
        }
    }

    /// The field of a teleTAN. What it says about the characters stands beside it after each of them; without scripts
    /// after the button.
    @HTMLBuilder private func entry(_ facts: HotlineFacts) -> [HTML] {
        form(ScreenAction("teleTAN")) {
            Tag.label(.for("teletan")) { say(HotlineText.entryLabel) }
            Tag.input(
                .id("teletan"),
                .name("what"),
                .value(facts.groups.joined(separator: "-")),
                .autocomplete("off"),
                .autocapitalize("characters"),
                .noSpellcheck,
                .aria("describedby", "teletan-answer"),
                .data("live", "teletan-answer")
            )
            Tag.div(.class("actions")) { Tag.button(.class("second")) { say(HotlineText.check) } }
        }
        Tag.div(.id("teletan-answer"), .aria("live", "polite")) {
            if let feedback = facts.feedback {
                Tag.p { say(feedback) }
            }
            if facts.canConfirm {
                button(ScreenAction("confirmTeleTAN"), HotlineText.confirm)
            }
        }
    }

    private func say(_ feedback: TeleTANEntry.Feedback) -> String {
        switch feedback {
        case .incomplete(let missing): say(AppPhrase.missingCharacters(count: missing))
        case .wrongCharacter(let position): say(AppPhrase.wrongCharacter(position: position))
        case .tooLong: say(HotlineText.tooLong)
        case .wrongCheckCharacter: say(HotlineText.wrongCheckCharacter)
        case .complete: say(HotlineText.complete)
        }
    }
}
