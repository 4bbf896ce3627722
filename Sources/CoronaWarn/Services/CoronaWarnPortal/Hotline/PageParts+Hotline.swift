import CoronaWarnAPI
import Localisation
import PortalSections
import WebPages

extension PageParts {
    /// The checks before a teleTAN, and the button that gives it.
    func hotlineForm(_ shown: HotlineForm, notice text: (any LocalisedText)? = nil) -> SectionContent {
        SectionContent(HotlineText.title) {
            Tag.h1 { say(HotlineText.title) }
            if let text {
                notice(text)
            }
            state(shown.limits)
            reasons(shown)
            if shown.isPermitted {
                Tag.p { say(HotlineText.noPersonalData) }
                form(to: .page("/portal/hotline")) {
                    turn(shown.turn)
                    Tag.input(.type("hidden"), .name(HotlineForm.reasonField), .value(shown.kind.rawValue))
                    Tag.fieldset {
                        Tag.legend { say(HotlineText.checks) }
                        for (field, check) in zip(HotlineForm.checkFields, shown.checks) {
                            box(field, check, isTicked: shown.isChecked)
                        }
                    }
                    Tag.div(.class("actions")) { Tag.button { say(HotlineText.give) } }
                }
            } else if text == nil {
                notice(HotlineText.authorityNotListed)
            }
        }
    }

    private func state(_ limits: HotlineLimits) -> HTML {
        Tag.ul(.class("state"), .aria("label", say(HotlineText.limits))) {
            for line in limits.lines {
                Tag.li { say(line) }
            }
        }
    }

    /// The reason, with a link to each other one that the operator may choose.
    private func reasons(_ shown: HotlineForm) -> HTML {
        Tag.p {
            Tag.strong { say(HotlineText.reason) }
            " "
            say(shown.kind.reason)
            for kind in shown.kinds where kind != shown.kind {
                Tag.br()
                Tag.a(.href(.page("/portal/hotline", query: [HotlineForm.reasonField: kind.rawValue]))) {
                    say(kind.reason)
                }
            }
        }
    }

    /// The page that shows a teleTAN, once.
    ///
    /// - Parameters:
    ///   - life: seconds.
    ///   - end: the end of its life, for people.
    func given(
        _ teleTAN: TeleTAN,
        _ kind: TeleTANKind,
        life: Int64,
        end: String,
        limits: HotlineLimits
    ) -> SectionContent {
        // A browser without scripts leaves the page by itself, too.
        SectionContent(HotlineText.givenTitle, refresh: Self.shownSeconds) {
            Tag.div(.class("panel good"), .role("alert"), .tabindex(-1), .autofocus) {
                Tag.h1 { say(HotlineText.givenTitle) }
                once(teleTAN.exposedGroups, seconds: Self.shownSeconds)
            }
            spelled(teleTAN)
            Tag.dl {
                Tag.dt { say(HotlineText.reason) }
                Tag.dd { say(kind.reason) }
                Tag.dt { say(HotlineText.validity) }
                Tag.dd { say(HotlinePhrase.valid(duration: Self.duration(life), end: end)) }
            }
            Tag.p { say(HotlineText.whatNow) }
            Tag.p { say(HotlineText.shownOnce) }
            state(limits)
            Tag.p(.class("actions")) { Tag.a(.href(.page("/portal/hotline"))) { say(HotlineText.another) } }
        }
    }

    private func spelled(_ teleTAN: TeleTAN) -> HTML {
        let characters = Array(teleTAN.exposedText)
        return Tag.ol(.class("spelled"), .aria("label", say(HotlineText.spelled))) {
            for (place, character) in characters.enumerated() {
                Tag.li(.class(Self.groupStarts.contains(place) ? "starts" : "follows")) {
                    Tag.strong { String(character) }
                    " "
                    SpellingAlphabet.word(of: character, in: language) ?? ""
                }
            }
        }
    }

    /// Hours if they are whole and many, minutes otherwise. The signs are the same in all our languages.
    private static func duration(_ seconds: Int64) -> String {
        seconds % 3600 == 0 && seconds > 3600 ? "\(seconds / 3600) h" : "\(seconds / 60) min"
    }

    /// Seconds after which the page of a teleTAN leaves by itself.
    private static let shownSeconds: Int64 = 600
    /// Where the groups of three, three and four begin.
    private static let groupStarts: Set = [0, 3, 6]
}
