import HTTPTypes
package import Localisation
package import ServiceKit

/// The language of an answer: the person's new choice (`?lang=de`), the earlier choice (a cookie), or the browser's
/// preference.
package struct LanguageChoice: Sendable {
    package let language: Language
    /// The cookie of a new choice; nil without one.
    package let cookie: Cookie?

    package init(_ request: ServiceRequest, isSecure: Bool) {
        if let chosen = request.query?.last(where: { $0.name == Self.parameter }).flatMap({
            Language(rawValue: $0.value)
        }) {
            language = chosen
            cookie = Cookie(Self.cookieName, chosen.tag, maxAge: Self.year, isSecure: isSecure)
        } else {
            language = Self.language(from: request.headers)
            cookie = nil
        }
    }

    /// The earlier choice, or the browser's preference.
    static func language(from headers: HTTPFields) -> Language {
        Cookie.value(of: cookieName, in: headers).flatMap(Language.init(rawValue:))
            ?? Language(acceptLanguage: headers[.acceptLanguage])
    }

    static let parameter = "lang"
    private static let cookieName = "avviso-language"
    private static let year: Int64 = 31_536_000
}
