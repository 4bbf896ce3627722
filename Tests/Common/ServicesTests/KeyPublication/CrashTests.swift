import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import GAENCore
import KeyExport
import KeyPublication
import Persistence
import SQLStores
import SQLiteEngine
import Synchronization
import Testing

@Suite("Publication after a crash, and twice at once")
struct CrashTests {
    private let sample: SamplePublication

    init() throws { sample = try SamplePublication() }

    @Test("ended after the choice of keys: the next process publishes just these, under the same index")
    func afterChoice() async throws {
        let chosen = try await sample.upload(0..<15)
        #expect(try await sample.plan() == 15)
        let later = try await sample.upload(15..<20)
        #expect(try await sample.offered() == nil)
        sample.clock.advance(bySeconds: 3600)
        #expect(try await sample.job().run().chunks == [1, 2, 3])
        #expect(try await sample.keys(ofChunk: 1) + sample.keys(ofChunk: 2) == chosen.sortedKeys)
        #expect(try await sample.verified(2).contents.metadata.end == SamplePublication.noon)
        #expect(try await sample.keys(ofChunk: 3) == later.sortedKeys)
    }

    @Test("ended after the file was stored: the chunk has one file, and cleanup takes the other away")
    func afterFile() async throws {
        let keys = try await sample.upload(0..<5)
        let crashing = EndingChunks(sample.chunks, afterPublications: 0)
        await #expect(throws: PlannedEnd.error) { try await sample.job(chunks: crashing).run() }
        #expect(try await sample.offered() == nil)
        let orphans = try await sample.fileNames()
        #expect(orphans.count == 1)
        // Not yet an orphan: the chunk is planned, and this may be the file of a process that still runs.
        _ = try await sample.cleanup.run()
        #expect(try await sample.fileNames() == orphans)
        #expect(try await sample.job().run().chunks == [1])
        #expect(try await sample.keys(ofChunk: 1) == keys.sortedKeys)
        let bytes = try await sample.bytes(ofChunk: 1)
        _ = try await sample.cleanup.run()
        #expect(try await sample.fileNames().count == 1)
        #expect(try await sample.bytes(ofChunk: 1) == bytes)
    }

    @Test("ended between two chunks: the rest follows in order, nothing is published twice", arguments: [1, 2])
    func betweenChunks(published: Int) async throws {
        let keys = try await sample.upload(0..<25)
        let crashing = EndingChunks(sample.chunks, afterPublications: published)
        await #expect(throws: PlannedEnd.error) { try await sample.job(chunks: crashing).run() }
        #expect(try await sample.offered() == 1...published)
        let first = try await sample.bytes(ofChunk: 1)
        #expect(try await sample.job().run().chunks == Array((published + 1)...3))
        #expect(try await sample.bytes(ofChunk: 1) == first)
        #expect(try await sample.offeredKeys() == keys.sortedKeys)
    }

    @Test("ended after the last step: the next run has nothing to do")
    func afterPublication() async throws {
        try await sample.upload(0..<5)
        _ = try await sample.job().run()
        let (bytes, names) = (try await sample.bytes(ofChunk: 1), try await sample.fileNames())
        #expect(try await sample.job().run().chunks == [])
        #expect(try await sample.bytes(ofChunk: 1) == bytes)
        #expect(try await sample.fileNames() == names)
    }

    @Test("a chunk whose keys all expired before it was published does not stop the ones after it")
    func expiredPlan() async throws {
        try await sample.upload(0..<5)
        #expect(try await sample.plan() == 5)
        sample.clock.advance(bySeconds: 20 * SamplePublication.day)
        _ = try await sample.cleanup.run()
        let recent = try await sample.upload(5..<8, windowEnd: sample.clock.now().utcDay.startInUTC)
        _ = try await sample.job().run()
        #expect(try await sample.offered() == 2...2)
        #expect(try await sample.keys(ofChunk: 2) == recent.sortedKeys)
    }

    @Test("keys that grew too old between choice and publication are left out, even if none remain")
    func agedPlan() async throws {
        let midnight = SamplePublication.noon.utcDay.startInUTC
        let daysAgo = { (days: Int64) in midnight.advanced(bySeconds: -days * SamplePublication.day) }
        let young = try SamplePublication.keys(10..<12, windowEnd: daysAgo(12))
        try await sample.upload(0..<10, windowEnd: daysAgo(13))
        try await sample.plan()
        try await sample.upload(SamplePublication.keys(12..<14, windowEnd: daysAgo(13)) + young)
        try await sample.plan()
        sample.clock.set(midnight.advanced(bySeconds: SamplePublication.day))
        let outcome = try await sample.job().run()
        #expect((outcome.chunks, outcome.keyCount) == ([1, 2], 2))
        #expect(try await sample.keys(ofChunk: 1).isEmpty)
        #expect(try await sample.keys(ofChunk: 2) == young.sortedKeys)
    }

    @Test("processes that publish at the same time make each chunk once and each file once", arguments: 1...5)
    func atOnce(round: Int) async throws {
        let keys = try await sample.upload(0..<65)
        let outcomes = try await withThrowingTaskGroup(of: PublicationJob.Outcome.self) { group in
            for _ in 0..<(round + 1) {
                let job = try sample.job()
                group.addTask { try await job.run() }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.flatMap(\.chunks).sorted() == Array(1...7), "each by one process")
        #expect(outcomes.reduce(0) { $0 + $1.keyCount } == 65)
        #expect(try await sample.offeredKeys() == keys.sortedKeys)
        #expect(try await sample.fileNames().count == 7, "the files of the slower ones are gone")
    }

    @Test("processes that publish while others upload lose nothing and repeat nothing")
    func whileUploading() async throws {
        let keys = try SamplePublication.keys(0..<120)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for start in stride(from: 0, to: 120, by: 6) {
                group.addTask { try await sample.upload(Array(keys[start..<start + 6])) }
            }
            for _ in 0..<2 {
                let job = try sample.job()
                group.addTask {
                    for _ in 0..<5 {
                        _ = try await job.run()
                    }
                }
            }
            try await group.waitForAll()
        }
        _ = try await sample.job().run()
        let published = try await sample.offeredKeys()
        #expect(published.count == 120)
        #expect(Set(published) == Set(keys.map(\.diagnosisKey)))
        let offered = try #require(try await sample.offered())
        #expect(offered.lowerBound == 1)
        #expect(try await sample.fileNames().count == offered.count)
    }

    @Test("two processes whose files are equal, byte for byte, leave the one file in place")
    func equalFiles() async throws {
        try await sample.upload(0..<5)
        let signer = RepeatingSigner(sample.signer)
        try await sample.plan()
        // The second process has read the plan when the first publishes.
        let late = LateChunks(sample.chunks, plan: try await sample.chunks.plannedChunks())
        #expect(try await sample.job(signer: signer).run().chunks == [1])
        #expect(try await sample.job(chunks: late, signer: signer).run().chunks == [])
        #expect(try await sample.fileNames().count == 1)
        _ = try await sample.bytes(ofChunk: 1)
    }

    @Test("a process that comes late with a file of its own takes it away again")
    func lateFile() async throws {
        try await sample.upload(0..<5)
        try await sample.plan()
        let late = LateChunks(sample.chunks, plan: try await sample.chunks.plannedChunks())
        _ = try await sample.job().run()
        let bytes = try await sample.bytes(ofChunk: 1)
        #expect(try await sample.job(chunks: late).run().chunks == [])
        #expect(try await sample.fileNames().count == 1)
        #expect(try await sample.bytes(ofChunk: 1) == bytes)
    }
}

/// Stands for the end of the process.
private enum PlannedEnd {
    static let error = StoreError.unavailable(reason: "the process ended")
}

/// A chunk store that forwards what a double below does not change.
private protocol ForwardingChunks: ChunkStore {
    var base: SQLChunks { get }
}

extension ForwardingChunks {
    func planChunks(
        rules: ChunkRules,
        now: UnixTime,
        padding: @escaping @Sendable (PaddingRequest) -> [ChunkKey]
    ) async throws(StoreError) -> Int {
        try await base.planChunks(rules: rules, now: now, padding: padding)
    }

    func countries(ofChunk index: Int) async throws(StoreError) -> [TemporaryExposureKey.KeyData: KeyCountries] {
        try await base.countries(ofChunk: index)
    }

    func plannedChunks() async throws(StoreError) -> [PlannedChunk] { try await base.plannedChunks() }

    func content(ofChunk index: Int) async throws(StoreError) -> ChunkContent { try await base.content(ofChunk: index) }

    func publish(_ chunk: PublishedChunk) async throws(StoreError) -> Bool { try await base.publish(chunk) }

    func offeredIndexes(now: UnixTime, retention: Int64) async throws(StoreError) -> ClosedRange<Int>? {
        try await base.offeredIndexes(now: now, retention: retention)
    }

    func offeredChunk(_ index: Int, now: UnixTime, retention: Int64) async throws(StoreError) -> PublishedChunk? {
        try await base.offeredChunk(index, now: now, retention: retention)
    }

    func offeredChunks(now: UnixTime, retention: Int64) async throws(StoreError) -> [PublishedChunk] {
        try await base.offeredChunks(now: now, retention: retention)
    }

    func deleteRetired(now: UnixTime, retention: Int64) async throws(StoreError) -> Int {
        try await base.deleteRetired(now: now, retention: retention)
    }

    func objectNames() async throws(StoreError) -> Set<String> { try await base.objectNames() }
}

/// Ends the process when a further chunk is to be published.
private final class EndingChunks: ForwardingChunks {
    let base: SQLChunks
    private let publicationsLeft: Mutex<Int>

    init(_ base: SQLChunks, afterPublications count: Int) {
        self.base = base
        publicationsLeft = Mutex(count)
    }

    func publish(_ chunk: PublishedChunk) async throws(StoreError) -> Bool {
        let isAlive = publicationsLeft.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isAlive else {
            throw PlannedEnd.error
        }
        return try await base.publish(chunk)
    }
}

/// Goes on with the plan that it read a while ago.
private struct LateChunks: ForwardingChunks {
    let base: SQLChunks
    private let plan: [PlannedChunk]

    init(_ base: SQLChunks, plan: [PlannedChunk]) {
        self.base = base
        self.plan = plan
    }

    func plannedChunks() async throws(StoreError) -> [PlannedChunk] { plan }
}

/// Signs equal content with equal signatures, as some signing services do.
private final class RepeatingSigner: ExportSigner {
    private let base: P256ExportSigner
    private let made = Mutex<[[UInt8]: [UInt8]]>([:])

    init(_ base: P256ExportSigner) { self.base = base }

    var signatureInfo: SignatureInfo { base.signatureInfo }

    func signature(over exportBin: [UInt8]) async throws -> [UInt8] {
        if let signature = made.withLock({ $0[exportBin] }) {
            return signature
        }
        let signature = try await base.signature(over: exportBin)
        made.withLock { $0[exportBin] = signature }
        return signature
    }
}
