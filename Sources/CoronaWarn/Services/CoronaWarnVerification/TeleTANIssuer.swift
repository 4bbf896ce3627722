package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import ServiceKit

/// Issues teleTANs to operators: to their programs over the network, and to those who are signed in to their pages.
package struct TeleTANIssuer: TeleTANIssuing {
    private let store: any VerificationStore
    private let secrets: VerificationSecrets
    private let configuration: VerificationConfiguration
    private let clock: any WallClock
    private let metrics: VerificationMetrics

    package init(
        store: any VerificationStore,
        secrets: VerificationSecrets,
        configuration: VerificationConfiguration,
        clock: any WallClock,
        metrics: MetricsRegistry
    ) {
        self.store = store
        self.secrets = secrets
        self.configuration = configuration
        self.clock = clock
        self.metrics = VerificationMetrics(in: metrics)
    }

    package var limits: TeleTANLimits { configuration.teleTANs }

    package func permits(_ kind: TeleTANKind, of authority: String?) -> Bool {
        kind == .test || configuration.permitsEvents(of: authority)
    }

    package func issue(_ kind: TeleTANKind, to requester: TeleTANRequester) async throws -> TeleTANIssue {
        guard permits(kind, of: requester.authority) else {
            return .notPermitted
        }
        var generator = SystemRandomNumberGenerator()
        let teleTAN = TeleTAN.generate(using: &generator)
        let outcome = try await store.issue(
            NewTeleTAN(mark: secrets.mark(of: teleTAN), kind: kind, operator: requester.name),
            limits: limits,
            now: clock.now()
        )
        switch outcome {
        case .issued:
            metrics.issued.increase()
            return .issued(teleTAN)
        case .limited(let end):
            metrics.limited.increase()
            return .limited(until: end)
        }
    }

    package func allowance(of operator: String) async throws -> TeleTANAllowance {
        try await store.allowance(of: `operator`, limits: limits, now: clock.now())
    }
}
