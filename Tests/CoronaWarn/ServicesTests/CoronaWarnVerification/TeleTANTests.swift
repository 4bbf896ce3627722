import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import ExposureTesting
import ServiceKit
import ServiceTesting
import Testing

@Suite("POST /version/v1/tan/teletan")
struct TeleTANTests {
    private static let authorization = "Authorization: Bearer \(SampleVerification.operatorToken)"

    private static func ask(_ ports: BoundPorts, _ headers: [String] = [authorization]) async throws -> RawAnswer {
        try await RawHTTP.exchange(port: ports.internal, VerificationRequest.teleTAN(headers))
    }

    @Test("a role gets its own kind and no other", arguments: [AccessKey.Role.hotline, .hotlineEvent, .laboratory])
    func roles(role: AccessKey.Role) async throws {
        let settings = ["verification.teletan-pause": "0s", "verification.health-authorities": "h-1"]
        let sample = try await SampleVerification(settings: settings)
        try await sample.giveToken(role, authority: "h-1")
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            for (kind, needed) in [(nil, AccessKey.Role.hotline), ("TEST", .hotline), ("EVENT", .hotlineEvent)] {
                let headers = [Self.authorization] + (kind.map { ["X-CWA-TELETAN-TYPE: \($0)"] } ?? [])
                #expect(try await Self.ask(ports, headers).status == (role == needed ? 201 : 401))
            }
            #expect(try await Self.ask(ports, [Self.authorization, "X-CWA-TELETAN-TYPE: test"]).status == 400)
        }
    }

    @Test("an event needs a listed health authority, and without a list there is none", arguments: [nil, "h-1", "h-3"])
    func healthAuthorities(authority: String?) async throws {
        for (listed, isPermitted) in [("", false), ("h-1 h-2", authority == "h-1")] {
            let sample = try await SampleVerification(settings: ["verification.health-authorities": listed])
            try await sample.giveToken(.hotlineEvent, authority: authority)
            try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
                let answer = try await Self.ask(ports, [Self.authorization, "X-CWA-TELETAN-TYPE: EVENT"])
                #expect(answer.status == (isPermitted ? 201 : 403))
            }
        }
    }

    @Test("a request that its authority does not permit begins no pause")
    func refusedWithoutPause() async throws {
        let sample = try await SampleVerification(settings: ["verification.health-authorities": "h-1"])
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            for (authority, status) in [("h-2", 403), ("h-2", 403), ("h-1", 201), ("h-1", 429), ("h-2", 403)] {
                try await sample.giveToken(.hotlineEvent, authority: authority)
                let answer = try await Self.ask(ports, [Self.authorization, "X-CWA-TELETAN-TYPE: EVENT"])
                #expect(answer.status == status)
            }
        }
    }

    @Test("without a header it is 400, without a known token 401")
    func unknown() async throws {
        let sample = try await SampleVerification()
        try await sample.giveToken()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            #expect(try await Self.ask(ports, []).status == 400)
            for header in ["Authorization: Bearer x", "Authorization: Basic eA==", "Authorization:"] {
                #expect(try await Self.ask(ports, [header]).status == 401, "\(header)")
            }
            sample.clock.advance(bySeconds: CoronaWarnSamples.day)
            #expect(try await Self.ask(ports).status == 401, "an expired token")
        }
    }

    @Test("a body of more than 10 000 bytes is 406, whoever sends it, and begins no pause")
    func largeBody() async throws {
        let sample = try await SampleVerification()
        try await sample.giveToken()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            for header in ["Authorization: Bearer x", "X-Nothing: 1", Self.authorization] {
                for (size, isRefused) in [(10_001, true), (10_000, false)] {
                    let body = String(repeating: " ", count: size)
                    let request = RawRequest.post("/version/v1/tan/teletan", headers: [header], body: body)
                    let status = try await RawHTTP.exchange(port: ports.internal, request).status
                    #expect((status == 406) == isRefused, "\(size) bytes with \(header): \(status)")
                }
            }
        }
    }

    @Test("a teleTAN is well-formed, and the pause says when to come again")
    func pause() async throws {
        let sample = try await SampleVerification()
        try await sample.giveToken()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            let answer = try await Self.ask(ports)
            #expect(answer.status == 201)
            _ = try TeleTAN(answer.text("value"))
            for (seconds, left) in [(0, "30"), (29, "1")] {
                sample.clock.advance(bySeconds: Int64(seconds))
                let refused = try await Self.ask(ports)
                #expect(refused.status == 429)
                #expect(refused["Retry-After"] == left)
                #expect(refused.body.isEmpty)
            }
            sample.clock.advance(bySeconds: 1)
            #expect(try await Self.ask(ports).status == 201)
        }
    }

    @Test("teleTANs are counted, issued and limited, wrong and not looked up")
    func metrics() async throws {
        let sample = try await SampleVerification(settings: ["verification.wrong-teletans-per-hour": "10"])
        try await sample.giveToken()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            for _ in 0..<3 {
                _ = try await Self.ask(ports)
            }
            var generator = SystemRandomNumberGenerator()
            for _ in 0..<14 {
                let code = TeleTAN.generate(using: &generator).exposedText
                _ = try await RawHTTP.exchange(port: ports.public, VerificationRequest.registration(code, "TELETAN"))
            }
        }
        let text = sample.metrics.prometheusText()
        for line in [
            #"verification_teletan_requests_total{outcome="issued"} 1"#,
            #"verification_teletan_requests_total{outcome="limited"} 2"#,
            #"verification_refused_teletans_total{outcome="wrong"} 10"#,
            #"verification_refused_teletans_total{outcome="held"} 4"#,
        ] {
            #expect(text.contains(line + "\n"), "\(line)")
        }
    }

    @Test("the log tells once that a tenth of the wrong teleTANs came, and once that none is looked up")
    func alerts() async throws {
        let sample = try await SampleVerification(settings: ["verification.wrong-teletans-per-hour": "20"])
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            var generator = SystemRandomNumberGenerator()
            for number in 1...21 {
                let code = TeleTAN.generate(using: &generator).exposedText
                let request = VerificationRequest.registration(code, "TELETAN")
                let answer = try await RawHTTP.exchange(port: ports.public, request)
                #expect(answer.status == (number <= 20 ? 400 : 429))
                #expect(!sample.log.contains(code))
            }
        }
        #expect(sample.log.lines.filter { $0.contains("many-wrong-teletans") }.count == 1)
        #expect(sample.log.lines.filter { $0.contains("wrong-teletans-held") }.count == 1)
    }
}
