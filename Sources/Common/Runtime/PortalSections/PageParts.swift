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
        Tag.div(.class(isGood ? "panel good" : "panel bad"), .role("alert"), .tabindex(-1), .autofocus) {
            Tag.p { say(text) }
        }
    }

    /// A form that posts its fields to `link`, with the hidden field that shows where it came from.
    ///
    /// - Parameter hasFile: whether a field of it is a file.
    package func form(to link: PageLink, hasFile: Bool = false, @HTMLBuilder content: () -> [HTML]) -> HTML {
        let hidden = Tag.input(.type("hidden"), .name(Self.tokenField), .value(formToken))
        return .element(.form, [.post, .action(link)] + (hasFile ? [.multipart] : []), [hidden] + content())
    }

    /// The hidden field of a form that may be taken once, however often its button is pressed.
    package func turn(_ turn: Int) -> HTML {
        Tag.input(.type("hidden"), .name(Self.turnField), .value("\(turn)"))
    }

    /// A labelled choice of one of `options`, which have a value for the form and a text.
    ///
    /// - Parameter id: the element's, where two forms of a page have a field of this name.
    package func choice(
        _ name: String,
        id: String? = nil,
        _ label: some LocalisedText,
        _ options: [(value: String, text: any LocalisedText)],
        selected: String
    ) -> [HTML] {
        let id = id ?? name
        return [
            Tag.label(.for(id)) { say(label) },
            Tag.select(.id(id), .name(name)) {
                for option in options {
                    let mark: [Attribute] = option.value == selected ? [.selected] : []
                    HTML.element(.option, [.value(option.value)] + mark, [.text(say(option.text))])
                }
            },
        ]
    }

    /// A box to tick.
    package func box(_ name: String, _ label: some LocalisedText, isTicked: Bool = false) -> HTML {
        let mark: [Attribute] = isTicked ? [.checked] : []
        let input: [Attribute] = [.type("checkbox"), .name(name), .value(Self.ticked), .required]
        return Tag.label(.class("box")) {
            HTML.element(.input, input + mark, [])
            Tag.span { say(label) }
        }
    }

    /// A labelled field with its error.
    package func field(
        _ name: String,
        _ label: some LocalisedText,
        _ attributes: [Attribute],
        isRequired: Bool = true,
        hint: (any LocalisedText)? = nil,
        fault: (any LocalisedText)? = nil
    ) -> [HTML] {
        var described = hint == nil ? [] : ["\(name)-hint"]
        described += fault == nil ? [] : ["\(name)-fault"]
        var all: [Attribute] = [.id(name), .name(name)] + (isRequired ? [.required] : []) + attributes
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
    /// The value of a box that is ticked.
    package static let ticked = "yes"
    /// The name of the hidden field of a form that may be taken once.
    package static let turnField = "turn"
}
