package import ExposurePrimitives
package import Localisation
package import WebPages

/// The pieces of a client's screens. Each control is its own form and posts one action.
package protocol ScreenPieces {
    var frame: ScreenFrame { get }
    var language: Language { get }
    /// The content of the screen.
    var html: [HTML] { get }
}

extension ScreenPieces {
    /// The part of the page with the client.
    package var section: HTML { frame.section(in: language) { html } }

    package var platform: PhonePlatform { frame.platform }

    package func say(_ text: some LocalisedText) -> String { text.text(in: language) }

    /// The heading. On a new screen it has the focus, so a screen reader begins there.
    package func title(_ text: some LocalisedText) -> HTML {
        title(say(text))
    }

    package func title(_ text: String) -> HTML {
        Tag.h1(.id("title"), .tabindex(-1), .autofocus) { text }
    }

    package func paragraph(_ text: some LocalisedText, quiet: Bool = false) -> HTML {
        quiet ? Tag.p(.class("quiet")) { say(text) } : Tag.p { say(text) }
    }

    package func notice(_ text: some LocalisedText, isBad: Bool = true) -> HTML {
        Tag.div(.class(isBad ? "panel bad" : "panel good"), .role("status")) { Tag.p { say(text) } }
    }

    package func form(_ action: ScreenAction, @HTMLBuilder content: () -> [HTML]) -> HTML {
        frame.form(action, content: content)
    }

    package func button(_ action: ScreenAction, _ text: String, second: Bool = false) -> HTML {
        form(action) {
            second ? Tag.button(.class("second")) { text } : Tag.button { text }
        }
    }

    package func button(_ action: ScreenAction, _ text: some LocalisedText, second: Bool = false) -> HTML {
        button(action, say(text), second: second)
    }

    /// A question before an action.
    ///
    /// - Parameter isDestructive: whether the action removes something.
    package func asking(
        _ action: ScreenAction,
        _ label: some LocalisedText,
        _ question: some LocalisedText,
        yes: some LocalisedText,
        isDestructive: Bool = true
    ) -> HTML {
        Tag.details(.class(isDestructive ? "ask destructive" : "ask"), .id("ask-\(action.verb)")) {
            Tag.summary { say(label) }
            paragraph(question)
            form(action) { Tag.button(.class(isDestructive ? "destructive" : "second")) { say(yes) } }
        }
    }

    /// A list of links to other screens.
    ///
    /// - Parameter other: the language of the entries, if it is not the screen's.
    package func menu(_ entries: [(ScreenAction, String)], in other: Language? = nil) -> HTML {
        Tag.ul(.class("menu"), .lang((other ?? language).tag)) {
            for (action, text) in entries {
                Tag.li { button(action, text, second: true) }
            }
        }
    }

    /// A link to the panel beside the phone, which replaces the phone's settings.
    package func link(to card: PanelCard, _ text: some LocalisedText) -> HTML {
        Tag.a(.class("button"), .href(frame.link(toCard: card.rawValue))) { say(text) }
    }

    /// A day in a form for people.
    package func day(_ day: CalendarDay) -> String { ShownTime.day(day, in: language) }
}

/// A part of the panel to which a screen can lead.
package enum PanelCard: String, Sendable {
    case switches
    case mishaps
}
