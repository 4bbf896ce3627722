import ExposurePrimitives
import ImmuniAPI
import Localisation
import PortalSections
import WebPages

extension PageParts {
    /// The form for a code and a day.
    ///
    /// - Parameter hasTime: whether the time of the last authorised code is still running and can be shown.
    func codeForm(
        _ entry: CodeEntry? = nil,
        notice text: (any LocalisedText)? = nil,
        hasTime: Bool = false,
        today: CalendarDay
    ) -> SectionContent {
        let days = OTPAuthorisation.days(until: today)
        return SectionContent(CodeText.authoriseTitle) {
            Tag.h1 { say(CodeText.authoriseTitle) }
            if let text {
                notice(text)
            }
            if hasTime {
                Tag.p { Tag.a(.href(.page("/portal/authorised"))) { say(OutcomeText.lastTime) } }
            }
            form(to: .page("/portal")) {
                codeField(entry, hasFocus: text == nil)
                field(
                    "day",
                    CodeText.day,
                    [
                        .type("date"), .value(entry?.typedDay ?? ""), .min("\(days.lowerBound)"),
                        .max("\(days.upperBound)"), .autocomplete("off"),
                    ],
                    hint: CodePhrase.dayHint(TypedDay.shown(days.lowerBound), TypedDay.shown(days.upperBound)),
                    fault: entry?.dayFault
                )
                Tag.div(.class("actions")) { Tag.button { say(CodeText.authorise) } }
            }
        }
    }

    /// The script reads the alphabet and the values of the check digit from here, so the rule is in one place.
    @HTMLBuilder private func codeField(_ entry: CodeEntry?, hasFocus: Bool) -> [HTML] {
        field(
            "code",
            CodeText.code,
            [
                .class("code"), .value(entry?.typedCode ?? ""), .autocomplete("off"), .autocapitalize("characters"),
                .noSpellcheck, .maxlength(32), .aria("controls", "code-feedback"),
                .data("alphabet", String(decoding: OneTimePassword.alphabet, as: UTF8.self)),
                .data("odd", Self.list(OneTimePassword.oddValues)),
                .data("even", Self.list(OneTimePassword.evenValues)),
                .data("unknown", say(CodePhrase.codeUnknown("{character}"))),
                .data("wrong", say(CodeText.codeWrong)), .data("right", say(CodeText.codeRight)),
                .data("long", say(CodePhrase.codeLength("{count}"))),
            ] + (hasFocus ? [.autofocus] : []),
            hint: CodeText.codeHint,
            fault: entry?.codeFault
        )
        Tag.output(.id("code-feedback"), .for("code"), .aria("live", "polite"))
    }

    private static func list(_ values: [Int]) -> String {
        values.map(String.init).joined(separator: " ")
    }

    /// The time of the authorised code as it runs down.
    ///
    /// - Parameter left: seconds; zero when the time is over.
    func authorised(left: Int64) -> SectionContent {
        let title = left > 0 ? OutcomeText.authorised : OutcomeText.timeIsOver
        return SectionContent(title, refresh: left > 0 ? min(left, Self.refresh) : nil) {
            Tag.div(.class(left > 0 ? "panel good" : "panel"), .role("alert"), .tabindex(-1), .autofocus) {
                Tag.h1 { say(title) }
                Tag.p { say(left > 0 ? OutcomeText.whatNow : OutcomeText.ifNotSent) }
            }
            if left > 0 {
                countdown(left)
            }
            Tag.p(.class("actions")) { Tag.a(.href(.page("/portal"))) { say(OutcomeText.another) } }
        }
    }

    private func countdown(_ left: Int64) -> HTML {
        Tag.div(
            .class("countdown"),
            .id("countdown"),
            .data("left", "\(left)"),
            .data("spoken", say(CodePhrase.secondsLeft("{seconds}")))
        ) {
            Tag.p(.class("quiet"), .id("countdown-label")) { say(OutcomeText.timeLeft) }
            // The line below is read out at certain moments, not each second.
            Tag.p(.class("time"), .role("timer"), .aria("live", "off"), .aria("labelledby", "countdown-label")) {
                "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)"
            }
            Tag.p(.class("unseen"), .id("countdown-spoken"), .role("status")) {
                say(CodePhrase.secondsLeft("\(left)"))
            }
        }
    }

    /// Seconds between two refreshes of a browser without scripts.
    private static let refresh: Int64 = 15
}
