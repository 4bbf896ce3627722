package import ClockPorts
package import ExposurePrimitives
import HTTPTypes
import Localisation
package import Logging
import OperatorStores
package import PortalSections
package import ServiceKit
import WebPages
import WireFormat

/// The operators' pages: signing in, passwords, and the frame around the sections of the systems.
///
/// The pages are only on the internal listener. They need no token there, because only the sign-in form is open to all.
package struct PortalService: HostedService {
    package let name = "portal"
    package let refusals: any RefusalRenderer = PageRefusals(
        site: PortalText.site,
        home: .page("/portal"),
        back: PortalText.back,
        assets: [PortalPages.icon, PortalPages.style]
    )
    let accounts: OperatorAccounts
    let sections: SectionList
    let configuration: PortalConfiguration
    let clock: any WallClock
    private let trusted: any TrustedClock
    private let logger: Logger

    /// - Parameters:
    ///   - sections: in the order of the navigation.
    ///   - trusted: the clock for deleting accounts, sessions and lines of the audit log.
    package init(
        accounts: OperatorAccounts,
        sections: [any PortalSection],
        configuration: PortalConfiguration,
        clock: any WallClock,
        trusted: any TrustedClock,
        logger: Logger
    ) throws(SectionError) {
        self.accounts = accounts
        self.sections = try SectionList(sections)
        self.configuration = configuration
        self.clock = clock
        self.trusted = trusted
        self.logger = logger
    }

    package var internalRoutes: [Route] {
        [
            page(.get, "/portal/password") { visit, _ in showPassword(visit) },
            page(.post, "/portal/password") { visit, signedIn in try await changePassword(visit, signedIn) },
            page(.post, "/portal/sign-out") { visit, signedIn in try await signOut(visit, signedIn) },
            openPage(.get, "/portal/sign-in") { visit in showSignIn(visit) },
            openPage(.post, "/portal/sign-in") { visit in try await signIn(visit) },
        ] + PortalPages.assets.map(\.route) + sectionRoutes
    }

    private var sectionRoutes: [Route] {
        let pages = sections.all.flatMap { section in section.pages.map { route(of: $0, in: section) } }
        let assets = sections.all.flatMap { $0.assets.map(\.route) }
        guard !sections.hasFrontPage else {
            return pages + assets
        }
        return [page(.get, SectionList.front) { visit, _ in showFirstSection(visit) }] + pages + assets
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

extension PortalService {
    /// A page for signed-in operators. Others are led to the sign-in form, and operators who must change their password
    /// to that form.
    func page(
        _ method: Endpoint.Method,
        _ path: String,
        _ handle: @escaping @Sendable (Visit, SignedIn) async throws -> ServiceResponse
    ) -> Route {
        route(method, path, ignoresSession: false) { visit, request in
            guard let signedIn = visit.signedIn else {
                return Page.redirect(
                    to: .page("/portal/sign-in", query: method == .post ? ["ended": "1"] : [:]),
                    cookies: visit.cookies
                )
            }
            if method == .post {
                try visit.checkForm(request)
            }
            guard !signedIn.mustChangePassword || Self.pagesWithFirstPassword.contains(path) else {
                return Page.redirect(to: .page("/portal/password"), cookies: visit.cookies)
            }
            return try await handle(visit, signedIn)
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

    func pages(for visit: Visit) -> PortalPages {
        PortalPages(visit: visit, sections: sections)
    }

    func answer(_ visit: Visit, _ page: Page, status: Int = 200) -> ServiceResponse {
        page.response(status: status, cookies: visit.cookies)
    }

    private func failure(_ error: any Error, route: String, _ request: ServiceRequest) -> ServiceResponse {
        let language = LanguageChoice(request, isSecure: configuration.isSecure).language
        func page(_ explanation: some LocalisedText) -> Page {
            PortalPages.failure(explanation, language, siteTitle: sections.siteTitle(for: nil))
        }
        switch error as? PortalError {
        case .foreignForm: return page(PortalText.foreignForm).response(status: 403)
        case .foreignName: return page(PortalText.foreignName).response(status: 421)
        case .busy: break
        case nil: logger.recordFailure(of: route, FailureCause(error))
        }
        return page(PortalText.serverFailure).response(status: 503)
    }
}
