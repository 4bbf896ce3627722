package import ClockPorts
package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
package import ObjectStorage
import Persistence

/// Deletes rows whose retention has ended, and files that no row names.
package struct CleanupJob: Sendable {
    private let retention: any RetentionStore
    private let chunks: any ChunkStore
    private let files: any ObjectStore
    private let clock: any TrustedClock

    package init(
        retention: any RetentionStore,
        chunks: any ChunkStore,
        files: any ObjectStore,
        clock: any TrustedClock
    ) {
        self.retention = retention
        self.chunks = chunks
        self.files = files
        self.clock = clock
    }

    /// The outcome of one run.
    package struct Outcome: Hashable, Sendable {
        package let deleted: DeletedCounts
        /// False if other processes were active, so that deleted rows may still be readable in the database's files.
        package let tracesErased: Bool
    }

    /// Runs the job. Throws `ClockHold` without deleting anything while the clock is not trusted.
    package func run() async throws -> Outcome {
        let now = try await clock.trustedNow()
        // The files are listed before the rows are read. A file that a publication stores meanwhile is therefore not in
        // the list.
        let stored = try await files.names()
        // The unfinished file of a crash also holds keys, and no row would ever name it.
        try await files.deleteUnfinished()
        let planned = try await Set(chunks.plannedChunks().map(\.index))
        let counts = try await retention.deleteExpired(
            now: now,
            retention: Retention.seconds,
            consumedMemory: Self.consumedMemory
        )
        let named = try await chunks.objectNames()
        for file in stored where !named.contains(file.description) && !planned.contains(where: file.belongs(toChunk:)) {
            try await files.delete(file)
        }
        // This comes last, because other processes can prevent it. The next run then does it.
        return Outcome(deleted: counts, tracesErased: try await retention.eraseTraces())
    }

    /// Fifteen days. After that, a person who uses the same code again has no key left from the first time.
    private static let consumedMemory: Int64 = 15 * UnixTime.secondsPerDay
}

extension ObjectName {
    /// Whether this is a file of the chunk `index`. A publication may be about to name it.
    fileprivate func belongs(toChunk index: Int) -> Bool {
        description.hasPrefix("chunk-\(index)-")
    }
}
