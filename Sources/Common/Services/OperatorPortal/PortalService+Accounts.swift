import ExposurePrimitives
import Localisation
import OperatorStores
import ServiceKit
import WebPages
import WireFormat

extension PortalService {
    func showSignIn(_ visit: Visit) -> ServiceResponse {
        guard visit.signedIn == nil else {
            return Page.redirect(to: .page("/portal"), cookies: visit.cookies)
        }
        let hasEnded = visit.query.contains { $0.name == "ended" }
        return answer(visit, pages(for: visit).signIn(notice: hasEnded ? SignInText.ended : nil))
    }

    /// Signs in. The browser gets another secret than that of the form, so nobody can have planted the session's
    /// secret.
    func signIn(_ visit: Visit) async throws -> ServiceResponse {
        let name = visit.fields?["name"].filter { !$0.isWhitespace } ?? ""
        let password = SecretBytes((visit.fields?["password"] ?? "").utf8)
        func form(_ notice: any LocalisedText, status: Int) -> ServiceResponse {
            answer(visit, pages(for: visit).signIn(name: name, notice: notice), status: status)
        }
        switch try await accounts.signIn(name: name, password: password, browser: visit.browser) {
        case .refused: return form(SignInText.refused, status: 401)
        case .tooEarly(let seconds): return form(PortalPhrase.tooEarly(seconds), status: 429)
        case .signedIn(let session, let browser):
            let isSecure = configuration.isSecure
            let names = CookieNames(isSecure: isSecure)
            let cookies = [
                Cookie(names.session, session.exposedCookie, isSecure: isSecure),
                Cookie(names.browser, browser.exposedCookie, maxAge: Self.browserAge, isSecure: isSecure),
            ]
            return Page.redirect(to: .page("/portal"), cookies: visit.cookies + cookies)
        }
    }

    func signOut(_ visit: Visit, _ signedIn: SignedIn) async throws -> ServiceResponse {
        try await accounts.store.endSession(signedIn.session.digest, at: clock.now())
        let isSecure = configuration.isSecure
        let cookie = Cookie(CookieNames(isSecure: isSecure).session, "", maxAge: 0, isSecure: isSecure)
        return Page.redirect(to: .page("/portal/sign-in"), cookies: visit.cookies + [cookie])
    }

    func showPassword(_ visit: Visit) -> ServiceResponse {
        let isChanged = visit.query.contains { $0.name == "changed" }
        return answer(visit, pages(for: visit).password(isChanged: isChanged))
    }

    func changePassword(_ visit: Visit, _ signedIn: SignedIn) async throws -> ServiceResponse {
        let pages = pages(for: visit)
        let (old, new) = (visit.fields?["old"] ?? "", visit.fields?["new"] ?? "")
        guard new == visit.fields?["again"] else {
            return answer(visit, pages.password(newFault: PasswordText.passwordsDiffer), status: 422)
        }
        let outcome = try await accounts.changePassword(
            in: signedIn.session,
            from: SecretBytes(old.utf8),
            to: SecretBytes(new.utf8)
        )
        switch outcome {
        case .changed:
            return Page.redirect(to: .page("/portal/password", query: ["changed": "1"]), cookies: visit.cookies)
        case .wrongPassword:
            return answer(visit, pages.password(oldFault: PasswordText.oldPasswordWrong), status: 422)
        case .tooEarly(let seconds):
            return answer(visit, pages.password(oldFault: PortalPhrase.tooEarly(seconds)), status: 429)
        case .samePassword:
            return answer(visit, pages.password(newFault: PasswordText.passwordSame), status: 422)
        case .refused(let error):
            return answer(visit, pages.password(newFault: Self.fault(error)), status: 422)
        }
    }

    private static func fault(_ error: OperatorAccountError) -> any LocalisedText {
        switch error {
        case .passwordTooLong: PasswordText.passwordTooLong
        case .passwordTooEasy: PasswordText.passwordTooEasy
        case .passwordTooShort, .nameTaken, .noSuchAccount: PasswordText.passwordHint
        }
    }
}
