import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import CoronaWarnVerification
import ExposurePrimitives
import ExposureTesting
import Persistence
import SQLCoronaWarnStores
import SQLiteTesting
import ServiceKit
import ServiceTesting
import Synchronization
import Testing

@Suite("While the laboratory service is down")
struct LaboratoryDownTests {
    /// Results that can be cut off.
    private final class Line: TestResultSource {
        private let results: SQLTestResults
        private let isDown = Mutex(false)

        init() async throws { results = SQLTestResults(try await TemporaryDatabase(.laboratory)) }

        func set(isDown: Bool) { self.isDown.withLock { $0 = isDown } }

        private func check() throws(StoreError) {
            if isDown.withLock({ $0 }) {
                throw .unreachable(reason: "laboratory: unreachable")
            }
        }

        func send(_ batch: ResultBatch) async throws {
            _ = try await results.store(batch, from: CoronaWarnSamples.laboratory, now: CoronaWarnSamples.now)
        }

        func phoneResult(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) -> PhoneTestResult {
            try check()
            return try await results.phoneResult(of: identifier, now: now)
        }

        func rehearseResult(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) {
            try check()
            try await results.rehearseResult(of: identifier, now: now)
        }

        func known(among identifiers: [TestIdentifier]) async throws(StoreError) -> Set<TestIdentifier> {
            try check()
            return try await results.known(among: identifiers)
        }
    }

    private final class CountedTraces: TraceErasure {
        private let count = Mutex(0)
        var runs: Int { count.withLock { $0 } }

        func eraseTraces() async throws(StoreError) -> Bool {
            count.withLock { $0 += 1 }
            return true
        }
    }

    @Test("questions and TANs are refused with 503, fakes alike, and nothing is lost")
    func refusals() async throws {
        let line = try await Line()
        try await line.send(CoronaWarnSamples.batch([10: .positive]))
        let sample = try await SampleVerification(settings: ["verification.tans": "1"], source: line)
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            @Sendable func status(_ request: String) async throws -> Int {
                try await RawHTTP.exchange(port: ports.public, request).status
            }
            let registered = try await RawHTTP.exchange(port: ports.public, VerificationRequest.registration())
            let token = try registered.text("registrationToken")
            line.set(isDown: true)
            for headers in [[], ["cwa-fake: 1"]] {
                for _ in 1...12 {
                    #expect(try await status(VerificationRequest.tan(token, headers: headers)) == 503)
                }
                #expect(try await status(VerificationRequest.result(token, headers: headers)) == 503)
            }
            line.set(isDown: false)
            #expect(try await status(VerificationRequest.result(token)) == 200)
            #expect(try await status(VerificationRequest.tan(token)) == 201)
        }
    }

    @Test("nothing is forgotten, but what expired is deleted and its traces are erased")
    func cleanup() async throws {
        let (line, traces) = (try await Line(), CountedTraces())
        let sample = try await SampleVerification(source: line, traces: traces)
        let registration = CoronaWarnSamples.registration()
        _ = try await sample.store.register(registration, wrongTeleTANs: 10, now: sample.clock.now())
        sample.clock.advance(bySeconds: 60 * CoronaWarnSamples.day)
        line.set(isDown: true)
        await #expect(throws: StoreError.unreachable(reason: "laboratory: unreachable")) {
            try await sample.cleanup.run()
        }
        #expect(traces.runs == 1)
        #expect(try await sample.store.session(of: CoronaWarnSamples.token(), now: CoronaWarnSamples.now) == nil)
        line.set(isDown: false)
        let outcome = try await sample.cleanup.run()
        #expect((outcome.rows, outcome.tests) == (0, 1))
    }
}
