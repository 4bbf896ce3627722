import ClockPorts
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import KeyExport
import SQLStores
import Testing

@testable import KeyPublication

@Suite("Publication and cleanup while the clock is held")
struct HeldClockTests {
    private let sample: SamplePublication

    init() throws { sample = try SamplePublication() }

    private func holdClock(aheadBy days: Int64) {
        sample.clock.advance(bySeconds: days * SamplePublication.day)
        sample.clock.hold(since: SamplePublication.noon)
    }

    @Test("a clock that is ahead publishes nothing and decides no period, and nothing is lost by it")
    func publication() async throws {
        let keys = try await sample.upload(0..<3)
        let rules = SamplePublication.rules(padded: 8)
        holdClock(aheadBy: 5 * 365)
        await #expect(throws: ClockHold.self) { try await sample.job(rules: rules).run() }
        #expect(try await sample.chunks.plannedChunks().isEmpty)
        #expect(try await sample.fileNames().isEmpty)
        sample.clock.set(SamplePublication.noon)
        sample.clock.trust()
        #expect(try await sample.job().run().chunks == [1])
        #expect(try await sample.keys(ofChunk: 1) == keys.sortedKeys)
        #expect(try await sample.verified(1).contents.metadata.end == SamplePublication.noon)
    }

    @Test("a chunk that was chosen before waits with all its keys, and is published whole when the clock is trusted")
    func plannedChunk() async throws {
        let keys = try await sample.upload(0..<3)
        try await sample.plan()
        holdClock(aheadBy: 20)
        await #expect(throws: ClockHold.self) { try await sample.job().run() }
        #expect(try await sample.fileNames().isEmpty)
        sample.clock.set(SamplePublication.noon.advanced(bySeconds: 60))
        sample.clock.trust()
        #expect(try await sample.job().run().keyCount == 3)
        #expect(try await sample.keys(ofChunk: 1) == keys.sortedKeys)
    }

    @Test("a clock that is ahead deletes no row and no file, and takes no traces away")
    func cleanup() async throws {
        try await sample.upload(0..<3)
        _ = try await sample.job().run()
        let files = try await sample.fileNames()
        holdClock(aheadBy: 20)
        await #expect(throws: ClockHold.self) { try await sample.cleanup.run() }
        #expect(try await sample.chunks.keys(ofChunk: 1).count == 3)
        #expect(try await sample.fileNames() == files)
        sample.clock.trust()
        let counts = try await sample.cleanup.run().deleted
        let expected = DeletedCounts(
            keys: 3,
            unpublishedKeys: 0,
            chunks: 1,
            files: Array(files),
            inboxEntries: 1,
            rights: 1
        )
        #expect(counts == expected)
    }

    @Test("after a clock that was ahead the next chunk's period lies in the past, and the chunk retires with its keys")
    func comingBack() async throws {
        try await sample.upload(0..<3)
        // Believed by an older version, or confirmed by mistake.
        sample.clock.advance(bySeconds: 10 * SamplePublication.day)
        _ = try await sample.job().run()
        sample.clock.set(SamplePublication.noon)
        try await sample.upload(3..<6)
        #expect(try await sample.job().run().chunks == [2])
        let metadata = try await sample.verified(2).contents.metadata
        #expect(metadata.start < metadata.end)
        #expect(metadata.end <= SamplePublication.noon)
        _ = try await sample.cleanup.run()
        // The keys' windows ended at midnight.
        sample.clock.set(SamplePublication.noon.advanced(bySeconds: SamplePublication.retention - 1))
        #expect(try await sample.offered() == 2...2)
        sample.clock.advance(bySeconds: 1)
        #expect(try await sample.offered() == nil)
        _ = try await sample.cleanup.run()
        #expect(try await sample.fileNames().isEmpty)
    }
}
