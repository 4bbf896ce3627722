import ServiceKit
import WireFormat

/// An attribute of an element. No attribute can hold a script or a style.
package struct Attribute: Hashable, Sendable {
    let name: String
    /// The value; nil for an attribute without one, such as `required`.
    let value: String?

    private init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    package static func id(_ value: String) -> Attribute { Attribute("id", value) }
    package static func `class`(_ value: String) -> Attribute { Attribute("class", value) }
    package static func lang(_ value: String) -> Attribute { Attribute("lang", value) }
    package static func role(_ value: StaticString) -> Attribute { Attribute("role", "\(value)") }
    package static func tabindex(_ value: Int) -> Attribute { Attribute("tabindex", "\(value)") }
    package static let autofocus = Attribute("autofocus", nil)

    /// An attribute `aria-` and a name, for example `aria("label", …)`.
    package static func aria(_ name: StaticString, _ value: String) -> Attribute { Attribute("aria-\(name)", value) }
    /// An attribute `data-` and a name, for our own scripts.
    package static func data(_ name: StaticString, _ value: String) -> Attribute { Attribute("data-\(name)", value) }

    package static func href(_ link: PageLink) -> Attribute { Attribute("href", link.text) }
    package static func hreflang(_ value: String) -> Attribute { Attribute("hreflang", value) }
    package static func action(_ link: PageLink) -> Attribute { Attribute("action", link.text) }
    /// The method of our forms. They post, because their content must not appear in an address.
    package static let post = Attribute("method", "post")
    /// The encoding of a form with a file (RFC 7578).
    package static let multipart = Attribute("enctype", "multipart/form-data")

    package static func name(_ value: String) -> Attribute { Attribute("name", value) }
    package static func value(_ value: String) -> Attribute { Attribute("value", value) }
    package static func type(_ value: StaticString) -> Attribute { Attribute("type", "\(value)") }
    package static func `for`(_ id: String) -> Attribute { Attribute("for", id) }
    package static func min(_ value: String) -> Attribute { Attribute("min", value) }
    package static func max(_ value: String) -> Attribute { Attribute("max", value) }
    package static func maxlength(_ value: Int) -> Attribute { Attribute("maxlength", "\(value)") }
    package static func autocomplete(_ value: StaticString) -> Attribute { Attribute("autocomplete", "\(value)") }
    package static func autocapitalize(_ value: StaticString) -> Attribute { Attribute("autocapitalize", "\(value)") }
    /// The types of files that a field offers first.
    package static func accept(_ value: StaticString) -> Attribute { Attribute("accept", "\(value)") }
    package static func inputmode(_ value: StaticString) -> Attribute { Attribute("inputmode", "\(value)") }
    package static let noSpellcheck = Attribute("spellcheck", "false")
    package static let required = Attribute("required", nil)
    package static let checked = Attribute("checked", nil)
    package static let selected = Attribute("selected", nil)
    package static let disabled = Attribute("disabled", nil)
    package static func viewBox(_ value: String) -> Attribute { Attribute("viewBox", value) }
    /// The commands of a drawing's line or area (SVG, 9.3).
    package static func d(_ value: String) -> Attribute { Attribute("d", value) }
    package static func scope(_ value: StaticString) -> Attribute { Attribute("scope", "\(value)") }

    static let charset = Attribute("charset", "utf-8")
    static func content(_ value: String) -> Attribute { Attribute("content", value) }
    static func httpEquiv(_ value: StaticString) -> Attribute { Attribute("http-equiv", "\(value)") }
    static func rel(_ value: StaticString) -> Attribute { Attribute("rel", "\(value)") }
    static func src(_ link: PageLink) -> Attribute { Attribute("src", link.text) }
    static let `defer` = Attribute("defer", nil)
}

/// The target of a link: one of our own pages, a web address, or a person.
package struct PageLink: Hashable, Sendable {
    let text: String

    /// A path of this server with a query, whose names and values are percent-encoded.
    package static func page(_ path: StaticString, query: KeyValuePairs<String, String> = [:]) -> PageLink {
        let pairs = query.map { "\(PercentCoding.encode($0.key))=\(PercentCoding.encode($0.value))" }
        return PageLink(text: "\(path)" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")))
    }

    /// A page of this server whose path continues with `names`, which are percent-encoded.
    package static func page(
        _ folder: StaticString,
        _ names: [String],
        query: KeyValuePairs<String, String>
    ) -> PageLink {
        let path = names.map { "/\(PercentCoding.encode($0))" }.joined()
        return PageLink(text: "\(folder)\(path)\(page("", query: query).text)")
    }

    /// An element of the same page.
    package static func element(_ id: String) -> PageLink {
        PageLink(text: "#" + PercentCoding.encode(id))
    }

    /// An address that begins with `https://`; nil for any other text, such as a script in disguise.
    package static func web(_ address: String) -> PageLink? {
        address.hasPrefix("https://") ? PageLink(text: address) : nil
    }

    /// A telephone number as people write it (RFC 3966, without separators); nil for any other text.
    package static func telephone(_ number: String) -> PageLink? {
        let digits = number.filter { !" -./()\u{A0}\u{202F}".contains($0) }
        let isInternational = digits.hasPrefix("+")
        let rest = digits.dropFirst(isInternational ? 1 : 0)
        guard (1...15).contains(rest.count), rest.allSatisfy({ ("0"..."9").contains($0) }) else {
            return nil
        }
        return PageLink(text: "tel:\(digits)")
    }

    /// A mail address of the usual form, `name@host` (RFC 6068); nil for any other text.
    package static func mail(_ address: String) -> PageLink? {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isPlain) }) else {
            return nil
        }
        return PageLink(text: "mailto:\(address)")
    }

    /// Whether a byte of an address needs no escape in a link.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "+"):
            true
        default: false
        }
    }
}
