package import AnalyticsStores
package import DeviceAttestation
package import ExposurePrimitives
package import ImmuniAPI
package import Persistence
package import ServiceKit

/// The proof that a token's request needs.
package enum AuthorisationPolicy: String, Hashable, Sendable, CaseIterable {
    /// Apple's DeviceCheck: a genuine device, once a month.
    case deviceCheck = "device-check"
    /// App Attest: a genuine device and our app, without a limit on how often.
    case appAttest = "app-attest"
    case both

    var needsDeviceToken: Bool { self != .appAttest }
    var needsAttestation: Bool { self != .deviceCheck }
}

/// Accepts requests for tokens and queues them as jobs.
package struct RequestedAuthorisation: TokenAuthorisation {
    private let tokens: any AnalyticsTokenStore
    private let jobs: any AuthorisationStore
    private let attestation: any AttestationVerifier
    private let pool: WorkPool
    /// Nil authorises nothing.
    private let policy: AuthorisationPolicy?
    private let clock: any WallClock
    private let limits: AuthorisationLimits
    private let steps: any StepObserver

    /// The maximum number of waiting jobs: about an hour's work. Further requests are not kept: the phone asks again,
    /// with a device token that Apple still accepts then.
    package static let maxJobCount = 20_000
    /// Seconds after which a job is abandoned.
    package static let patience: Int64 = 86_400

    package init(
        tokens: any AnalyticsTokenStore,
        jobs: any AuthorisationStore,
        attestation: any AttestationVerifier,
        pool: WorkPool = WorkPool(),
        policy: AuthorisationPolicy?,
        clock: any WallClock,
        limits: AuthorisationLimits,
        steps: any StepObserver = NoStepObserver()
    ) {
        self.tokens = tokens
        self.jobs = jobs
        self.attestation = attestation
        self.pool = pool
        self.policy = policy
        self.clock = clock
        self.limits = limits
        self.steps = steps
    }

    package func request(
        _ token: AnalyticsToken,
        deviceToken: DeviceToken?,
        attestation evidence: AttestationEvidence?
    ) async throws -> Bool {
        let identifier = TokenIdentifier(digest: token.digest)
        let now = clock.now()
        let months = AnalyticsToken.authorisations(validIn: CalendarMonth(of: now.utcDay))
        if try await tokens.isAuthorised(identifier, in: months) {
            return true
        }
        guard let policy, !policy.needsDeviceToken || deviceToken != nil else {
            return false
        }
        if policy.needsAttestation, try await !isAccepted(evidence, for: token) {
            return false
        }
        let job = AuthorisationJob(
            token: identifier,
            deviceToken: policy.needsDeviceToken ? deviceToken ?? .none : .none,
            expiry: now.advanced(bySeconds: Self.patience)
        )
        switch try await jobs.enqueue(job, in: months, limits: limits) {
        case .authorised:
            return true
        case .enqueued:
            steps.reached(.authorisationQueued)
            return false
        case .pending, .full:
            return false
        }
    }

    private func isAccepted(_ evidence: AttestationEvidence?, for token: AnalyticsToken) async throws -> Bool {
        guard let evidence else {
            return false
        }
        let decision = try await pool.run { [attestation] in
            await attestation.decide(evidence, boundTo: token.digest)
        }
        if case .accepted = decision {
            return true
        }
        return false
    }
}

extension DeviceToken {
    /// The device token of jobs that need none.
    static let none = DeviceToken(exposing: "")
}
