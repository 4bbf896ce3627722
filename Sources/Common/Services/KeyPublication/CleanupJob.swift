package import ClockPorts
package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
package import ObjectStorage
import Persistence

/// Deletes rows whose time has come, and files that no row names.
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

    /// What one run did.
    package struct Outcome: Hashable, Sendable {
        package let deleted: DeletedCounts
        /// False when others were at work, so that deleted rows may still be readable in the database's files.
        package let tracesErased: Bool
    }

    /// Throws `ClockHold`, having deleted nothing, while the clock is not trusted.
    package func run() async throws -> Outcome {
        let now = try await clock.trustedNow()
        // Listed before the rows are read: a file that a publication stores meanwhile is not among them.
        let stored = try await files.names()
        // What a crash left of a file holds keys too, and no row would ever name it.
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
        // Last, because it is what others' work can prevent; the next run does it then.
        return Outcome(deleted: counts, tracesErased: try await retention.eraseTraces())
    }

    /// Fifteen days: by then a person who uses the same code again has no key left of the first time.
    private static let consumedMemory: Int64 = 15 * UnixTime.secondsPerDay
}

extension ObjectName {
    /// Whether this is a file of the chunk `index`, which a publication may be about to name.
    fileprivate func belongs(toChunk index: Int) -> Bool {
        description.hasPrefix("chunk-\(index)-")
    }
}
