import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import KeyExport
import KeyPublication
import Persistence
import SQLStores
import Testing

@Suite("Quiet times, retention and cleanup")
struct RetentionTests {
    private let sample: SamplePublication

    init() throws { sample = try SamplePublication() }

    @Test("defect of the original: after a quiet fortnight the index began again at 1", arguments: [15, 20, 400])
    func gap(days: Int64) async throws {
        try await sample.upload(0..<15)
        #expect(try await sample.job().run().chunks == [1, 2])
        sample.clock.advance(bySeconds: days * SamplePublication.day)
        _ = try await sample.cleanup.run()
        #expect(try await sample.offered() == nil)
        #expect(try await sample.fileNames().isEmpty)
        try await sample.upload(20..<21, windowEnd: sample.clock.now().utcDay.startInUTC)
        #expect(try await sample.job().run().chunks == [3])
        #expect(try await sample.offered() == 3...3)
    }

    @Test("defect of the original: a chunk after a gap was offered too short, by the start of its period")
    func offeredFromItsEnd() async throws {
        try await sample.upload(0..<1)
        _ = try await sample.job().run()
        sample.clock.advance(bySeconds: 20 * SamplePublication.day)
        try await sample.upload(1..<2, windowEnd: sample.clock.now().utcDay.startInUTC)
        #expect(try await sample.job().run().chunks == [2])
        #expect(try await sample.verified(2).contents.metadata.start == SamplePublication.noon)
        sample.clock.advance(bySeconds: SamplePublication.retention - 1)
        #expect(try await sample.offered() == 2...2)
        _ = try await sample.bytes(ofChunk: 2)
        sample.clock.advance(bySeconds: 1)
        #expect(try await sample.offered() == nil)
    }

    @Test("an expired chunk's row and file go fourteen days after its period, not a second earlier")
    func expiredChunk() async throws {
        try await sample.upload(0..<15)
        _ = try await sample.job().run()
        // The first chunk of a run ends a second before the second, which ends now.
        sample.clock.advance(bySeconds: SamplePublication.retention - 2)
        #expect(try await sample.cleanup.run().deleted.chunks == 0)
        #expect(try await sample.fileNames().count == 2)
        sample.clock.advance(bySeconds: 1)
        #expect(try await sample.cleanup.run().deleted.chunks == 1)
        #expect(try await sample.offered() == 2...2)
        #expect(try await sample.fileNames().count == 1)
        _ = try await sample.bytes(ofChunk: 2)
        sample.clock.advance(bySeconds: 1)
        #expect(try await sample.cleanup.run().deleted.chunks == 1)
        #expect(try await sample.fileNames().isEmpty)
    }

    @Test("key rows go fourteen days after their window; their chunk stays whole until its own time")
    func keyRows() async throws {
        let midnight = SamplePublication.noon.utcDay.startInUTC
        let keys = try await sample.upload(0..<5, windowEnd: midnight.advanced(bySeconds: -12 * SamplePublication.day))
        _ = try await sample.job().run()
        let bytes = try await sample.bytes(ofChunk: 1)
        sample.clock.set(midnight.advanced(bySeconds: 2 * SamplePublication.day - 1))
        #expect(try await sample.cleanup.run().deleted.keys == 0)
        sample.clock.advance(bySeconds: 1)
        let counts = try await sample.cleanup.run().deleted
        #expect((counts.keys, counts.unpublishedKeys) == (5, 0))
        #expect(try await sample.chunks.keys(ofChunk: 1).isEmpty)
        #expect(try await sample.bytes(ofChunk: 1) == bytes)
        #expect(try await sample.keys(ofChunk: 1) == keys.sortedKeys)
    }

    @Test("a key older than fourteen days never enters a chunk; that it was never published is counted")
    func oldKeys() async throws {
        let midnight = SamplePublication.noon.utcDay.startInUTC
        try await sample.upload(0..<3, windowEnd: midnight.advanced(bySeconds: -13 * SamplePublication.day))
        let young = try await sample.upload(3..<5, windowEnd: midnight.advanced(bySeconds: -12 * SamplePublication.day))
        sample.clock.set(midnight.advanced(bySeconds: SamplePublication.day))
        #expect(try await sample.job().run().keyCount == 2)
        #expect(try await sample.keys(ofChunk: 1) == young.sortedKeys)
        let counts = try await sample.cleanup.run().deleted
        #expect((counts.keys, counts.unpublishedKeys) == (3, 3))
    }

    @Test("cleanup takes away files that no row names, and leaves those of planned and published chunks")
    func orphans() async throws {
        try await sample.upload(0..<1)
        _ = try await sample.job().run()
        try await sample.upload(1..<2)
        try await sample.plan()
        let published = try await sample.fileNames()
        for number in [1, 2, 3, 22] {
            try await sample.files.put([1], as: #require(ObjectName("chunk-\(number)-0123456789abcdef.zip")))
        }
        _ = try await sample.cleanup.run()
        #expect(try await sample.fileNames() == published.union(["chunk-2-0123456789abcdef.zip"]))
        _ = try await sample.bytes(ofChunk: 1)
    }

    @Test("what a crash left of a chunk's file is gone after the next cleanup")
    func unfinishedFile() async throws {
        let file = sample.folder.url.appending(path: "chunks/.chunk-1-0123456789abcdef.zip-half")
        try Data([1, 2, 3]).write(to: file)
        _ = try await sample.cleanup.run()
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("a used right is forgotten after fifteen days, an unused one when it expires, the inbox after fourteen")
    func rights() async throws {
        try await sample.upload(0..<1)
        let unused = UploadRight(
            identifier: RightIdentifier(mac: [UInt8](repeating: 1, count: 32)),
            evidence: RightEvidence(SamplePublication.noon.utcDay),
            expiresAt: SamplePublication.noon.advanced(bySeconds: 150)
        )
        #expect(try await SQLUploadRights(sample.database).grant(unused, now: SamplePublication.noon) == .granted)
        var (rights, inbox): ([Int], [Int]) = ([], [])
        // A used right is known by its day only, so the end comes with the midnight after fifteen days.
        let memory = 15 * SamplePublication.day + SamplePublication.day / 2
        for seconds in [149, 150, 14 * SamplePublication.day, memory - 1, memory] {
            sample.clock.set(SamplePublication.noon.advanced(bySeconds: seconds))
            let counts = try await sample.cleanup.run().deleted
            rights.append(counts.rights)
            inbox.append(counts.inboxEntries)
        }
        // The unused right goes first and the used one last. The inbox's day itself is kept whole.
        #expect(rights == [0, 1, 0, 0, 1])
        #expect(inbox == [0, 0, 0, 1, 0])
    }
}
