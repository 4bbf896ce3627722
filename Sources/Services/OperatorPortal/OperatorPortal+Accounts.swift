import ExposurePrimitives
import Localisation
import ServiceKit
import Stores
import WebPages

extension OperatorPortal {
    func showSignIn(_ visit: Visit) -> ServiceResponse {
        guard visit.session == nil else {
            return Page.redirect(to: .page("/portal"), cookies: visit.cookies)
        }
        let hasEnded = visit.query.contains { $0.name == "ended" }
        return answer(visit, PortalPages(visit: visit).signIn(notice: hasEnded ? PortalText.ended : nil))
    }

    /// The browser gets another secret than that of the form, so that nobody can have planted the one it signs in with.
    func signIn(_ visit: Visit) async throws -> ServiceResponse {
        let name = visit.fields?["name"].filter { !$0.isWhitespace } ?? ""
        let password = SecretBytes((visit.fields?["password"] ?? "").utf8)
        func form(_ notice: Localised, status: Int) -> ServiceResponse {
            answer(visit, PortalPages(visit: visit).signIn(name: name, notice: notice), status: status)
        }
        switch try await accounts.signIn(name: name, password: password, browser: visit.browser) {
        case .refused: return form(PortalText.refused, status: 401)
        case .tooEarly(let seconds): return form(PortalText.tooEarly(seconds), status: 429)
        case .signedIn(let session, let browser):
            let isSecure = configuration.isSecure
            let cookies = [
                Cookie(Visit.sessionCookie(isSecure: isSecure), session.exposedCookie, isSecure: isSecure),
                Cookie(
                    Visit.browserCookie(isSecure: isSecure),
                    browser.exposedCookie,
                    maxAge: Self.browserAge,
                    isSecure: isSecure
                ),
            ]
            return Page.redirect(to: .page("/portal"), cookies: cookies)
        }
    }

    func signOut(_ visit: Visit, _ session: OperatorSession) async throws -> ServiceResponse {
        try await accounts.store.end(session.digest, at: clock.now())
        let isSecure = configuration.isSecure
        let cookie = Cookie(Visit.sessionCookie(isSecure: isSecure), "", maxAge: 0, isSecure: isSecure)
        return Page.redirect(to: .page("/portal/sign-in"), cookies: [cookie])
    }

    func changePassword(_ visit: Visit, _ session: OperatorSession) async throws -> ServiceResponse {
        let pages = PortalPages(visit: visit)
        let (old, new) = (visit.fields?["old"] ?? "", visit.fields?["new"] ?? "")
        guard new == visit.fields?["again"] else {
            return answer(visit, pages.password(newFault: PortalText.passwordsDiffer), status: 422)
        }
        let outcome = try await accounts.changePassword(
            in: session,
            from: SecretBytes(old.utf8),
            to: SecretBytes(new.utf8)
        )
        switch outcome {
        case .changed: return answer(visit, pages.password(isChanged: true))
        case .wrongPassword:
            return answer(visit, pages.password(oldFault: PortalText.oldPasswordWrong), status: 422)
        case .tooEarly(let seconds):
            return answer(visit, pages.password(oldFault: PortalText.tooEarly(seconds)), status: 429)
        case .refused(.passwordTooLong):
            return answer(visit, pages.password(newFault: PortalText.passwordTooLong), status: 422)
        case .refused:
            return answer(visit, pages.password(newFault: PortalText.passwordHint), status: 422)
        }
    }
}
