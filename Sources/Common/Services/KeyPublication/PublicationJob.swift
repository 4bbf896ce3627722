package import ClockPorts
import Crypto
package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
package import KeyExport
package import KeyServerRules
package import Persistence

/// Publishes every key of one sequence whose embargo has ended.
///
/// Each step is a transaction or an atomic file, and each may be repeated. A run first finishes the work of a crashed
/// one.
///
/// Two processes may run at the same time, so no lock is needed. A file's name holds its digest. The file whose name
/// reaches the database first becomes the chunk.
package struct PublicationJob: Sendable {
    private let chunks: any ChunkStore
    private let files: any ObjectStore
    private let folder: ChunkFolder
    private let signers: Signers
    private let rules: ChunkRules
    private let padding: PaddingKeys
    private let region: String
    private let clock: any TrustedClock
    private let steps: any StepObserver

    /// Returns the current signers. Keys may change during the job's life, so every run asks again.
    package typealias Signers = @Sendable () async throws -> [any ExportSigner]

    /// - Parameter riskLevels: the risk levels by which real keys are published. Padding keys use them if a run has no
    ///   real key. Nil fills up no such run: for a system whose keys have more than a window and a level.
    package init(
        sequence: PublishedSequence,
        files: any ObjectStore,
        signers: @escaping Signers,
        rules: ChunkRules,
        region: String,
        riskLevels: RiskLevelVector? = nil,
        clock: any TrustedClock,
        steps: any StepObserver = NoStepObserver()
    ) {
        chunks = sequence.chunks
        folder = sequence.folder
        self.files = files
        self.signers = signers
        self.rules = rules
        padding = PaddingKeys(riskLevels: riskLevels, retention: rules.retention)
        self.region = region
        self.clock = clock
        self.steps = steps
    }

    /// The keys, chunks and bytes that one run published.
    package struct Outcome: Hashable, Sendable {
        /// Indexes of the new chunks, lowest first.
        package let chunks: [Int]
        /// The number of real keys, without padding.
        package let keyCount: Int
        /// The size of the new files in bytes.
        package let byteCount: Int
    }

    /// Runs the job. Throws `ClockHold` without publishing anything while the clock is not trusted.
    package func run() async throws -> Outcome {
        let planned = try await plan(now: clock.trustedNow())
        if planned > 0 {
            steps.reached(.batchChosen)
        }
        // The signers are read after the periods were fixed. A chunk without a key's signature therefore began before
        // that key did.
        let signers = try await signers()
        var published: [Int] = []
        var keyCount = 0
        var byteCount = 0
        let waiting = try await chunks.plannedChunks()
        var content = try await content(of: waiting.first)
        for (chunk, following) in zip(waiting, waiting.dropFirst().map(Optional.some) + [nil]) {
            // The database reads the next keys while these are compressed and stored.
            async let next = self.content(of: following)
            // After an outage, keys may have grown too old since they were chosen.
            let now = try await clock.trustedNow()
            let keys = content.keys.filter { now.seconds(since: $0.key.windowEnd) < rules.retention }
            if let size = try await publish(chunk, keys: keys, signedBy: signers) {
                published.append(chunk.index)
                keyCount += keys.count(where: { !content.padding.contains($0.key.keyData) })
                byteCount += size
            }
            content = try await next
        }
        return Outcome(chunks: published, keyCount: keyCount, byteCount: byteCount)
    }

    private func content(of chunk: PlannedChunk?) async throws(StoreError) -> ChunkContent {
        guard let chunk else {
            return ChunkContent()
        }
        return try await chunks.content(ofChunk: chunk.index)
    }

    private func plan(now: UnixTime) async throws -> Int {
        try await chunks.planChunks(rules: rules, now: now) { [padding] request in
            var generator = SystemRandomNumberGenerator()
            return padding.make(request, now: now, using: &generator)
        }
    }

    /// Stores and publishes one chunk; returns the file's size, or nil if another process was first.
    private func publish(
        _ chunk: PlannedChunk,
        keys: [DiagnosisKey],
        signedBy signers: [any ExportSigner]
    ) async throws -> Int? {
        let metadata = try ExportMetadata(
            start: chunk.periodStart,
            end: chunk.periodEnd,
            region: region,
            batchNumber: chunk.batchNumber,
            batchSize: chunk.batchCount
        )
        let archive = try await ExportWriter.archive(of: ExportDraft(metadata: metadata, keys: keys), signedBy: signers)
        let digest = Array(SHA256.hash(data: archive))
        let name = try folder.name(ofChunk: chunk.index, digest: digest)
        try await files.put(archive, as: name)
        steps.reached(.fileWritten)
        let isPublished = try await chunks.publish(
            PublishedChunk(
                index: chunk.index,
                periodEnd: chunk.periodEnd,
                objectName: name.description,
                size: archive.count,
                digest: digest
            )
        )
        guard isPublished else {
            // The other process's file is the chunk. This file was never on offer.
            if try await !chunks.objectNames().contains(name.description) {
                try await files.delete(name)
            }
            return nil
        }
        steps.reached(.indexAdvanced)
        return archive.count
    }
}
