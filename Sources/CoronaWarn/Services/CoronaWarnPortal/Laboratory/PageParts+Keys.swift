import CoronaWarnPorts
import Localisation
import PortalSections
import WebPages

extension PageParts {
    /// The state of the laboratory's key, and what can be done with it.
    func keys(_ shown: KeyState, notice text: (any LocalisedText)? = nil) -> SectionContent {
        SectionContent(KeyText.title) {
            Tag.h1 { say(KeyText.title) }
            if let text {
                notice(text)
            }
            Tag.p { say(KeyText.purpose) }
            Tag.dl {
                Tag.dt { say(LaboratoryText.laboratory) }
                Tag.dd { shown.laboratory }
                Tag.dt { say(KeyText.state) }
                Tag.dd { say(shown.text) }
            }
            for change in shown.changes {
                Tag.section {
                    Tag.h2 { say(change.name) }
                    Tag.p { say(change.meaning) }
                    form(to: .page("/portal/laboratory/keys")) {
                        turn(shown.turn)
                        Tag.input(.type("hidden"), .name(KeyState.changeField), .value(change.rawValue))
                        if change.needsConsent {
                            box(KeyState.consentField, KeyText.consent)
                        }
                        Tag.div(.class("actions")) {
                            Tag.button(.class(change.needsConsent ? "destructive" : "second")) { say(change.name) }
                        }
                    }
                }
            }
            Tag.p { Tag.a(.href(.page("/portal/laboratory"))) { say(LaboratoryText.otherFile) } }
        }
    }

    /// The page that shows a new key, once.
    ///
    /// - Parameter end: the day on which it ends, for people.
    func newKey(_ key: String, laboratory: String, end: String) -> SectionContent {
        SectionContent(KeyText.newKey, refresh: Self.shownSeconds) {
            Tag.div(.class("panel good"), .role("alert"), .tabindex(-1), .autofocus) {
                Tag.h1 { say(KeyText.newKey) }
                once(key, isLong: true, seconds: Self.shownSeconds)
            }
            Tag.dl {
                Tag.dt { say(LaboratoryText.laboratory) }
                Tag.dd { laboratory }
                Tag.dt { say(KeyText.state) }
                Tag.dd { say(KeyPhrase.one(end: end)) }
            }
            Tag.p { say(KeyText.keyOnce) }
            Tag.p(.class("actions")) { Tag.a(.href(.page("/portal/laboratory/keys"))) { say(KeyText.back) } }
        }
    }

    /// Seconds after which the page of a key leaves by itself.
    private static let shownSeconds: Int64 = 600
}

extension LaboratoryKeyChange {
    fileprivate var name: KeyText {
        switch self {
        case .create: .create
        case .rotate: .rotate
        case .replace: .replace
        case .revoke: .revoke
        }
    }

    fileprivate var meaning: KeyText {
        switch self {
        case .create: .createMeaning
        case .rotate: .rotateMeaning
        case .replace: .replaceMeaning
        case .revoke: .revokeMeaning
        }
    }
}
