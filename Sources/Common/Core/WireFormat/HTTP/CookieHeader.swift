/// The `Cookie` fields of a request (RFC 6265, 4.2).
package enum CookieHeader {
    /// The value of the cookie called `name`; nil if there is none or more than one. Of two cookies with the same name,
    /// one was planted.
    package static func value(of name: String, in fields: [String]) -> String? {
        let values =
            fields
            .flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
            .compactMap { pair -> Substring? in
                let parts = pair.drop { $0 == UInt8(ascii: " ") }.split(
                    separator: UInt8(ascii: "="),
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                return parts.count == 2 && parts[0].elementsEqual(name.utf8) ? Substring(parts[1]) : nil
            }
        return values.count == 1 ? String(values[0]) : nil
    }
}
