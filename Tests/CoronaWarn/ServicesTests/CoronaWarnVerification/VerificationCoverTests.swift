import CoronaWarnAPI
import CoronaWarnStoreConformance
import ExposurePrimitives
import ServiceKit
import ServiceTesting
import Testing

@Suite("Fakes to the verification service")
struct VerificationCoverTests {
    @Test("every answer has 512 bytes and leaves at one tick, whether fake, accepted, refused or malformed")
    func sizeAndMoment() async throws {
        let sample = try await SampleVerification()
        try await sample.send(.negative)
        let fake = ["cwa-fake: 1"]
        let requests = [
            VerificationRequest.registration(), VerificationRequest.registration(headers: fake),
            VerificationRequest.registration("nothing"), VerificationRequest.result(SampleVerification.token),
            VerificationRequest.result(SampleVerification.token, headers: fake),
            VerificationRequest.tan(SampleVerification.token),
            VerificationRequest.tan(SampleVerification.token, headers: fake),
            VerificationRequest.tan(SampleVerification.token, headers: ["cwa-fake: x"]),
            RawRequest.get("/version/v1/tan"),
            RawRequest.post("/version/v1/testresult", headers: ["Content-Type: text/plain"]),
            VerificationRequest.registration(String(repeating: "a", count: 10_000)),
        ]
        let tick = try await AnswersAtOneTick(to: requests, of: sample.service, clock: sample.clock, jobs: 1)
        #expect(tick.releases == requests.map { _ in .milliseconds(200) })
        #expect(tick.sizes == [512] && tick.statuses == [201, 201, 400, 400, 200, 400, 201, 400, 405, 415, 406])
    }

    @Test("a fake names a test and leaves it alone")
    func leavesAlone() async throws {
        let sample = try await SampleVerification()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            for headers in [["cwa-fake: 1"], ["cwa-fake: -7"], []] {
                let request = VerificationRequest.registration(headers: headers)
                #expect(try await RawHTTP.exchange(port: ports.public, request).status == 201)
            }
            let request = VerificationRequest.registration()
            #expect(try await RawHTTP.exchange(port: ports.public, request).status == 400)
        }
    }

    @Test("no metric and no log line tells a fake from a genuine request")
    func metrics() async throws {
        var told: Set<String> = []
        for headers in [["cwa-fake: 1"], []] {
            let (metrics, log) = (MetricsRegistry(), LogCapture())
            let sample = try await SampleVerification(log: log, metrics: metrics)
            try await sample.send(.positive)
            let (services, clock) = ([sample.service], sample.clock)
            try await withRunningHost(services, clock: clock, log: log, metrics: metrics) { ports, _ async throws in
                let registration = VerificationRequest.registration(headers: headers)
                let answer = try await RawHTTP.exchange(port: ports.public, registration)
                let token = try answer.text("registrationToken")
                for request in [
                    VerificationRequest.result(token, headers: headers),
                    VerificationRequest.tan(token, headers: headers),
                ] {
                    #expect(try await RawHTTP.exchange(port: ports.public, request).status / 100 == 2)
                }
            }
            told.insert(metrics.countersText + log.lines.count { $0.contains("verification") }.description)
        }
        #expect(told.count == 1)
    }

    @Test("a fake result is positive and of this moment")
    func fakeResult() async throws {
        let sample = try await SampleVerification()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            let request = VerificationRequest.result(SampleVerification.token, headers: ["cwa-fake: 1"])
            let answer = try await RawHTTP.exchange(port: ports.public, request)
            #expect(answer.text.hasPrefix(#"{"testResult":2,"sc":\#(CoronaWarnSamples.now.seconds),"#))
            #expect(answer.body.count == 173)
        }
    }
}
