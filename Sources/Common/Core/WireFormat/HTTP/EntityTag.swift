/// The entity tag of a representation (RFC 9110 section 8.8.3). It is strong, so equal tags mean equal bytes.
package struct EntityTag: Hashable, Sendable {
    /// With its quotation marks.
    package let text: String

    /// A tag with `content`, which must not contain quotation marks: a digest in hexadecimal digits.
    package init(_ content: String) {
        text = "\"\(content)\""
    }

    /// Whether an `If-None-Match` field names the tag: weak comparison, a list, or `*` (RFC 9110 section 13.1.2).
    package func isNamed(by field: String?) -> Bool {
        guard let field else {
            return false
        }
        return field.split(separator: ",").contains { element in
            let tag = element.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return tag == "*" || tag == text || tag == "W/" + text
        }
    }
}
