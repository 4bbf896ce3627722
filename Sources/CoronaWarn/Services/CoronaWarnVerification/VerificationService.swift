import CoronaWarnAPI
package import CoronaWarnPorts
import CoronaWarnServing
package import ExposurePrimitives
package import Logging
package import ServiceKit
import WireFormat

/// The Verification Service: a phone shows once that it has a test or a teleTAN, asks for the result, and gets a TAN
/// that permits one upload.
///
/// The three routes for phones have dummies. A dummy must be well-formed. It does the work of a genuine request up to
/// the commit, with random identifiers in place of its own.
package struct VerificationService: HostedService {
    package let name = "verification"
    package let refusals: any RefusalRenderer = CoronaWarnRefusals(isTooLarge: .notAcceptable)
    let store: any VerificationStore
    let results: SessionResults
    let keys: any AccessKeyStore
    let secrets: VerificationSecrets
    let configuration: VerificationConfiguration
    let issuer: TeleTANIssuer
    private let cleanup: RegistrationCleanupJob
    let clock: any WallClock
    let logger: Logger
    let metrics: VerificationMetrics
    package let activities: [@Sendable () async -> Void]

    /// - Parameter activities: what goes on beside requests.
    package init(
        store: any VerificationStore,
        results: any TestResultSource,
        keys: any AccessKeyStore,
        secrets: VerificationSecrets,
        configuration: VerificationConfiguration,
        cleanup: RegistrationCleanupJob,
        clock: any WallClock,
        logger: Logger,
        metrics: MetricsRegistry,
        activities: [@Sendable () async -> Void] = []
    ) {
        self.store = store
        self.results = SessionResults(source: results)
        self.keys = keys
        self.secrets = secrets
        self.configuration = configuration
        issuer = TeleTANIssuer(
            store: store,
            secrets: secrets,
            configuration: configuration,
            clock: clock,
            metrics: metrics
        )
        self.cleanup = cleanup
        self.clock = clock
        self.logger = logger
        self.metrics = VerificationMetrics(in: metrics)
        self.activities = activities
    }

    package var publicRoutes: [Route] {
        [
            Route.forEveryone(CoronaWarnEndpoint.registrationToken) { try await register($0) },
            Route.forEveryone(CoronaWarnEndpoint.testResult) { try await tellResult($0) },
            Route.forEveryone(CoronaWarnEndpoint.tan) { try await issueTAN($0) },
        ].map(\.limitingVerificationBodies)
    }

    package var internalRoutes: [Route] {
        [
            Route.forPrograms(CoronaWarnEndpoint.verifyTAN) { try await verify($0) },
            Route.forPrograms(CoronaWarnEndpoint.reserveTAN) { try await reserve($0) },
            Route.forPrograms(CoronaWarnEndpoint.confirmTAN) { try await confirm($0) },
            Route.forPrograms(CoronaWarnEndpoint.internalTestResult) { try await tellInternalResult($0) },
            Route.forOperators(
                CoronaWarnEndpoint.teleTAN,
                knownBy: { try await holder(of: $0) },
                withoutHeader: .notCompliant
            ) { try await issueTeleTAN($0, for: $1) },
        ].map(\.limitingVerificationBodies)
    }

    package var jobs: [PeriodicJob] {
        [
            PeriodicJob(
                name: "registration-cleanup",
                every: .seconds(3600),
                runAtStart: true,
                lookingEvery: .seconds(5)
            ) {
                logger.record(VerificationEvent.cleaned(try await cleanup.run()))
            }
        ]
    }

    package func checkHealth() async throws {
        _ = try await store.session(of: randomToken().digest, now: clock.now())
    }

    func randomToken() -> RegistrationToken {
        var generator = SystemRandomNumberGenerator()
        return .generate(using: &generator)
    }

    func randomTAN() -> TAN {
        var generator = SystemRandomNumberGenerator()
        return .generate(using: &generator)
    }

    /// The identifier of a test that nobody has.
    func randomTest() -> TestIdentifier {
        var generator = SystemRandomNumberGenerator()
        return TestIdentifier(hashing: TestCode(using: &generator))
    }
}
