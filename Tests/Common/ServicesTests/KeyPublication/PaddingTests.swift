import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import GAENCore
import KeyServerRules
import SQLStores
import Testing

@testable import KeyPublication

@Suite("Padding keys")
struct PaddingTests {
    private let sample: SamplePublication

    init() throws { sample = try SamplePublication() }

    @Test("a run with few keys is filled up, a crash changes nothing, and only real keys are counted")
    func crash() async throws {
        let rules = SamplePublication.rules(padded: 8)
        let real = try await sample.upload(0..<3)
        let planned = try await sample.chunks.planChunks(rules: rules, now: sample.clock.now()) { request in
            var generator = SeededGenerator(seed: 1)
            return PaddingKeys(riskLevels: .uniform, retention: rules.retention)
                .make(request, now: sample.clock.now(), using: &generator)
        }
        #expect(planned == 8)
        let chosen = try await sample.chunks.keys(ofChunk: 1)
        // The process ended here; the next one publishes what was chosen.
        let outcome = try await sample.job(rules: rules).run()
        #expect((outcome.chunks, outcome.keyCount) == ([1], 3))
        #expect(try await sample.keys(ofChunk: 1) == chosen)
        #expect(Set(chosen).isSuperset(of: real.sortedKeys))
        #expect(try await sample.job(rules: rules).run().chunks == [], "a second run at once adds nothing")
    }

    @Test("a run without keys publishes padding, which goes with its retention, uncounted")
    func emptyRun() async throws {
        let rules = SamplePublication.rules(padded: 8)
        let outcome = try await sample.job(rules: rules).run()
        #expect((outcome.chunks, outcome.keyCount) == ([1], 0))
        #expect(try await sample.keys(ofChunk: 1).count == 8)
        sample.clock.advance(bySeconds: SamplePublication.retention)
        let deleted = try await sample.cleanup.run().deleted
        #expect((deleted.keys, deleted.unpublishedKeys) == (0, 0))
        #expect(try await sample.chunks.keys(ofChunk: 1).isEmpty)
    }

    @Test("without the setting nothing is added")
    func off() async throws {
        #expect(try await sample.job().run().chunks == [])
        try await sample.upload(0..<1)
        #expect(try await sample.job().run().keyCount == 1)
        #expect(try await sample.keys(ofChunk: 1).count == 1)
    }

    @Test("a system whose keys have more than a window and a level gets no padding in runs without keys")
    func emptyRunOfWholeKeys() async throws {
        let job = try sample.job(rules: SamplePublication.rules(padded: 8), riskLevels: nil)
        #expect(try await job.run().chunks == [])
        try await sample.upload(0..<1)
        #expect(try await job.run().chunks == [1])
        #expect(try await sample.keys(ofChunk: 1).count == 8)
    }

    @Test("everything but the bytes follows the real keys of the run")
    func likeReal() throws {
        let now = SamplePublication.noon
        let day = now.utcDay.startInUTC
        let (origin, visited) = (try #require(CountryCode("DE")), try #require(CountryCode("FR")))
        let whole = ChunkKey(diagnosisKey: .init(key: try key(endingAt: day, period: 144), transmissionRiskLevel: 8))
        let short = ChunkKey(
            diagnosisKey: DiagnosisKey(
                key: try key(endingAt: day.advanced(bySeconds: -6000), period: 37),
                transmissionRiskLevel: 3,
                reportType: .confirmedTest,
                daysSinceOnsetOfSymptoms: -2
            ),
            countries: KeyCountries(origin: origin, visited: [visited])
        )
        var generator = SeededGenerator(seed: 7)
        let request = PaddingRequest(count: 4000, real: [whole, whole, whole, short], cutOff: now)
        let padding = PaddingKeys(riskLevels: .uniform, retention: SamplePublication.retention)
        let made = padding.make(request, now: now, using: &generator)
        #expect(made.count == 4000)
        #expect(Set(made.map(\.diagnosisKey.key.keyData)).count == 4000)
        let shorts = made.filter { $0.diagnosisKey.key.rollingPeriod == 37 }
        #expect(shorts.allSatisfy { Shape($0) == Shape(short) })
        #expect(made.filter { $0.diagnosisKey.key.rollingPeriod != 37 }.allSatisfy { Shape($0) == Shape(whole) })
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
            let made = padding.make(PaddingRequest(count: 2000, real: [], cutOff: now), now: now, using: &generator)
                .map(\.diagnosisKey)
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

    @Test("after an outage, padding has ended by the end of its run, and is not too old by now")
    func lateRun() throws {
        let padding = PaddingKeys(riskLevels: .uniform, retention: SamplePublication.retention)
        let cutOff = SamplePublication.noon
        let now = cutOff.advanced(bySeconds: 5 * SamplePublication.day)
        var generator = SeededGenerator(seed: 1)
        let made = padding.make(PaddingRequest(count: 500, real: [], cutOff: cutOff), now: now, using: &generator)
        #expect(made.count == 500)
        for key in made.map(\.diagnosisKey.key) {
            #expect(cutOff.seconds(since: key.windowEnd) >= 7200)
            #expect(now.seconds(since: key.windowEnd) < SamplePublication.retention)
        }
    }

    /// All of a key but its bytes.
    private struct Shape: Equatable {
        let rollingStart: IntervalNumber
        let rollingPeriod: Int
        let level: Int
        let reportType: DiagnosisKey.ReportType?
        let daysSinceOnset: Int?
        let countries: KeyCountries?

        init(_ key: ChunkKey) {
            rollingStart = key.diagnosisKey.key.rollingStart
            rollingPeriod = key.diagnosisKey.key.rollingPeriod
            level = key.diagnosisKey.transmissionRiskLevel
            reportType = key.diagnosisKey.reportType
            daysSinceOnset = key.diagnosisKey.daysSinceOnsetOfSymptoms
            countries = key.countries
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
