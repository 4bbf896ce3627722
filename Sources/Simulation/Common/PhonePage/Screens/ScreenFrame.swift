package import ExposurePrimitives
package import Localisation
package import WebPages

/// The part of the page on which a client's screen is drawn.
package struct ScreenFrame: Sendable {
    package let platform: PhonePlatform
    package let now: UnixTime
    private let place: Place
    private let field: ClientField

    /// The place of a screen.
    package enum Place: Sendable {
        /// On the phone, beside the panel.
        case phone
        /// Alone, with made-up facts; its controls have no effect.
        case sample
    }

    package init(platform: PhonePlatform, now: UnixTime, at place: Place) {
        self.init(platform: platform, now: now, at: place, field: .none)
    }

    init(platform: PhonePlatform, now: UnixTime, at place: Place, field: ClientField) {
        (self.platform, self.now, self.place, self.field) = (platform, now, place, field)
    }

    /// The part of the page with the screen.
    package func section(in language: Language, @HTMLBuilder content: () -> [HTML]) -> HTML {
        Tag.section(
            .class("screen"),
            .id("screen"),
            .lang(language.tag),
            .aria("labelledby", "title"),
            content: content
        )
    }

    func form(_ action: ScreenAction, @HTMLBuilder content: () -> [HTML]) -> HTML {
        Tag.form(.post, .action(place == .phone ? .page("/act") : .page("/screens"))) {
            field.html
            Tag.input(.type("hidden"), .name("do"), .value(action.verb))
            if !action.object.isEmpty {
                Tag.input(.type("hidden"), .name("what"), .value(action.object))
            }
            content()
        }
    }

    /// A link to a card of the panel, which replaces the settings of the phone.
    func link(toCard id: String) -> PageLink { place == .phone ? .element(id) : .page("/") }
}

/// A screen with made-up facts.
package struct ScreenSample: Sendable {
    /// Lower-case letters, digits and hyphens.
    package let name: String
    let draw: @Sendable (ScreenFrame, Language) -> HTML

    package init(_ name: String, draw: @escaping @Sendable (ScreenFrame, Language) -> HTML) {
        (self.name, self.draw) = (name, draw)
    }
}
