package import Localisation
package import WebPages

/// The pieces of the panel.
///
/// The forms of a client name it, and its elements have identifiers of their own.
package struct PanelKit: Sendable {
    package let language: Language
    /// Whether servers follow the clock of the cast, and take orders.
    package let hasAuthority: Bool
    private let field: ClientField

    init(_ language: Language, _ field: ClientField = .none, hasAuthority: Bool = false) {
        (self.language, self.field, self.hasAuthority) = (language, field, hasAuthority)
    }

    package func say(_ text: any LocalisedText) -> String { text.text(in: language) }

    package func card(_ name: String, _ title: any LocalisedText, @HTMLBuilder content: () -> [HTML]) -> HTML {
        let id = id(name)
        return Tag.section(.class("card"), .id(id), .tabindex(-1), .aria("labelledby", "\(id)-title")) {
            Tag.h3(.id("\(id)-title")) { say(title) }
            content()
        }
    }

    /// A form of the panel.
    package func form(_ verb: String, @HTMLBuilder content: () -> [HTML]) -> HTML {
        Tag.form(.post, .action(.page("/tester"))) {
            field.html
            Tag.input(.type("hidden"), .name("do"), .value(verb))
            content()
        }
    }

    /// A control that acts on the client's present screen, as the owner would.
    package func action(_ action: ScreenAction, _ text: some LocalisedText) -> HTML {
        Tag.form(.post, .action(.page("/act"))) {
            field.html
            Tag.input(.type("hidden"), .name("do"), .value(action.verb))
            Tag.input(.type("hidden"), .name("what"), .value(action.object))
            Tag.button(.class("second")) { say(text) }
        }
    }

    func toggle(_ verb: String, _ text: any LocalisedText, isOn: Bool) -> HTML {
        form(verb) {
            Tag.button(.class("switch"), .id(id(verb)), .role("switch"), .aria("checked", isOn ? "true" : "false")) {
                say(text)
            }
        }
    }

    package func button(_ button: PanelButton) -> HTML {
        form(button.verb) { Tag.button(.class("second"), .id(id(button.verb))) { say(button.text) } }
    }

    /// The identifier of an element of the client.
    package func id(_ name: String) -> String { field.id(name) }
}

/// A button of the panel.
package struct PanelButton: Sendable {
    let verb: String
    let text: any LocalisedText

    /// - Parameter verb: the field `do` of its form. The page's own controls come first: advance, meet, bluetooth,
    ///   location, restart, reset, network, oldSystem, oldServices, noRadio, fullStorage, notifications, revoke, damage
    ///   and install never reach the client.
    package init(_ verb: String, _ text: any LocalisedText) {
        (self.verb, self.text) = (verb, text)
    }
}

/// The mark by which the forms and identifiers of a client differ from those of the others on the page. Those of a
/// phone's first client have no mark.
struct ClientField: Sendable {
    private let client: ClientID?

    static let none = ClientField(client: nil)

    init(_ client: ClientID, among clients: [any HostedClient]) {
        self.init(client: client == clients.first?.id ? nil : client)
    }

    private init(client: ClientID?) {
        self.client = client
    }

    static let name = "client"

    @HTMLBuilder var html: [HTML] {
        if let client {
            Tag.input(.type("hidden"), .name(Self.name), .value(client.rawValue))
        }
    }

    func id(_ name: String) -> String { client.map { "\(name)-\($0.rawValue)" } ?? name }
}
