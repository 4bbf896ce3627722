package import ClockPorts
package import ExposurePrimitives
import HTTPTypes
import Localisation
package import Logging
package import OperatorPorts
import OperatorStores
package import ServiceKit
import WebPages
import WireFormat

/// The health worker's page. She signs in, types the code that a person reads out, authorises it and sees its time run
/// down. It is only on the internal listener, and needs no token there, because only the sign-in form is open to all.
package struct OperatorPortal: HostedService {
    package let name = "portal"
    package let refusals: any RefusalRenderer = PageRefusals(
        site: PortalText.site,
        home: .page("/portal"),
        back: PortalText.back,
        assets: [PortalPages.icon, PortalPages.style]
    )
    let accounts: OperatorAccounts
    let authority: any OTPAuthorising
    let configuration: PortalConfiguration
    let clock: any WallClock
    let trusted: any TrustedClock
    let calendar: AuthorityCalendar
    let logger: Logger

    /// - Parameter trusted: the clock for deleting accounts, sessions and lines of the audit log.
    package init(
        accounts: OperatorAccounts,
        authority: any OTPAuthorising,
        configuration: PortalConfiguration,
        clock: any WallClock,
        trusted: any TrustedClock,
        calendar: AuthorityCalendar,
        logger: Logger
    ) {
        self.accounts = accounts
        self.authority = authority
        self.configuration = configuration
        self.clock = clock
        self.trusted = trusted
        self.calendar = calendar
        self.logger = logger
    }

    package var internalRoutes: [Route] {
        [
            page(.get, "/portal") { visit, _ in showCodeForm(visit) },
            page(.post, "/portal") { visit, session in try await authorise(visit, session) },
            page(.get, "/portal/authorised") { visit, session in showAuthorised(visit, session) },
            page(.get, "/portal/password") { visit, _ in showPassword(visit) },
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
        let now = try await trusted.trustedNow()
        try await accounts.store.delete(
            OperatorRetention(
                sessionsStartedBefore: now.advanced(bySeconds: -configuration.longest),
                sessionsUsedBefore: now.advanced(bySeconds: -configuration.idle),
                browsersUsedBefore: now.advanced(bySeconds: -Self.browserAge),
                triesBefore: now.advanced(bySeconds: -SignInThrottle.memory),
                auditBefore: now.advanced(bySeconds: -configuration.auditRetention)
            )
        )
    }

    /// Seconds for which a browser counts as known after a sign-in: half a year.
    static let browserAge = 180 * UnixTime.secondsPerDay
}

// MARK: - Answering

extension OperatorPortal {
    /// A page for signed-in operators. Others are led to the sign-in form, and operators who must change their password
    /// to that form.
    private func page(
        _ method: Endpoint.Method,
        _ path: String,
        _ handle: @escaping @Sendable (Visit, OperatorSession) async throws -> ServiceResponse
    ) -> Route {
        route(method, path, ignoresSession: false) { visit, request in
            guard let session = visit.session else {
                return Page.redirect(
                    to: .page("/portal/sign-in", query: method == .post ? ["ended": "1"] : [:]),
                    cookies: visit.cookies
                )
            }
            if method == .post {
                try visit.checkForm(request)
            }
            guard !visit.mustChangePassword || Self.pagesWithFirstPassword.contains(path) else {
                return Page.redirect(to: .page("/portal/password"), cookies: visit.cookies)
            }
            return try await handle(visit, session)
        }
    }

    private static let pagesWithFirstPassword: Set = ["/portal/password", "/portal/sign-out"]

    /// A page for everybody.
    private func openPage(
        _ method: Endpoint.Method,
        _ path: String,
        _ handle: @escaping @Sendable (Visit) async throws -> ServiceResponse
    ) -> Route {
        route(method, path, ignoresSession: method == .post) { visit, request in
            if method == .post {
                try visit.checkForm(request)
            }
            return try await handle(visit)
        }
    }

    private func route(
        _ method: Endpoint.Method,
        _ path: String,
        ignoresSession: Bool,
        _ handle: @escaping @Sendable (Visit, ServiceRequest) async throws -> ServiceResponse
    ) -> Route {
        .page(method, path) { request in
            do {
                guard configuration.accepts(host: request.headers[HTTPField.Name(known: "Host")]) else {
                    throw PortalError.foreignName
                }
                let visit = try await Visit(
                    request,
                    accounts: accounts,
                    configuration: configuration,
                    ignoresSession: ignoresSession
                )
                return try await handle(visit, request)
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
        switch error as? PortalError {
        case .foreignForm:
            return PortalPages.failure(PortalText.foreignForm, language).response(status: 403)
        case .foreignName:
            return PortalPages.failure(PortalText.foreignName, language).response(status: 421)
        case .busy: break
        case nil: logger.recordFailure(of: route, FailureCause(error))
        }
        return PortalPages.failure(PortalText.serverFailure, language).response(status: 503)
    }
}
