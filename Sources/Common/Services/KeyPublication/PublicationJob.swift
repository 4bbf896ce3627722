package import ClockPorts
import Crypto
package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
package import KeyExport
package import KeyServerRules
package import ObjectStorage
package import Persistence

/// Publishes every key whose embargo has ended.
///
/// Each step is a transaction or an atomic file, and each may be repeated: a run first finishes what a crashed one left.
/// Runs of two processes at once do no harm, so no lock is needed: a file's name holds its digest, and the one whose
/// name reaches the database first is the chunk.
package struct PublicationJob: Sendable {
    private let chunks: any ChunkStore
    private let files: any ObjectStore
    private let signers: Signers
    private let rules: ChunkRules
    private let padding: PaddingKeys
    private let region: String
    private let clock: any TrustedClock
    private let steps: any StepObserver

    /// The signers of the moment: keys may be changed while the job lives, and every run asks anew.
    package typealias Signers = @Sendable () async throws -> [any ExportSigner]

    /// - Parameter riskLevels: what real keys are published by; padding keys follow it where a run has no real key.
    package init(
        chunks: any ChunkStore,
        files: any ObjectStore,
        signers: @escaping Signers,
        rules: ChunkRules,
        region: String,
        riskLevels: RiskLevelVector = .uniform,
        clock: any TrustedClock,
        steps: any StepObserver = NoStepObserver()
    ) {
        self.chunks = chunks
        self.files = files
        self.signers = signers
        self.rules = rules
        padding = PaddingKeys(riskLevels: riskLevels, retention: rules.retention)
        self.region = region
        self.clock = clock
        self.steps = steps
    }

    /// What one run published.
    package struct Outcome: Hashable, Sendable {
        /// Indexes of the new chunks, lowest first.
        package let chunks: [Int]
        /// Real keys; padding is not counted.
        package let keyCount: Int
        /// Bytes of the new files.
        package let byteCount: Int
    }

    /// Throws `ClockHold`, having published nothing, while the clock is not trusted.
    package func run() async throws -> Outcome {
        let planned = try await plan(now: clock.trustedNow())
        if planned > 0 {
            steps.reached(.batchChosen)
        }
        // After the periods were fixed: a chunk that lacks a key's signature began before that key did.
        let signers = try await signers()
        var published: [Int] = []
        var keyCount = 0
        var byteCount = 0
        for chunk in try await chunks.plannedChunks() {
            // After an outage keys may have grown too old since they were chosen.
            let now = try await clock.trustedNow()
            let keys = try await chunks.keys(ofChunk: chunk.index)
                .filter { now.seconds(since: $0.key.windowEnd) < rules.retention }
            if let size = try await publish(chunk, keys: keys, signedBy: signers) {
                published.append(chunk.index)
                let padding = try await chunks.paddingKeys(ofChunk: chunk.index)
                keyCount += keys.count(where: { !padding.contains($0.key.keyData) })
                byteCount += size
            }
        }
        return Outcome(chunks: published, keyCount: keyCount, byteCount: byteCount)
    }

    private func plan(now: UnixTime) async throws -> Int {
        try await chunks.planChunks(rules: rules, now: now) { [padding] real, count in
            var generator = SystemRandomNumberGenerator()
            return padding.make(count, like: real, now: now, using: &generator)
        }
    }

    /// Stores and publishes one chunk; returns the file's size, or nil if another process was first.
    private func publish(
        _ chunk: PlannedChunk,
        keys: [DiagnosisKey],
        signedBy signers: [any ExportSigner]
    ) async throws -> Int? {
        let metadata = try ExportMetadata(start: chunk.periodStart, end: chunk.periodEnd, region: region)
        let archive = try await ExportWriter.archive(
            of: ExportDraft(metadata: metadata, keys: keys),
            signedBy: signers
        )
        let digest = Array(SHA256.hash(data: archive))
        let name = ChunkFile.name(ofChunk: chunk.index, digest: digest)
        try await files.put(archive, as: name)
        steps.reached(.fileWritten)
        let isPublished = try await chunks.publish(
            PublishedChunk(
                index: chunk.index,
                retiresFrom: chunk.periodEnd,
                objectName: name.description,
                size: archive.count,
                digest: digest
            )
        )
        guard isPublished else {
            // The other process's file is the chunk; this one was never on offer.
            if try await !chunks.objectNames().contains(name.description) {
                try await files.delete(name)
            }
            return nil
        }
        steps.reached(.indexAdvanced)
        return archive.count
    }
}
