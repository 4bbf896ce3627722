import ImmuniAPI
import ImmuniClient
import ImmuniTexts
import PhonePage
import WebPages

extension ScreenView {
    @HTMLBuilder func upload(_ facts: UploadFacts) -> [HTML] {
        switch facts.phase {
        case .code, .validating, .notAuthorised, .validationFailed: code(facts)
        case .recap, .sending, .refused, .keysUnavailable, .unsent, .unanswered: recap(facts)
        case .expired, .uncertain:
            title(UploadText.title)
            notice(facts.phase == .expired ? UploadText.expired : UploadText.uncertain)
            button(ScreenAction("newCode"), UploadText.newCode)
            back
        case .failed:
            title(UploadText.title)
            notice(UploadText.failed)
            contact(facts.contact)
            button(.open(.home), SettingsText.close)
        case .sent:
            title(UploadText.sentTitle)
            notice(UploadText.sentBody, isBad: false)
            content(facts.content)
            button(.open(.home), SettingsText.close)
        }
    }

    @HTMLBuilder private func code(_ facts: UploadFacts) -> [HTML] {
        title(UploadText.codeTitle)
        paragraph(UploadText.intro)
        Tag.p(.class("otp"), .id("otp"), .aria("label", facts.code.map(String.init).joined(separator: " "))) {
            facts.code
        }
        paragraph(UploadText.codeSpelling, quiet: true)
        paragraph(UploadText.codeBody)
        switch facts.phase {
        case .validating: notice(UploadText.verifying, isBad: false)
        case .notAuthorised: notice(UploadText.notAuthorised)
        case .validationFailed: notice(UploadText.validationFailed)
        default: []
        }
        Tag.div(.class("actions")) {
            if facts.secondsToWait > 0 {
                Tag.p(.class("quiet"), .data("wait", "\(facts.secondsToWait)")) {
                    say(AppPhrase.wait(seconds: facts.secondsToWait))
                }
            } else if facts.phase != .validating {
                button(ScreenAction("validateCode"), UploadText.verify)
            }
            back
        }
    }

    @HTMLBuilder private func recap(_ facts: UploadFacts) -> [HTML] {
        title(UploadText.recapTitle)
        switch facts.phase {
        case .sending: notice(UploadText.sending, isBad: false)
        case .refused: notice(UploadText.consentRefused)
        case .keysUnavailable: notice(UploadText.keysUnavailable)
        case .unsent: notice(UploadText.unsent)
        case .unanswered: notice(UploadText.unanswered)
        default: []
        }
        paragraph(UploadText.recapBody)
        paragraph(UploadText.recapEpidemiology)
        content(facts.content)
        paragraph(UploadText.recapNothingElse)
        if facts.isCodeLostByLeaving {
            paragraph(UploadText.leaving, quiet: true)
        }
        actions(facts)
    }

    private func actions(_ facts: UploadFacts) -> HTML {
        let needsService = facts.phase == .keysUnavailable && facts.isServiceOff
        return Tag.div(.class("actions")) {
            if needsService {
                button(ScreenAction("service", "on"), HomeText.switchOn)
            }
            if facts.phase != .sending {
                button(
                    ScreenAction("confirmUpload"),
                    facts.phase == .recap ? UploadText.send : UploadText.tryAgain,
                    second: needsService
                )
            }
            if facts.phase == .unanswered {
                button(ScreenAction("newCode"), UploadText.newCode, second: true)
            }
            back
        }
    }

    /// The whole content of the upload, and nothing else.
    private func content(_ content: UploadSummary) -> HTML {
        Tag.ul {
            if let count = content.keyCount {
                Tag.li { say(AppPhrase.keysToSend(count: count)) }
            }
            if content.summaryCount > 0 {
                Tag.li { say(AppPhrase.checksToSend(count: content.summaryCount)) }
            }
            Tag.li { say(AppPhrase.contactsToSend(count: content.infoCount)) }
            if let province = content.province {
                Tag.li { say(AppPhrase.province(name: PlaceNames.province(province.code, in: language))) }
            }
        }
    }
}
