import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@testable import ImmuniAnalytics

@Suite("Requests of Android phones to the Analytics Service")
struct GoogleRouteTests {
    @Test("an accepted attestation counts once, a replay never, and both are answered 204")
    func replay() async throws {
        let sample = try await SampleAnalytics()
        let request = AnalyticsRequest.google()
        try await sample.run { ports async throws in
            for _ in 0..<3 {
                #expect(try await request.exchange(ports.public).status == 204)
            }
            #expect(try await AnalyticsRequest.google(salt: 2).exchange(ports.public).status == 204)
        }
        #expect(try await sample.uploads() == 2)
        #expect(try await sample.counts().map(\.facts.platform) == [.android])
        let body = Array(request.body.utf8)
        let binding = try AttestedOperationalInfoRequest(parsing: body, today: SampleAnalytics.noon.utcDay).binding
        #expect(sample.attestation.bindings.prefix(3).allSatisfy { $0 == binding })
    }

    @Test("a replay is known for as long as its attestation could be accepted, whenever the cleanup runs")
    func replayAtTheEnd() async throws {
        let sample = try await SampleAnalytics()
        let request = AnalyticsRequest.google()
        try await sample.run { ports async throws in
            for seconds: Int64 in [0, 599, 600, 601, 1200, 3600] {
                sample.clock.set(SampleAnalytics.noon.advanced(bySeconds: seconds))
                _ = try await sample.cleanup.run()
                #expect(try await request.exchange(ports.public).status == 204)
                #expect(try await sample.uploads() == 1, "after \(seconds) seconds")
            }
            // The mark ends with the hour after which no request with it can still be running.
            sample.clock.set(SampleAnalytics.noon.advanced(bySeconds: 3601))
            _ = try await sample.cleanup.run()
            _ = try await request.exchange(ports.public)
            #expect(try await sample.uploads() == 2)
        }
    }

    @Test("the mark of an attestation ends on the hour, at least ten minutes after its own end")
    func marksEnd() {
        let hour = SampleAnalytics.noon
        for (expiry, end) in [(-600, 0), (-599, 3600), (0, 3600), (3000, 3600), (3001, 7200)] as [(Int64, Int64)] {
            let found = AnalyticsService.forgetting(hour.advanced(bySeconds: expiry))
            #expect(found == hour.advanced(bySeconds: end), "\(expiry)")
        }
        #expect(AnalyticsService.forgetting(UnixTime(.max)) == UnixTime(.max))
    }

    @Test("a refused attestation, or one of too low a tier, counts nothing and is answered 204")
    func refused() async throws {
        let expiry = SampleAnalytics.noon.advanced(bySeconds: 600)
        let cases: [(tier: String, decision: AttestationDecision, counts: Int)] = [
            ("hardware", .refused(.wrongSignature), 0), ("hardware", .accepted(.platform, expiry: expiry), 0),
            ("hardware", .accepted(.hardware, expiry: expiry), 1), ("platform", .refused(.kindNotAccepted), 0),
            ("platform", .accepted(.platform, expiry: expiry), 1),
            ("platform", .accepted(.hardware, expiry: expiry), 1),
        ]
        for (tier, decision, counts) in cases {
            let sample = try await SampleAnalytics(settings: ["analytics.google.tier": tier])
            sample.attestation.decision = decision
            let answer = try await sample.answer(to: AnalyticsRequest.google())
            #expect(answer.status == 204)
            #expect(answer["Cache-Control"] == "no-store")
            #expect(try await sample.uploads() == counts, "\(tier) \(decision)")
        }
    }

    @Test("each kind of evidence reaches the verifier as that kind")
    func kinds() async throws {
        let sample = try await SampleAnalytics()
        let base = AnalyticsRequest.google()
        let kinds = ["safety-net", "play-integrity", "key-attestation"]
        try await sample.run { ports async throws in
            for (number, kind) in kinds.enumerated() {
                let named = base.body.dropLast() + #","attestation_kind":"\#(kind)"}"#
                let body = String(named).replacing("a.b.c", with: number == 2 ? "QUJD,QUJD" : "a.b.c")
                #expect(try await base.setting(\.body, body).exchange(ports.public).status == 204)
            }
        }
        #expect(sample.attestation.kinds == [.safetyNet, .playIntegrity, .keyAttestation])
    }

    @Test("a genuine request that breaks the schema is 400, is not attested and counts nothing")
    func malformed() async throws {
        let sample = try await SampleAnalytics()
        let right = AnalyticsRequest.google()
        let wrong: [AnalyticsRequest] =
            [nil, "", "2", "0, 0"].map { right.setting(\.dummyFlag, $0) }
            + [nil, "text/plain"].map { right.setting(\.contentType, $0) }
            + ["", "{", "{}", AnalyticsRequest.apple().body].map { right.setting(\.body, $0) }
        try await sample.expectRefusals(of: wrong)
        #expect(sample.attestation.kinds.isEmpty)
        #expect(try await sample.uploads() == 0)
    }
}
