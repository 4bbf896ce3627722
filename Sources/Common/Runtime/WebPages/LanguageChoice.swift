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
            let remembered = Cookie.value(of: Self.cookieName, in: request.headers).flatMap(Language.init(rawValue:))
            language = remembered ?? Language(acceptLanguage: request.headers[.acceptLanguage])
            cookie = nil
        }
    }

    static let parameter = "lang"
    private static let cookieName = "avviso-language"
    private static let year: Int64 = 31_536_000
}
