package import ExposurePrimitives
import Localisation
package import Logging
package import OperatorPorts
package import ServiceKit
import Stores
import WebPages
import WireFormat

/// The health worker's page: sign in, type the code that a person reads out, authorise it, see its time run down. It is on
/// the internal listener only, and needs no token there, because nothing but the form to sign in is open.
package struct OperatorPortal: HostedService {
    package let name = "portal"
    let accounts: OperatorAccounts
    let authority: any OTPAuthorising
    let configuration: PortalConfiguration
    let clock: any WallClock
    let calendar: AuthorityCalendar
    let logger: Logger

    package init(
        accounts: OperatorAccounts,
        authority: any OTPAuthorising,
        configuration: PortalConfiguration,
        clock: any WallClock,
        calendar: AuthorityCalendar,
        logger: Logger
    ) {
        self.accounts = accounts
        self.authority = authority
        self.configuration = configuration
        self.clock = clock
        self.calendar = calendar
        self.logger = logger
    }

    package var internalRoutes: [Route] {
        [
            page(.get, "/portal") { visit, _ in showCodeForm(visit) },
            page(.post, "/portal") { visit, session in try await authorise(visit, session) },
            page(.get, "/portal/authorised") { visit, session in showAuthorised(visit, session) },
            page(.get, "/portal/password") { visit, _ in answer(visit, PortalPages(visit: visit).password()) },
            page(.post, "/portal/password") { visit, session in try await changePassword(visit, session) },
            page(.post, "/portal/sign-out") { visit, session in try await signOut(visit, session) },
            openPage(.get, "/portal/sign-in") { visit in showSignIn(visit) },
            openPage(.post, "/portal/sign-in") { visit in try await signIn(visit) },
        ] + PortalPages.assetRoutes
    }

    package var jobs: [PeriodicJob] {
        [PeriodicJob(name: "portal-cleanup", every: .seconds(3600), runAtStart: true) { try await cleanUp() }]
    }

    package func checkHealth() async throws {
        _ = try await accounts.store.session(SecretDigest([UInt8](repeating: 0, count: 32)))
    }

    private func cleanUp() async throws {
        let now = clock.now()
        try await accounts.store.delete(
            OperatorRetention(
                sessionsStartedBefore: now.advanced(bySeconds: -configuration.longest),
                sessionsUsedBefore: now.advanced(bySeconds: -configuration.idle),
                browsersUsedBefore: now.advanced(bySeconds: -Self.browserAge),
                auditBefore: now.advanced(bySeconds: -configuration.auditRetention)
            )
        )
    }

    /// Seconds for which a browser counts as known after somebody signed in from it: half a year.
    static let browserAge = 180 * UnixTime.secondsPerDay
}

// MARK: - Answering

extension OperatorPortal {
    /// A page for those who are signed in; others are led to the form.
    private func page(
        _ method: Endpoint.Method,
        _ path: String,
        _ handle: @escaping @Sendable (Visit, OperatorSession) async throws -> ServiceResponse
    ) -> Route {
        openPage(method, path) { visit in
            guard let session = visit.session else {
                return Page.redirect(
                    to: .page("/portal/sign-in", query: method == .post ? ["ended": "1"] : [:]),
                    cookies: visit.cookies
                )
            }
            return try await handle(visit, session)
        }
    }

    /// A page for everybody; every form that is posted is checked before it gets here.
    private func openPage(
        _ method: Endpoint.Method,
        _ path: String,
        _ handle: @escaping @Sendable (Visit) async throws -> ServiceResponse
    ) -> Route {
        .page(method, path) { request in
            do {
                return try await handle(Visit(request, accounts: accounts, configuration: configuration))
            } catch {
                return failure(error, route: path, request)
            }
        }
    }

    func answer(_ visit: Visit, _ page: Page, status: Int = 200) -> ServiceResponse {
        page.response(status: status, cookies: visit.cookies)
    }

    private func failure(_ error: any Error, route: String, _ request: ServiceRequest) -> ServiceResponse {
        let language = LanguageChoice(request, isSecure: configuration.isSecure).language
        if case PortalError.foreignForm = error {
            return PortalPages.failure(PortalText.foreignForm, language).response(status: 403)
        }
        if !(error is PortalError) {
            logger.record(LoggedEvent.requestFailed(route: route, cause: FailureCause(error)))
        }
        return PortalPages.failure(PortalText.serverFailure, language).response(status: 503)
    }
}
