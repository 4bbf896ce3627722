import ExposurePrimitives
import HTTPTypes
import Localisation
import OperatorStores
import ServiceKit
import WebPages
import WireFormat

/// One request to the operators' pages: from which browser, in which language, and who is signed in.
struct Visit: Sendable {
    let language: Language
    /// What this browser's forms are bound to: the session's secret, or for those who are not signed in one of the form alone.
    /// They have cookies of their own, because a request from another site's link comes without any, and its answer must not
    /// take the session's place.
    let secret: BrowserSecret
    /// Nil for somebody who is not signed in.
    let session: OperatorSession?
    /// Whether the operator may do nothing before she has a password of her own.
    let mustChangePassword: Bool
    /// What the browser is known by to those who signed in from it; nil for a new one.
    let browser: BrowserSecret?
    /// To be set with the answer.
    let cookies: [Cookie]
    /// Empty for a GET.
    let fields: FormFields?
    let query: [(name: String, value: String)]
    /// Seconds without a request after which the session ends.
    let idle: Int64

    /// - Parameter ignoresSession: whether the visitor counts as a stranger, as in the form to sign in.
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
            let session = try await accounts.session(secret, limits: configuration)
        {
            self.secret = secret
            self.session = session
            mustChangePassword = try await accounts.store.account(session.name)?.mustChangePassword ?? true
        } else {
            session = nil
            mustChangePassword = false
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

    /// Throws for a form that did not come from a page that this browser had from us.
    func checkForm(_ request: ServiceRequest) throws(PortalError) {
        guard request.isFromOwnPages, secret.accepts(formToken: fields?[Self.tokenField] ?? "") else {
            throw .foreignForm
        }
    }

    /// The hidden field of every form.
    var formToken: HTML {
        Tag.input(.type("hidden"), .name(Self.tokenField), .value(secret.exposedFormToken))
    }

    private static let tokenField = "form"
}

/// What our cookies are called. Over TLS a prefix ties them to it and to this host (RFC 6265bis, 4.1.3.2).
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
