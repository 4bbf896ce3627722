import AnalyticsStores
import CommonAssembly
import DeviceAttestation
import ImmuniAnalytics
import Logging
import ServiceKit

/// The parts that authorise analytics tokens.
struct TokenAuthorisationParts {
    let requests: any TokenAuthorisation
    let runner: AuthorisationRunner?
    let activities: [@Sendable () async -> Void]
}

extension ImmuniSystem {
    /// The parts that authorise analytics tokens, as far as the settings allow.
    func authorisation(
        _ judges: AnalyticsJudges,
        stores: AnalyticsStoreSet,
        pool: WorkPool,
        monotonicClock: any MonotonicClock,
        generator: any RandomNumberGenerator & Sendable,
        lookPeriod: Duration,
        logger: Logger
    ) throws -> TokenAuthorisationParts {
        let configuration = settings.authorisation
        let isOff = configuration.policy != .appAttest && judges.deviceCheck == nil
        let requests = RequestedAuthorisation(
            tokens: stores.tokens,
            jobs: stores.authorisations,
            attestation: judges.appAttest,
            pool: pool,
            policy: isOff ? nil : configuration.policy,
            clock: realm.clock,
            limits: configuration.limits,
            steps: realm.steps
        )
        guard !isOff else {
            logger.record(AuthorisationEvent.off)
            return TokenAuthorisationParts(requests: requests, runner: nil, activities: [])
        }
        let runner = AuthorisationRunner(
            store: stores.authorisations,
            limits: configuration.limits,
            deviceCheck: judges.deviceCheck,
            timing: AuthorisationTiming(
                maxReadTime: configuration.maxReadTime,
                longestCall: judges.deviceCheck?.longestCall ?? .zero
            ),
            clock: realm.clock,
            trusted: try realm.clocks.clock(of: .analytics),
            monotonicClock: monotonicClock,
            generator: generator,
            lookPeriod: lookPeriod,
            steps: realm.steps,
            logger: logger
        )
        let activity: @Sendable () async -> Void = {
            await runner.run()
            await judges.shutDown()
        }
        return TokenAuthorisationParts(requests: requests, runner: runner, activities: [activity])
    }
}
