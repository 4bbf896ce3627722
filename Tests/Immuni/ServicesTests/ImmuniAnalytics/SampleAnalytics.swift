import AnalyticsStoreConformance
import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import ImmuniAnalytics
import Persistence
import ServiceKit
import ServiceTesting
import Synchronization
import Testing

/// An Analytics Service on databases of its own and a clock that stands still. The test decides attestations and
/// authorisations.
struct SampleAnalytics: SampleService {
    /// Noon UTC of a summer day.
    static let noon = UnixTime(1_594_209_600)
    static let month = CalendarMonth(of: noon.utcDay)

    let clock = ManualClock(noon)
    let stores: AnalyticsStoreHandles
    let attestation = DecidedAttestation()
    let authorisation = DecidedAuthorisation()
    let inbox: InboxJob
    let cleanup: AnalyticsCleanupJob
    let releaseJob: ReleaseJob
    let reports: AnalyticsReports
    let service: AnalyticsService

    init(
        settings: [String: String] = [:],
        stores given: AnalyticsStoreHandles? = nil,
        wrappingOperational: (any OperationalInfoStore) -> any OperationalInfoStore = { $0 },
        wrappingAttestation: (any AttestationVerifier) -> any AttestationVerifier = { $0 },
        pool: WorkPool = WorkPool(),
        steps: any StepObserver = NoStepObserver(),
        log: LogCapture = LogCapture()
    ) async throws {
        let stores = if let given { given } else { try await AnalyticsStoreHandles.temporary(steps: steps) }
        self.stores = stores
        let catalogue = AnalyticsConfiguration.catalogue + ReportsConfiguration.catalogue
        let reader = try await SettingsReader(commandLine: settings, environment: [:], catalogue: catalogue)
        let configuration = try AnalyticsConfiguration(reader)
        let rules = try ReportsConfiguration(reader)
        reports = AnalyticsReports(
            releases: stores.releases,
            settings: nil,
            configuration: rules,
            penetration: nil,
            clock: clock
        )
        releaseJob = ReleaseJob(
            counts: RawCounts(stores, rules),
            releases: stores.releases,
            configuration: rules,
            retentionDays: configuration.retentionDays,
            clock: clock,
            makeGenerator: { SeededGenerator(seed: 1) }
        )
        inbox = InboxJob(
            inbox: stores.inbox,
            store: stores.epidemiological,
            configuration: configuration,
            clock: clock,
            steps: steps
        )
        cleanup = AnalyticsCleanupJob(
            tokens: stores.tokens,
            operational: stores.operational,
            epidemiological: stores.epidemiological,
            authorisations: stores.authorisations,
            traces: NoTraces(),
            configuration: configuration,
            clock: clock
        )
        service = AnalyticsService(
            tokens: stores.tokens,
            operational: wrappingOperational(stores.operational),
            authorisation: authorisation,
            attestation: wrappingAttestation(attestation),
            pool: pool,
            inbox: inbox,
            cleanup: cleanup,
            releases: releaseJob,
            reports: reports,
            configuration: configuration,
            clock: clock,
            logger: log.logger
        )
    }

    func authorise(_ token: AnalyticsToken) async throws {
        try await stores.authorise(TokenIdentifier(digest: token.digest), Self.month)
    }

    /// A sample that authorised the first token.
    static func authorised(
        wrappingOperational: (any OperationalInfoStore) -> any OperationalInfoStore = { $0 }
    ) async throws -> SampleAnalytics {
        let sample = try await SampleAnalytics(wrappingOperational: wrappingOperational)
        try await sample.authorise(AnalyticsRequest.token())
        return sample
    }

    /// Expects that each request is refused as not compliant, with an answer of the usual size.
    func expectRefusals(of requests: [AnalyticsRequest]) async throws {
        try await run { ports async throws in
            for request in requests {
                let answer = try await request.exchange(ports.public)
                answer.expect(.notCompliant, "\(request)")
                #expect(answer.wireSize == 512)
            }
        }
    }

    /// The number of counted uploads.
    func uploads() async throws -> Int { try await counts().map(\.count).reduce(0, +) }

    /// Everything that was counted.
    func counts() async throws -> [OperationalCount] {
        let today = clock.now().utcDay
        return try await stores.operational.counts(from: today.advanced(byDays: -400), through: today)
    }
}

private struct NoTraces: TraceErasure {
    func eraseTraces() async throws(StoreError) -> Bool { true }
}

/// Gives the decision of the test, and records the requests.
final class DecidedAttestation: AttestationVerifier {
    private struct State {
        var decision = AttestationDecision.accepted(.hardware, expiry: SampleAnalytics.noon.advanced(bySeconds: 600))
        var asked: [(kind: AttestationEvidence.Kind, binding: [UInt8])] = []
    }

    private let state = Mutex(State())

    var decision: AttestationDecision {
        get { state.withLock { $0.decision } }
        set { state.withLock { $0.decision = newValue } }
    }

    var kinds: [AttestationEvidence.Kind] { state.withLock { $0.asked.map(\.kind) } }
    var bindings: [[UInt8]] { state.withLock { $0.asked.map(\.binding) } }

    func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision {
        state.withLock { state in
            state.asked.append((evidence.kind, binding))
            return state.decision
        }
    }
}

/// Gives the answer of the test, and records the requests.
final class DecidedAuthorisation: TokenAuthorisation {
    private struct State {
        var isAuthorised = false
        var asked: [(token: AnalyticsToken, deviceToken: DeviceToken?, kind: AttestationEvidence.Kind?)] = []
    }

    private let state = Mutex(State())

    var isAuthorised: Bool {
        get { state.withLock { $0.isAuthorised } }
        set { state.withLock { $0.isAuthorised = newValue } }
    }

    var asked: [(token: AnalyticsToken, deviceToken: DeviceToken?, kind: AttestationEvidence.Kind?)] {
        state.withLock { $0.asked }
    }

    func request(
        _ token: AnalyticsToken,
        deviceToken: DeviceToken?,
        attestation: AttestationEvidence?
    ) async throws(StoreError) -> Bool {
        state.withLock { state in
            state.asked.append((token, deviceToken, attestation?.kind))
            return state.isAuthorised
        }
    }
}
