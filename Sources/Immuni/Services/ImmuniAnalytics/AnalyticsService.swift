package import AnalyticsStores
package import DeviceAttestation
package import ExposurePrimitives
import HTTPTypes
import ImmuniAPI
import ImmuniServing
package import Logging
package import ServiceKit
import WireFormat

/// The Analytics Service: accepts Operational Info from phones that prove to be phones, and Epidemiological Info from
/// Exposure Ingestion.
///
/// No answer shows whether Operational Info was counted. Both its endpoints have dummies. Dummies do the work of a
/// genuine request up to the commit, and are accepted whatever they contain.
package struct AnalyticsService: HostedService {
    package let name = "analytics"
    package let refusals: any RefusalRenderer = ImmuniRefusals()
    package let jobs: [PeriodicJob]
    package let activities: [@Sendable () async -> Void]
    private let tokens: any AnalyticsTokenStore
    private let operational: any OperationalInfoStore
    private let authorisation: any TokenAuthorisation
    private let attestation: any AttestationVerifier
    private let pool: WorkPool
    private let googleTier: AttestationTier
    private let reports: AnalyticsReports
    private let clock: any WallClock

    /// - Parameter pool: the pool that verifies attestations.
    package init(
        tokens: any AnalyticsTokenStore,
        operational: any OperationalInfoStore,
        authorisation: any TokenAuthorisation,
        attestation: any AttestationVerifier,
        pool: WorkPool = WorkPool(),
        inbox: InboxJob,
        cleanup: AnalyticsCleanupJob,
        activities: [@Sendable () async -> Void] = [],
        releases: ReleaseJob,
        reports: AnalyticsReports,
        configuration: AnalyticsConfiguration,
        clock: any WallClock,
        logger: Logger
    ) {
        self.tokens = tokens
        self.operational = operational
        self.authorisation = authorisation
        self.attestation = attestation
        self.pool = pool
        googleTier = configuration.googleTier
        self.reports = reports
        self.clock = clock
        self.activities = activities
        jobs = [
            PeriodicJob(name: "analytics-inbox", every: configuration.inboxPeriod, runAtStart: true) {
                try await inbox.run()
            },
            PeriodicJob(name: "analytics-cleanup", every: Self.cleanupPeriod, runAtStart: true) {
                logger.record(AnalyticsEvent.cleaned(try await cleanup.run()))
            },
            PeriodicJob(name: "analytics-release", every: Self.releasePeriod, runAtStart: true) {
                logger.record(AnalyticsEvent.released(try await releases.run()))
            },
        ]
    }

    package var publicRoutes: [Route] {
        [
            Route.forEveryone(ImmuniEndpoint.analyticsToken) { request in try await authoriseToken(request) },
            Route.forEveryone(ImmuniEndpoint.appleOperationalInfo) { request in try await takeAppleInfo(request) },
            Route.forEveryone(ImmuniEndpoint.googleOperationalInfo) { request in try await takeGoogleInfo(request) },
        ]
    }

    package var internalRoutes: [Route] { reports.routes }

    package func checkHealth() async throws {
        let nobody = TokenIdentifier(digest: [UInt8](repeating: 0, count: 32))
        let month = CalendarMonth(of: clock.now().utcDay)
        _ = try await tokens.isAuthorised(nobody, in: month...month)
    }

    /// One hour, so no data outlives its retention by more.
    private static let cleanupPeriod = Duration.seconds(3600)
    /// One hour: a day is closed an hour after its end.
    private static let releasePeriod = Duration.seconds(3600)
}

// MARK: - iOS

extension AnalyticsService {
    private func authoriseToken(_ request: ServiceRequest) async throws -> ServiceResponse {
        let wanted = try AnalyticsTokenRequest(parsing: request.acceptedBody())
        let isAuthorised = try await authorisation.request(
            wanted.token,
            deviceToken: wanted.deviceToken.map { token in
                DeviceToken(exposing: String(decoding: token.exposedBytes, as: UTF8.self))
            },
            attestation: wanted.appAttest.map { .appAttest(object: $0.exposedBytes) }
        )
        return .empty(isAuthorised ? 201 : 202, cacheControl: .noStore)
    }

    private func takeAppleInfo(_ request: ServiceRequest) async throws -> ServiceResponse {
        let today = clock.now().utcDay
        switch try request.dummyFlag() {
        case .dummy:
            let info = (try? OperationalInfoRequest(parsing: request.body, today: today)) ?? .standIn(today: today)
            _ = identifier(of: AnalyticsToken(authorization: request.headers[.authorization]) ?? randomToken())
            try await operational.rehearse(OperationalFacts(info, from: .ios), on: today)
        case .genuine:
            let info = try OperationalInfoRequest(parsing: request.acceptedBody(), today: today)
            guard let token = AnalyticsToken(authorization: request.headers[.authorization]) else {
                throw APIError.notCompliant
            }
            _ = try await operational.count(
                OperationalFacts(info, from: .ios),
                on: today,
                by: identifier(of: token),
                authorisedIn: AnalyticsToken.authorisations(validIn: CalendarMonth(of: today))
            )
        }
        return accepted
    }

    private func identifier(of token: AnalyticsToken) -> TokenIdentifier {
        TokenIdentifier(digest: token.digest)
    }

    private func randomToken() -> AnalyticsToken {
        var generator = SystemRandomNumberGenerator()
        return AnalyticsToken.random(using: &generator)
    }
}

// MARK: - Android

extension AnalyticsService {
    private func takeGoogleInfo(_ request: ServiceRequest) async throws -> ServiceResponse {
        let today = clock.now().utcDay
        switch try request.dummyFlag() {
        case .dummy:
            let request =
                (try? AttestedOperationalInfoRequest(parsing: request.body, today: today)).map(AttestedFacts.init)
                ?? AttestedFacts(standingIn: request.body, today: today)
            _ = try await decide(request)
            try await operational.rehearse(request.facts, on: today)
        case .genuine:
            let request = AttestedFacts(
                try AttestedOperationalInfoRequest(parsing: request.acceptedBody(), today: today)
            )
            let decision = try await decide(request)
            if case .accepted(let tier, let expiry) = decision, tier >= googleTier {
                _ = try await operational.count(
                    request.facts,
                    on: today,
                    boundBy: request.binding,
                    until: Self.forgetting(expiry)
                )
            } else {
                // The time of the answer must not reveal a refused attestation either.
                try await operational.rehearse(request.facts, on: today)
            }
        }
        return accepted
    }

    private func decide(_ request: AttestedFacts) async throws -> AttestationDecision {
        try await pool.run { [attestation] in
            await attestation.decide(request.evidence, boundTo: request.binding)
        }
    }
}

extension AnalyticsService {
    /// The time until which the binding of an attestation accepted until `expiry` is remembered. A request accepted in
    /// its last second may be worked on for some time; the result adds this time and is rounded up to a full hour. The
    /// attestation's exact time would show when the phone made it.
    static func forgetting(_ expiry: UnixTime) -> UnixTime {
        let end = expiry.advanced(bySeconds: longestWork)
        let past = end.seconds % 3600
        return past == 0 ? end : end.advanced(bySeconds: 3600 - past)
    }

    /// Seconds: the maximum value of `limits.handling`.
    private static let longestWork: Int64 = 600
}

// MARK: - Parts of all

extension AnalyticsService {
    private var accepted: ServiceResponse { .empty(204, cacheControl: .noStore) }
}
