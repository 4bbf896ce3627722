import CoronaWarnAPI
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
            #expect(registration.status == 201 && registration.body.count == 173)
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
        let database = try await TemporaryDatabase(.coronaWarn)
        try database.close()
        let sample = try await SampleVerification(store: SQLVerification(database))
        let log = LogCapture()
        try await withRunningHost([sample.service], clock: sample.clock, log: log) { ports, _ async throws in
            for headers in [[], ["cwa-fake: 1"]] {
                let request = VerificationRequest.registration(headers: headers)
                let answer = try await RawHTTP.exchange(port: ports.public, request)
                #expect(answer.status == 503 && answer.body.isEmpty)
            }
            #expect(try await RawHTTP.exchange(port: ports.internal, RawRequest.get("/health")).status == 503)
        }
        #expect(log.contains("SQLite error 21"), "the cause is for the operator")
        #expect(!log.contains(SampleVerification.guid))
    }
}
