import AnalyticsStoreConformance
import AnalyticsStores
import DeviceAttestation
import DifferentialPrivacy
import ExposurePrimitives
import Foundation
import ImmuniAPI
import ImmuniAnalytics
import ImmuniServing
import Persistence
import ServiceKit
import ServiceTesting
import Synchronization
import Testing

/// Records the thread of each decision.
private final class ProbingAttestation: AttestationVerifier {
    private let places = Mutex<[Bool]>([])
    private let base: any AttestationVerifier

    init(_ base: any AttestationVerifier) { self.base = base }

    var wasOnEventLoop: [Bool] { places.withLock { $0 } }

    func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision {
        places.withLock { $0.append(EventLoopProbe.isOnEventLoop) }
        return await base.decide(evidence, boundTo: binding)
    }
}

/// Blocks its thread until it is released, like a chain of certificates that takes very long.
private final class StuckAttestation: AttestationVerifier {
    private let isStuck = Atomic(true)

    func letGo() { isStuck.store(false, ordering: .relaxed) }

    func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision {
        while isStuck.load(ordering: .relaxed) {
            sched_yield()
        }
        return .refused(.malformed)
    }
}

/// Records where token requests are handled: on the event loop, which proves that the probe detects it.
private final class ProbingAuthorisation: TokenAuthorisation {
    private let place = Mutex<Bool?>(nil)

    var wasOnEventLoop: Bool? { place.withLock { $0 } }

    func request(
        _ token: AnalyticsToken,
        deviceToken: DeviceToken?,
        attestation: AttestationEvidence?
    ) async throws -> Bool {
        place.withLock { $0 = EventLoopProbe.isOnEventLoop }
        return false
    }
}

/// Records where a report begins. Its computations follow on the same threads.
private final class ProbingReleases: ReleaseStore {
    private let places = Mutex<[Bool]>([])

    var wasOnEventLoop: [Bool] { places.withLock { $0 } }

    func keep(_ cube: ReleasedCube, within budget: Millionths) async throws(StoreError) -> ReleaseOutcome { .exists }

    func cubes(
        of statistic: Statistic,
        from first: CalendarDay,
        through last: CalendarDay
    ) async throws(StoreError) -> [ReleasedCube] {
        places.withLock { $0.append(EventLoopProbe.isOnEventLoop) }
        return []
    }

    func ledger() async throws(StoreError) -> [LedgerEntry] {
        places.withLock { $0.append(EventLoopProbe.isOnEventLoop) }
        return []
    }

    func startDay(notAfter day: CalendarDay) async throws(StoreError) -> CalendarDay { day }
}

@Suite("The threads of long computations")
struct LongComputationTests {
    @Test("reports are computed on no thread that carries connections")
    func reports() async throws {
        let probe = ProbingReleases()
        let reports = AnalyticsReports(
            releases: probe,
            settings: nil,
            configuration: try await SampleReports().configuration,
            penetration: nil,
            clock: try await SampleReports().clock
        )
        try await withRunningHost([OneService(internalRoutes: reports.routes)]) { ports, _ async throws in
            for target in ["/v1/analytics/report?statistic=working", "/v1/analytics/ledger"] {
                let answer = try await RawHTTP.exchange(port: ports.internal, RawRequest.get(target))
                #expect(answer.status == 200)
            }
        }
        #expect(probe.wasOnEventLoop == [false, false])
    }

    @Test("attestations are checked on no such thread, for genuine requests and dummies")
    func offTheEventLoop() async throws {
        let sample = try await SampleAnalytics()
        let probe = ProbingAttestation(sample.attestation)
        let probed = try await SampleAnalytics(wrappingAttestation: { _ in probe })
        try await withRunningHost([probed.service], clock: probed.clock) { ports, _ async throws in
            for flag in ["0", "1"] {
                let request = AnalyticsRequest.google().setting(\.dummyFlag, flag)
                #expect(try await request.exchange(ports.public).status == 204)
            }
        }
        #expect(probe.wasOnEventLoop == [false, false])
    }

    @Test("App Attest is also checked on another thread, although its request is handled on the event loop")
    func appAttest() async throws {
        let steps = RecordedSteps()
        let sample = try await SampleAnalytics()
        let probe = ProbingAttestation(sample.attestation)
        let requests = RequestedAuthorisation(
            tokens: sample.stores.tokens,
            jobs: sample.stores.authorisations,
            attestation: probe,
            policy: .appAttest,
            clock: sample.clock,
            limits: AuthorisationLimits(jobs: 10, unproven: 10),
            steps: steps
        )
        let handler = ProbingAuthorisation()
        let route = Route.forEveryone(ImmuniEndpoint.analyticsToken) { _ in
            _ = try await handler.request(AnalyticsRequest.token(), deviceToken: nil, attestation: nil)
            let object = AttestationEvidence.appAttest(object: [1])
            _ = try await requests.request(AnalyticsRequest.token(), deviceToken: nil, attestation: object)
            return .empty(202)
        }
        try await withRunningHost([OneService(publicRoutes: [route])], clock: sample.clock) { ports, _ async throws in
            #expect(try await AnalyticsRequest.authorisation().exchange(ports.public).status == 202)
        }
        #expect(probe.wasOnEventLoop == [false])
        #expect(handler.wasOnEventLoop == true)
        #expect(steps.all == [.authorisationQueued])
    }

    @Test("while all threads are busy other requests are served, and a request without a place is answered 503")
    func bounded() async throws {
        let stuck = StuckAttestation()
        let places = 5
        let pool = WorkPool(limit: places)
        let sample = try await SampleAnalytics(wrappingAttestation: { _ in stuck }, pool: pool)
        try await sample.authorise(AnalyticsRequest.token())
        try await sample.run { ports async throws in
            defer { stuck.letGo() }
            let waiting = try (0..<places).map { _ in try RawHTTP(port: ports.public) }
            for connection in waiting {
                try await connection.send(AnalyticsRequest.google().text)
            }
            while pool.currentCount < places {
                await Task.yield()
            }
            // Enough connections for every event loop to have some.
            for _ in 0..<8 {
                #expect(try await AnalyticsRequest.apple().exchange(ports.public).status == 204)
            }
            let genuine = try await AnalyticsRequest.google().exchange(ports.public)
            let dummy = try await AnalyticsRequest.google().setting(\.dummyFlag, "1").exchange(ports.public)
            #expect(genuine.status == 503)
            #expect(genuine.wireSize == 512)
            #expect(dummy.bytes == genuine.bytes)
            stuck.letGo()
            for connection in waiting {
                #expect(try await connection.answer().status == 204)
            }
            #expect(try await AnalyticsRequest.google().exchange(ports.public).status == 204)
        }
    }
}

/// A service with the routes of a test.
private struct OneService: HostedService {
    let refusals: any RefusalRenderer = ImmuniRefusals()
    let name = "one"
    var publicRoutes: [Route] = []
    var internalRoutes: [Route] = []

    func checkHealth() async throws {}
}
