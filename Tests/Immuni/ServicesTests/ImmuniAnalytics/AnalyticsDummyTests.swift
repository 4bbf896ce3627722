import AnalyticsStoreConformance
import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives
import ImmuniAPI
import Persistence
import SQLiteTesting
import ServiceKit
import ServiceTesting
import Synchronization
import Testing

@Suite("Dummies of Operational Info")
struct AnalyticsDummyTests {
    private static let paths = [AnalyticsRequest.applePath, AnalyticsRequest.googlePath]

    private static func dummy(_ path: String) -> AnalyticsRequest {
        let genuine: AnalyticsRequest = path == AnalyticsRequest.applePath ? .apple() : .google()
        return genuine.setting(\.dummyFlag, "1")
    }

    @Test("a dummy is accepted with any body, type and token, and counts nothing", arguments: paths)
    func anything(path: String) async throws {
        let sample = try await SampleAnalytics.authorised()
        let dummy = Self.dummy(path)
        let bodies = [
            dummy.body, "", "{", "null", "[]", "{}", #"{"padding":"00"}"#, "\u{0}\u{1}",
            String(repeating: "{", count: 199_000),
        ]
        let requests =
            bodies.flatMap { body in
                ["application/json", "image/png", nil].map { type in
                    dummy.setting(\.body, body).setting(\.contentType, type)
                }
            } + [nil, "", "Basic x", "Bearer x"].map { dummy.setting(\.authorization, $0) }
        try await sample.run { ports async throws in
            for request in requests {
                let answer = try await request.exchange(ports.public)
                #expect(answer.status == 204, "\(request.body.prefix(20))")
                #expect(answer.wireSize == 512)
                #expect(answer["Cache-Control"] == "no-store")
            }
            // The token and the salt of the dummies are still unused.
            #expect(try await sample.counts().isEmpty)
            #expect(try await dummy.setting(\.dummyFlag, "0").exchange(ports.public).status == 204)
        }
        #expect(try await sample.counts().map(\.count) == [1])
    }

    @Test(
        "a dummy causes the work of a genuine request: one rehearsal, and on Android one attestation",
        arguments: paths
    )
    func sameWork(path: String) async throws {
        let recording = Mutex<RecordingOperationalInfo?>(nil)
        let sample = try await SampleAnalytics.authorised(wrappingOperational: { store in
            let store = RecordingOperationalInfo(store)
            recording.withLock { $0 = store }
            return store
        })
        let dummy = Self.dummy(path)
        try await sample.run { ports async throws in
            _ = try await dummy.exchange(ports.public)
            _ = try await dummy.setting(\.body, "nothing like it").exchange(ports.public)
            _ = try await dummy.setting(\.dummyFlag, "0").exchange(ports.public)
            sample.attestation.decision = .refused(.notFresh)
            _ = try await dummy.setting(\.dummyFlag, "0").exchange(ports.public)
        }
        let isApple = path == AnalyticsRequest.applePath
        let calls = recording.withLock { $0?.calls }
        #expect(calls == ["rehearse", "rehearse", "count", isApple ? "count" : "rehearse"])
        #expect(sample.attestation.kinds.count == (isApple ? 0 : 4))
    }

    @Test("every answer of the three endpoints has 512 bytes and leaves at one tick")
    func sizeAndMoment() async throws {
        let sample = try await SampleAnalytics.authorised()
        let (apple, google) = (AnalyticsRequest.apple(), AnalyticsRequest.google())
        let token = AnalyticsRequest.authorisation()
        let requests = [
            apple, apple.setting(\.dummyFlag, "1"), apple.setting(\.body, "{"), google,
            google.setting(\.dummyFlag, "1"), google.setting(\.body, "{"), token, token.setting(\.body, "{"),
            .apple(token: AnalyticsRequest.token(9)),
        ].map(\.text)
        let tick = try await AnswersAtOneTick(to: requests, of: sample.service, clock: sample.clock, jobs: 3)
        #expect(tick.releases == requests.map { _ in .milliseconds(200) })
        #expect(tick.sizes == [512])
        #expect(tick.statuses == [204, 204, 400, 204, 204, 400, 202, 400, 204])
    }

    @Test("a failing store gives dummy and genuine the same answer: 503 with the same size, without detail")
    func failingStore() async throws {
        let failing = SQLFault("fails", "operational_info", "no_such_table")
        let sample = try await SampleAnalytics(stores: .temporary(fault: failing))
        try await sample.authorise(AnalyticsRequest.token())
        let requests = Self.paths.flatMap { path in ["0", "1"].map { Self.dummy(path).setting(\.dummyFlag, $0) } }
        try await sample.run { ports async throws in
            for request in requests {
                let answer = try await request.exchange(ports.public)
                answer.expect(.unavailable)
                #expect(answer.wireSize == 512)
            }
        }
    }
}

/// Records the calls.
private final class RecordingOperationalInfo: OperationalInfoStore {
    private let base: any OperationalInfoStore
    private let recorded = Mutex<[String]>([])

    init(_ base: any OperationalInfoStore) { self.base = base }

    var calls: [String] { recorded.withLock { $0 } }

    func count(
        _ facts: OperationalFacts,
        on day: CalendarDay,
        by token: TokenIdentifier,
        authorisedIn months: ClosedRange<CalendarMonth>
    ) async throws(StoreError) -> Bool {
        recorded.withLock { $0.append("count") }
        return try await base.count(facts, on: day, by: token, authorisedIn: months)
    }

    func count(
        _ facts: OperationalFacts,
        on day: CalendarDay,
        boundBy binding: [UInt8],
        until expiry: UnixTime
    ) async throws(StoreError) -> Bool {
        recorded.withLock { $0.append("count") }
        return try await base.count(facts, on: day, boundBy: binding, until: expiry)
    }

    func rehearse(_ facts: OperationalFacts, on day: CalendarDay) async throws(StoreError) {
        recorded.withLock { $0.append("rehearse") }
        try await base.rehearse(facts, on: day)
    }

    func counts(from first: CalendarDay, through last: CalendarDay) async throws(StoreError) -> [OperationalCount] {
        try await base.counts(from: first, through: last)
    }

    func deleteExpired(oldestDay: CalendarDay, now: UnixTime) async throws(StoreError) -> Int {
        try await base.deleteExpired(oldestDay: oldestDay, now: now)
    }
}
