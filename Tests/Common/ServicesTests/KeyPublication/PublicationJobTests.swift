import Crypto
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import KeyExport
import KeyPublication
import ServiceTesting
import Testing

@Suite("Publication")
struct PublicationJobTests {
    private let sample: SamplePublication

    init() throws { sample = try SamplePublication() }

    @Test("a key leaves when its embargo ends, not a second earlier, and today's key is not lost")
    func embargo() async throws {
        let midnight = SamplePublication.noon.utcDay.advanced(byDays: 1).startInUTC
        let todays = try await sample.upload(1..<2, windowEnd: midnight)
        for moment in [SamplePublication.noon, midnight, midnight.advanced(bySeconds: 7199)] {
            sample.clock.set(moment)
            #expect(try await sample.job().run().chunks == [])
            #expect(try await sample.offered() == nil)
            #expect(try await sample.fileNames().isEmpty)
        }
        sample.clock.set(midnight.advanced(bySeconds: 7200))
        let outcome = try await sample.job().run()
        #expect((outcome.chunks, outcome.keyCount) == ([1], 1))
        #expect(outcome.byteCount == (try await sample.bytes(ofChunk: 1).count))
        #expect(try await sample.keys(ofChunk: 1) == todays.sortedKeys)
    }

    @Test("a chunk verifies with the public key, says its period, region and key, and holds sorted keys")
    func content() async throws {
        let keys = try await sample.upload(0..<10)
        #expect(try await sample.job().run().chunks == [1])
        let export = try await sample.verified(1)
        let metadata = export.contents.metadata
        #expect(export.signers == [SamplePublication.keyName])
        #expect((metadata.region, metadata.batchNumber, metadata.batchSize) == ("222", 1, 1))
        #expect(metadata.end == SamplePublication.noon)
        #expect(metadata.start == SamplePublication.noon.advanced(bySeconds: -14_400))
        #expect(export.contents.warnings == [])
        #expect(try export.contents.allKeys().keys == keys.sortedKeys)
    }

    @Test("another public key refuses the chunk")
    func otherKey() async throws {
        try await sample.upload(0..<1)
        _ = try await sample.job().run()
        let pem = P256.Signing.PrivateKey().publicKey.pemRepresentation
        let other = try ExportVerificationKey(pem, name: SamplePublication.keyName)
        let archive = try await ExportArchive(sample.bytes(ofChunk: 1))
        #expect(throws: ExportError.self) { _ = try archive.verified(by: ExportVerifier(keys: [other])) }
    }

    @Test("without releasable keys there is no chunk and no index is used up")
    func nothing() async throws {
        for _ in 0..<3 {
            #expect(try await sample.job().run().chunks == [])
        }
        try await sample.upload(0..<1)
        #expect(try await sample.job().run().chunks == [1])
        #expect(try await sample.job().run().chunks == [])
    }

    @Test(
        "keys become as many chunks as they need, of one size, each key in exactly one",
        arguments: [
            (9, [9]), (10, [10]), (11, [6, 5]), (20, [10, 10]), (21, [7, 7, 7]), (55, [10, 10, 10, 10, 10, 5]),
        ]
    )
    func manyKeys(count: Int, sizes: [Int]) async throws {
        let keys = try SamplePublication.keys(0..<count)
        for start in stride(from: 0, to: count, by: 14) {
            try await sample.upload(Array(keys[start..<min(start + 14, count)]))
        }
        let outcome = try await sample.job().run()
        #expect(outcome.chunks == Array(1...sizes.count))
        #expect(outcome.keyCount == count)
        var published: [Int] = []
        var periods: [(start: UnixTime, end: UnixTime)] = []
        for index in outcome.chunks {
            let contents = try await sample.verified(index).contents
            published.append(contents.keyCount)
            periods.append((contents.metadata.start, contents.metadata.end))
        }
        #expect(published == sizes)
        // Phones take files of one period for duplicates: each period begins where the one before ended.
        #expect(zip(periods, periods.dropFirst()).allSatisfy { $0.end == $1.start && $1.start < $1.end })
        #expect(try await sample.offeredKeys() == keys.sortedKeys)
    }

    @Test("the next run's period begins where the last one's ended, and indexes go on")
    func nextRun() async throws {
        try await sample.upload(0..<1)
        #expect(try await sample.job().run().chunks == [1])
        sample.clock.advance(bySeconds: 14_400)
        #expect(try await sample.job().run().chunks == [])
        sample.clock.advance(bySeconds: 14_400)
        try await sample.upload(1..<3)
        #expect(try await sample.job().run().chunks == [2])
        let metadata = try await sample.verified(2).contents.metadata
        #expect(metadata.start == SamplePublication.noon)
        #expect(metadata.end == SamplePublication.noon.advanced(bySeconds: 28_800))
        #expect(try await sample.offered() == 1...2)
    }

    @Test("a published chunk never changes, whatever is uploaded and run afterwards")
    func immutable() async throws {
        let keys = try await sample.upload(0..<3)
        _ = try await sample.job().run()
        let bytes = try await sample.bytes(ofChunk: 1)
        // The same keys again, and another.
        try await sample.upload(keys + SamplePublication.keys(3..<4))
        sample.clock.advance(bySeconds: 14_400)
        #expect(try await sample.job().run().chunks == [2])
        _ = try await sample.cleanup.run()
        #expect(try await sample.bytes(ofChunk: 1) == bytes)
        #expect(try await sample.keys(ofChunk: 2) == SamplePublication.keys(3..<4).sortedKeys)
    }

    @Test("with a least count, fewer keys wait for three runs and no longer")
    func minCount() async throws {
        try await sample.upload(0..<4)
        let rules = SamplePublication.rules(min: 5)
        for run in 1...4 {
            #expect(try await sample.job(rules: rules).run().chunks == (run == 4 ? [1] : []), "run \(run)")
            sample.clock.advance(bySeconds: 14_400)
        }
        try await sample.upload(4..<9)
        #expect(try await sample.job(rules: rules).run().chunks == [2], "enough keys do not wait")
    }

    @Test("every step is told in its order")
    func steps() async throws {
        let recorder = RecordedSteps()
        #expect(try await sample.job(steps: recorder).run().chunks == [])
        #expect(recorder.all == [])
        try await sample.upload(0..<11)
        _ = try await sample.job(steps: recorder).run()
        #expect(recorder.all == [.batchChosen, .fileWritten, .indexAdvanced, .fileWritten, .indexAdvanced])
    }
}
