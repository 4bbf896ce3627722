package import Localisation
package import WebPages

extension ScreenPieces {
    /// A filled part. Its icon says the same as its colour.
    package func state(
        _ state: ShownState,
        _ heading: some LocalisedText,
        @HTMLBuilder content: () -> [HTML]
    ) -> HTML {
        Tag.section(.class("state \(state.rawValue)"), .aria("labelledby", state.rawValue)) {
            Tag.span(.class("sign"), .aria("hidden", "true")) { state.sign }
            Tag.h2(.id(state.rawValue)) { say(heading) }
            content()
        }
    }

    package func list(_ texts: [any LocalisedText]) -> HTML {
        Tag.ul {
            for text in texts {
                Tag.li { text.text(in: language) }
            }
        }
    }

    /// The languages of an app. Each is written in itself.
    ///
    /// - Parameters:
    ///   - chosen: nil for that of the phone.
    ///   - ofPhone: the words for that.
    package func languages(chosen: Language?, ofPhone: some LocalisedText) -> HTML {
        Tag.ul(.class("menu")) {
            Tag.li { entry("", say(ofPhone), language, isChosen: chosen == nil) }
            for other in Language.allCases {
                Tag.li { entry(other.rawValue, other.ownName, other, isChosen: chosen == other) }
            }
        }
    }

    private func entry(_ value: String, _ text: String, _ language: Language, isChosen: Bool) -> HTML {
        form(ScreenAction("language", value)) {
            HTML.element(
                .button,
                [.class("second"), .lang(language.tag)] + (isChosen ? [.aria("current", "true")] : []),
                [.text(text)]
            )
        }
    }
}

/// A state, by the name of its style.
package enum ShownState: String, Sendable {
    case working
    case attention
    case exposed
    /// Off, or not known.
    case idle

    fileprivate var sign: String {
        switch self {
        case .working: "✓"
        case .attention, .exposed: "!"
        case .idle: "–"
        }
    }
}
