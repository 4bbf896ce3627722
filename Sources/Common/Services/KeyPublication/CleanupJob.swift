package import ClockPorts
package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
package import Persistence

/// Deletes rows whose retention has ended, and the files of chunks that no row names.
///
/// In the folders of its sequences it deletes no file that is none of a chunk. Outside it deletes only the files of the
/// chunks whose rows it deletes: those of sequences that nobody publishes any more.
package struct CleanupJob: Sendable {
    private let retention: any RetentionStore
    private let sequences: [PublishedSequence]
    private let followers: [SequenceName]
    private let files: any ObjectStore
    private let clock: any TrustedClock

    /// - Parameter followers: the sequences that repeat the keys of others.
    package init(
        retention: any RetentionStore,
        sequences: [PublishedSequence],
        followers: [SequenceName] = [],
        files: any ObjectStore,
        clock: any TrustedClock
    ) {
        self.retention = retention
        self.sequences = sequences
        self.followers = followers
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
        var candidates: [[ObjectName]] = []
        for sequence in sequences {
            candidates.append(try await unplannedFiles(of: sequence))
        }
        // The unfinished file of a crash also holds keys, and no row would ever name it.
        try await files.deleteUnfinished()
        var counts = try await retention.deleteExpired(
            now: now,
            retention: Retention.seconds,
            consumedMemory: Self.consumedMemory,
            followers: followers
        )
        for file in counts.files.compactMap(ObjectName.init) {
            try await files.delete(file)
        }
        for sequence in sequences {
            counts.chunks += try await sequence.chunks.deleteRetired(
                now: sequence.retirement(at: now),
                retention: sequence.retention
            )
        }
        for (sequence, candidates) in zip(sequences, candidates) {
            let named = try await sequence.chunks.objectNames()
            for file in candidates where !named.contains(file.description) {
                try await files.delete(file)
            }
        }
        // This comes last, because other processes can prevent it. The next run then does it.
        return Outcome(deleted: counts, tracesErased: try await retention.eraseTraces())
    }

    /// The files of chunks that are not planned. A publication may be about to name the file of a planned one.
    private func unplannedFiles(of sequence: PublishedSequence) async throws -> [ObjectName] {
        // The files are listed before the rows are read. A file that a publication stores meanwhile is therefore not in
        // the list.
        let stored = try await sequence.folder.chunks(in: files)
        let planned = try await Set(sequence.chunks.plannedChunks().map(\.index))
        return stored.filter { !planned.contains($0.index) }.map(\.name)
    }

    /// Fifteen days. After that, a person who uses the same code again has no key left from the first time.
    private static let consumedMemory: Int64 = 15 * UnixTime.secondsPerDay
}
