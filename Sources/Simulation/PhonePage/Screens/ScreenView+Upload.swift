import AppTexts
import ImmuniAPI
import MobileClient
import WebPages

extension ScreenView {
    @HTMLBuilder func upload(_ facts: UploadFacts) -> [HTML] {
        switch facts.phase {
        case .code, .validating, .notAuthorised, .validationFailed: code(facts)
        case .recap, .sending, .refused, .keysUnavailable, .unanswered: recap(facts)
        case .expired, .uncertain:
            title(UploadText.title)
            notice(facts.phase == .expired ? UploadText.expired : UploadText.uncertain)
            button(ScreenAction("newCode"), UploadText.newCode)
            back
        case .failed: result(UploadText.title, notice(UploadText.failed))
        case .sent:
            title(UploadText.sentTitle)
            notice(UploadText.sentBody, isBad: false)
            content(facts.content)
            button(.open(.home), SettingsText.close)
        }
    }

    @HTMLBuilder private func result(_ heading: UploadText, _ notice: HTML) -> [HTML] {
        title(heading)
        notice
        button(.open(.home), SettingsText.close)
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
        case .unanswered: notice(UploadText.unanswered)
        default: []
        }
        paragraph(UploadText.recapBody)
        paragraph(UploadText.recapEpidemiology)
        content(facts.content)
        paragraph(UploadText.recapNothingElse)
        Tag.div(.class("actions")) {
            if facts.phase == .keysUnavailable {
                button(ScreenAction("service", "on"), HomeText.switchOn)
            }
            if facts.phase != .sending {
                button(
                    ScreenAction("confirmUpload"),
                    facts.phase == .recap ? UploadText.send : UploadText.tryAgain
                )
            }
            if facts.phase == .unanswered {
                button(ScreenAction("newCode"), UploadText.newCode, second: true)
            }
            back
        }
    }

    private func content(_ content: UploadSummary) -> HTML {
        Tag.ul {
            Tag.li { say(AppPhrase.keysToSend(count: content.keyCount)) }
            Tag.li { say(AppPhrase.contactsToSend(count: content.infoCount)) }
            if let province = content.province {
                Tag.li {
                    say(AppPhrase.provinceToSend(name: PlaceNames.province(province.code, in: language)))
                }
            }
        }
    }
}
