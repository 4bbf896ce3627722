import ExposurePrimitives
import HTTPTypes
import Localisation
import ServiceKit
import Stores
import WebPages

/// One request to the operators' pages: from which browser, in which language, and who is signed in.
struct Visit: Sendable {
    let language: Language
    /// What this browser's forms are bound to. Once signed in, it is the session's.
    let secret: BrowserSecret
    /// Nil for somebody who is not signed in.
    let session: OperatorSession?
    /// What the browser is known by to those who signed in from it; nil for a new one.
    let browser: BrowserSecret?
    /// To be set with the answer.
    let cookies: [Cookie]
    /// Empty for a GET.
    let fields: FormFields?
    let query: [(name: String, value: String)]

    init(_ request: ServiceRequest, accounts: OperatorAccounts, configuration: PortalConfiguration) async throws {
        let isSecure = configuration.isSecure
        let choice = LanguageChoice(request, isSecure: isSecure)
        language = choice.language
        query = request.query ?? []
        browser = BrowserSecret(
            cookie: Cookie.value(of: Self.browserCookie(isSecure: isSecure), in: request.headers)
        )
        let name = Self.sessionCookie(isSecure: isSecure)
        var cookies = choice.cookie.map { [$0] } ?? []
        if let secret = BrowserSecret(cookie: Cookie.value(of: name, in: request.headers)) {
            self.secret = secret
            session = try await accounts.session(secret, limits: configuration)
        } else {
            var generator = SystemRandomNumberGenerator()
            secret = BrowserSecret(using: &generator)
            session = nil
            cookies.append(Cookie(name, secret.exposedCookie, isSecure: isSecure))
        }
        self.cookies = cookies
        fields = request.method == .post ? FormFields(request) : nil
        if request.method == .post, !isOwnForm(request.headers) {
            throw PortalError.foreignForm
        }
    }

    /// Whether the form that was posted came from a page that this browser had from us.
    private func isOwnForm(_ headers: HTTPFields) -> Bool {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { headers[$0] } ?? "same-origin"
        return ["same-origin", "none"].contains(site) && secret.accepts(formToken: fields?[Self.tokenField] ?? "")
    }

    /// The hidden field of every form.
    var formToken: HTML {
        Tag.input(.type("hidden"), .name(Self.tokenField), .value(secret.exposedFormToken))
    }

    static let tokenField = "form"

    /// The prefix ties a cookie to this host and to TLS (RFC 6265bis, 4.1.3.2), where there is TLS.
    static func sessionCookie(isSecure: Bool) -> String {
        isSecure ? "__Host-avviso-portal" : "avviso-portal"
    }

    static func browserCookie(isSecure: Bool) -> String {
        isSecure ? "__Host-avviso-browser" : "avviso-browser"
    }
}
