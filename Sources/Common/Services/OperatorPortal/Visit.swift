import ExposurePrimitives
import HTTPTypes
import Localisation
import OperatorStores
import PortalSections
import ServiceKit
import WebPages
import WireFormat

/// One request to the operators' pages: its browser, its language, and the signed-in operator.
struct Visit: Sendable {
    let language: Language
    /// The secret that this browser's forms are bound to: the session's, or, without a session, one of the form alone.
    /// The two have separate cookies: a request from another site's link carries no cookie, and its answer must not
    /// replace the session.
    let secret: BrowserSecret
    /// Nil if nobody is signed in.
    let signedIn: SignedIn?
    /// The secret that shows that this browser was used to sign in before; nil for a new browser.
    let browser: BrowserSecret?
    /// The cookies to set with the answer.
    let cookies: [Cookie]
    /// Empty for a GET.
    let fields: FormFields?
    let query: [(name: String, value: String)]
    /// Seconds without a request after which the session ends.
    let idle: Int64

    /// - Parameter ignoresSession: whether the visitor counts as a stranger, as in the sign-in form.
    init(
        _ request: ServiceRequest,
        accounts: OperatorAccounts,
        configuration: PortalConfiguration,
        ignoresSession: Bool
    ) async throws {
        let names = CookieNames(isSecure: configuration.isSecure)
        let choice = LanguageChoice(request, isSecure: configuration.isSecure)
        language = choice.language
        query = request.query ?? []
        idle = configuration.idle
        fields = request.method == .post ? FormFields(request) : nil
        browser = BrowserSecret(cookie: Cookie.value(of: names.browser, in: request.headers))
        var cookies = choice.cookie.map { [$0] } ?? []
        if !ignoresSession,
            let secret = BrowserSecret(cookie: Cookie.value(of: names.session, in: request.headers)),
            let session = try await accounts.session(secret, limits: configuration),
            let account = try await accounts.store.account(session.name)
        {
            self.secret = secret
            signedIn = SignedIn(session: session, account: account)
        } else {
            signedIn = nil
            if let secret = BrowserSecret(cookie: Cookie.value(of: names.form, in: request.headers)) {
                self.secret = secret
            } else {
                var generator = SystemRandomNumberGenerator()
                secret = BrowserSecret(using: &generator)
                cookies.append(Cookie(names.form, secret.exposedCookie, isSecure: configuration.isSecure))
            }
        }
        self.cookies = cookies
    }

    /// Throws if the form did not come from a page that we sent to this browser.
    func checkForm(_ request: ServiceRequest) throws(PortalError) {
        guard request.isFromOwnPages, secret.accepts(formToken: fields?[PageParts.tokenField] ?? "") else {
            throw .foreignForm
        }
    }

    /// Writes pages for this browser.
    var parts: PageParts { PageParts(language, formToken: secret.exposedFormToken) }
}

/// The operator who is signed in.
struct SignedIn: Sendable {
    let session: OperatorSession
    let account: OperatorAccount

    /// Whether the operator must choose a password of her own before anything else.
    var mustChangePassword: Bool { account.mustChangePassword }
}

/// The names of our cookies. Over TLS a prefix binds them to TLS and to this host (RFC 6265bis, 4.1.3.2).
struct CookieNames {
    let session: String
    let form: String
    let browser: String

    init(isSecure: Bool) {
        let prefix = isSecure ? "__Host-" : ""
        session = prefix + "avviso-portal"
        form = prefix + "avviso-form"
        browser = prefix + "avviso-browser"
    }
}
