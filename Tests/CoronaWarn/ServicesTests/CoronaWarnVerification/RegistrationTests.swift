import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import ExposurePrimitives
import Persistence
import SQLCoronaWarnStores
import SQLiteTesting
import ServiceKit
import ServiceTesting
import Testing

@Suite("Registrations and TANs over HTTP")
struct RegistrationTests {
    @Test("a positive test gives a token, its result, and a TAN that is verified once")
    func flow() async throws {
        let sample = try await SampleVerification()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            let registration = try await RawHTTP.exchange(port: ports.public, VerificationRequest.registration())
            #expect(registration.status == 201)
            #expect(registration.body.count == 173)
            let token = try registration.text("registrationToken")
            #expect(try await RawHTTP.exchange(port: ports.public, VerificationRequest.tan(token)).status == 400)
            try await sample.send(.positive)
            let result = try await RawHTTP.exchange(port: ports.public, VerificationRequest.result(token))
            #expect(result.text.hasPrefix(#"{"testResult":2,"#))
            let tan = try await RawHTTP.exchange(port: ports.public, VerificationRequest.tan(token))
            #expect(tan.status == 201)
            let text = try tan.text("tan")
            let verification = RawRequest.postJSON("/version/v1/tan/verify", body: #"{"tan":"\#(text)"}"#)
            #expect(try await RawHTTP.exchange(port: ports.internal, verification).status == 200)
            #expect(try await RawHTTP.exchange(port: ports.internal, verification).status == 404)
        }
        #expect(!sample.log.contains(SampleVerification.guid))
    }

    @Test("the same registration with the same nonce gets the same token from another process")
    func nonce() async throws {
        let padding = "n1:" + String(repeating: "A", count: 43)
        let store = SQLVerification(try await TemporaryDatabase(.coronaWarn))
        var tokens: Set<String> = []
        for _ in 0..<2 {
            let sample = try await SampleVerification(store: store)
            let token = try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
                let body = #"{"key":"\#(SampleVerification.guid)","keyType":"GUID","requestPadding":"\#(padding)"}"#
                let request = RawRequest.postJSON("/version/v1/registrationToken", body: body)
                return try await RawHTTP.exchange(port: ports.public, request).text("registrationToken")
            }
            tokens.insert(token)
        }
        #expect(tokens.count == 1)
    }

    @Test("a store that fails for now is answered 503 without detail, and health says so")
    func failingStore() async throws {
        let sample = try await SampleVerification(store: FailingVerification())
        let log = LogCapture()
        try await withRunningHost([sample.service], clock: sample.clock, log: log) { ports, _ async throws in
            for headers in [[], ["cwa-fake: 1"]] {
                let request = VerificationRequest.registration(headers: headers)
                let answer = try await RawHTTP.exchange(port: ports.public, request)
                #expect(answer.status == 503)
                #expect(answer.body.isEmpty)
            }
            let health = try await RawHTTP.exchange(port: ports.internal, RawRequest.get("/health"))
            #expect(health.status == 503)
        }
        #expect(log.contains("planted"), "the cause is for the operator")
        #expect(!log.contains(SampleVerification.guid))
    }
}

/// A store that cannot be reached.
struct FailingVerification: VerificationStore {
    private func fail() -> StoreError { .unavailable(reason: "planted") }

    func register(
        _ registration: Registration,
        wrongTeleTANs: Int,
        now: UnixTime
    ) async throws(StoreError) -> RegistrationOutcome { throw fail() }

    func rehearse(_ registration: Registration, now: UnixTime) async throws(StoreError) { throw fail() }

    func session(of token: CredentialDigest, now: UnixTime) async throws(StoreError) -> TestSession? { throw fail() }

    func issue(_ tan: NewTAN, limits: TANLimits, now: UnixTime) async throws(StoreError) -> Bool { throw fail() }

    func rehearse(_ tan: NewTAN, limits: TANLimits, now: UnixTime) async throws(StoreError) { throw fail() }

    func consume(_ tan: CredentialDigest, now: UnixTime) async throws(StoreError) -> ValidTAN? { throw fail() }

    func reserve(
        _ claim: TANClaim,
        as name: Bytes16,
        now: UnixTime
    ) async throws(StoreError) -> ReservationOutcome { throw fail() }

    func confirm(_ reservation: Bytes16, now: UnixTime) async throws(StoreError) -> Bool { throw fail() }

    func issue(
        _ teleTAN: NewTeleTAN,
        limits: TeleTANLimits,
        now: UnixTime
    ) async throws(StoreError) -> TeleTANOutcome { throw fail() }

    func allowance(
        of operator: String,
        limits: TeleTANLimits,
        now: UnixTime
    ) async throws(StoreError) -> TeleTANAllowance { throw fail() }

    func deleteExpired(now: UnixTime) async throws(StoreError) -> Int { throw fail() }

    func tests(
        olderThan age: Int64,
        after last: TestIdentifier?,
        limit: Int,
        now: UnixTime
    ) async throws(StoreError) -> [RegisteredTest] { throw fail() }

    func forget(_ tests: [RegisteredTest]) async throws(StoreError) { throw fail() }
}
