package import Localisation
package import WebPages

/// Writes parts of the operators' pages, in one language and for one browser.
package struct PageParts: Sendable {
    package let language: Language
    private let formToken: String

    /// - Parameter formToken: the secret that shows that a form came from a page of this browser.
    package init(_ language: Language, formToken: String) {
        self.language = language
        self.formToken = formToken
    }

    /// The text in the language of the page.
    package func say(_ text: some LocalisedText) -> String { text.text(in: language) }

    /// The outcome of the last action. It is read out, and has the focus.
    package func notice(_ text: some LocalisedText, isGood: Bool = false) -> HTML {
        Tag.div(
            .class(isGood ? "panel good" : "panel bad"),
            .role("alert"),
            .tabindex(-1),
            .autofocus
        ) {
            Tag.p { say(text) }
        }
    }

    /// A form that posts its fields to `link`, with the hidden field that shows where it came from.
    package func form(to link: PageLink, @HTMLBuilder content: () -> [HTML]) -> HTML {
        Tag.form(.post, .action(link)) {
            Tag.input(.type("hidden"), .name(Self.tokenField), .value(formToken))
            content()
        }
    }

    /// A labelled field with its error.
    package func field(
        _ name: String,
        _ label: some LocalisedText,
        _ attributes: [Attribute],
        hint: (any LocalisedText)? = nil,
        fault: (any LocalisedText)? = nil
    ) -> [HTML] {
        var described = hint == nil ? [] : ["\(name)-hint"]
        described += fault == nil ? [] : ["\(name)-fault"]
        var all: [Attribute] = [.id(name), .name(name), .required] + attributes
        if !described.isEmpty {
            all.append(.aria("describedby", described.joined(separator: " ")))
        }
        if fault != nil {
            all.append(.aria("invalid", "true"))
        }
        var pieces = [Tag.label(.for(name)) { say(label) }]
        if let hint {
            pieces.append(Tag.p(.class("hint"), .id("\(name)-hint")) { say(hint) })
        }
        pieces.append(.element(.input, all, []))
        if let fault {
            pieces.append(Tag.p(.class("fault"), .id("\(name)-fault")) { say(fault) })
        }
        return pieces
    }

    /// The name of the hidden field of every form.
    package static let tokenField = "form"
}
