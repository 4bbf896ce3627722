import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import GAENCore
import KeyServerRules
import SQLiteStores
import Testing

@testable import KeyPublication

@Suite("Padding keys")
struct PaddingTests {
    @Test("a run with few keys is filled up, a crash changes nothing, and only real keys are counted")
    func crash() async throws {
        try await SamplePublication.with { sample in
            let rules = SamplePublication.rules(padded: 8)
            let real = try SamplePublication.keys(0..<3)
            try await sample.upload(real)
            let planned = try await sample.chunks.planChunks(rules: rules, now: sample.clock.now()) { real, count in
                var generator = SeededGenerator(seed: 1)
                return PaddingKeys(riskLevels: .uniform, retention: rules.retention)
                    .make(count, like: real, now: sample.clock.now(), using: &generator)
            }
            #expect(planned == 8)
            let chosen = try await sample.chunks.keys(ofChunk: 1)
            // The process ended here; the next one publishes what was chosen.
            let outcome = try await sample.job(rules: rules).run()
            #expect(outcome.chunks == [1])
            #expect(outcome.keyCount == 3)
            #expect(try await sample.keys(ofChunk: 1) == chosen)
            #expect(Set(chosen).isSuperset(of: real.sortedKeys))
            #expect(try await sample.job(rules: rules).run().chunks == [], "a second run at once adds nothing")
        }
    }

    @Test("a run without keys publishes padding, which goes with its retention, uncounted")
    func emptyRun() async throws {
        try await SamplePublication.with { sample in
            let rules = SamplePublication.rules(padded: 8)
            let outcome = try await sample.job(rules: rules).run()
            #expect(outcome.chunks == [1])
            #expect(outcome.keyCount == 0)
            #expect(try await sample.keys(ofChunk: 1).count == 8)
            sample.clock.advance(bySeconds: SamplePublication.retention)
            let cleaned = try await sample.cleanup.run()
            #expect(cleaned.deleted.keys == 0)
            #expect(cleaned.deleted.unpublishedKeys == 0)
            #expect(try await sample.chunks.keys(ofChunk: 1).isEmpty)
        }
    }

    @Test("without the setting nothing is added")
    func off() async throws {
        try await SamplePublication.with { sample in
            #expect(try await sample.job().run().chunks == [])
            try await sample.upload(SamplePublication.keys(0..<1))
            #expect(try await sample.job().run().keyCount == 1)
            #expect(try await sample.keys(ofChunk: 1).count == 1)
        }
    }

    @Test("windows and levels follow the real keys of the run")
    func likeReal() throws {
        let now = SamplePublication.noon
        let day = now.utcDay.startInUTC
        let whole = DiagnosisKey(key: try key(endingAt: day, period: 144), transmissionRiskLevel: 8)
        let short = DiagnosisKey(
            key: try key(endingAt: day.advanced(bySeconds: -6000), period: 37),
            transmissionRiskLevel: 3
        )
        var generator = SeededGenerator(seed: 7)
        let made = PaddingKeys(riskLevels: .uniform, retention: SamplePublication.retention)
            .make(4000, like: [whole, whole, whole, short], now: now, using: &generator)
        #expect(made.count == 4000)
        #expect(Set(made.map(\.key.keyData)).count == 4000)
        let shorts = made.filter { $0.key.rollingPeriod == 37 }
        #expect(shorts.allSatisfy { Shape($0) == Shape(short) })
        #expect(made.filter { $0.key.rollingPeriod != 37 }.allSatisfy { Shape($0) == Shape(whole) })
        // A quarter of them, within six standard deviations of 27.
        #expect(abs(shorts.count - 1000) < 165)
    }

    @Test("without real keys they are whole days with the configured levels, past their embargo and in retention")
    func byTheRule() throws {
        let levels = try RiskLevelVector(levels: [-1: 2, 0: 5, 1: 7])
        let padding = PaddingKeys(riskLevels: levels, retention: SamplePublication.retention)
        for hour: Int64 in [0, 1, 2, 12, 23] {
            let now = SamplePublication.noon.utcDay.startInUTC.advanced(bySeconds: hour * 3600)
            var generator = SeededGenerator(seed: UInt64(hour))
            let made = padding.make(2000, like: [], now: now, using: &generator)
            #expect(made.count == 2000)
            #expect(Set(made.map(\.transmissionRiskLevel)) == [2, 5, 7])
            for key in made {
                #expect(key.key.rollingPeriod == 144)
                #expect(key.key.rollingStart == key.key.rollingStart.startOfDay)
                #expect(now.seconds(since: key.key.windowEnd) >= 7200)
                #expect(now.seconds(since: key.key.windowEnd) < SamplePublication.retention)
            }
            #expect(Set(made.map(\.key.rollingStart)).count == (hour < 2 ? 13 : 14))
        }
    }

    /// All of a key but its bytes.
    private struct Shape: Equatable {
        let rollingStart: IntervalNumber
        let rollingPeriod: Int
        let level: Int

        init(_ key: DiagnosisKey) {
            rollingStart = key.key.rollingStart
            rollingPeriod = key.key.rollingPeriod
            level = key.transmissionRiskLevel
        }
    }

    private func key(endingAt end: UnixTime, period: Int) throws -> TemporaryExposureKey {
        try TemporaryExposureKey(
            keyData: .init([UInt8](repeating: 5, count: 16)),
            rollingStart: IntervalNumber(IntervalNumber(clamping: end).rawValue - UInt32(period)),
            rollingPeriod: period
        )
    }
}
