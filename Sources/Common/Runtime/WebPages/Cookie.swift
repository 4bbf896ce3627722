package import HTTPTypes
import WireFormat

/// A cookie for our own pages only, inaccessible to scripts.
package struct Cookie: Hashable, Sendable {
    package let name: String
    package let value: String
    /// The lifetime in seconds; nil until the browser closes, 0 to delete the cookie.
    package let maxAge: Int64?
    /// Whether the cookie is sent only over TLS.
    package let isSecure: Bool

    /// - Parameters:
    ///   - name: A token (RFC 6265, 4.1.1).
    ///   - value: Letters, digits, hyphens and underscores; other characters are dropped.
    package init(_ name: String, _ value: String, maxAge: Int64? = nil, isSecure: Bool) {
        self.name = name
        self.value = value.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        self.maxAge = maxAge
        self.isSecure = isSecure
    }

    var field: HTTPField {
        var text = "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict"
        if isSecure {
            text += "; Secure"
        }
        if let maxAge {
            text += "; Max-Age=\(maxAge)"
        }
        return HTTPField(name: .setCookie, value: text)
    }

    /// The value of a cookie that a browser sent, as ``CookieHeader`` finds it.
    package static func value(of name: String, in headers: HTTPFields) -> String? {
        CookieHeader.value(of: name, in: headers[values: .cookie])
    }
}
