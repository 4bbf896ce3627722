package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
package import Persistence

/// The chunks of one sequence, the place of their files, and their lifetime.
package struct PublishedSequence: Sendable {
    let chunks: any ChunkStore
    let folder: ChunkFolder
    /// In seconds.
    let retention: Int64
    private let retiresByDates: Bool

    /// - Parameters:
    ///   - folder: the place of the sequence's files. No file of another sequence lies in it. Nil stands for the only
    ///     sequence of a storage, whose files lie in no folder.
    ///   - retention: the lifetime of the chunks in seconds. It is at most that of the keys.
    package init(chunks: any ChunkStore, folder: ObjectName? = nil, retention: Int64 = Retention.seconds) {
        self.chunks = chunks
        self.folder = ChunkFolder(folder)
        self.retention = retention
        retiresByDates = false
    }

    /// A sequence whose chunks leave with their UTC date, and so at midnight.
    ///
    /// - Parameter days: the chunks of a date leave at the beginning of this day after it; at least 1.
    package init(chunks: any ChunkStore, folder: ObjectName, days: Int) {
        self.chunks = chunks
        self.folder = ChunkFolder(folder)
        retention = Int64(days) * UnixTime.secondsPerDay
        retiresByDates = true
    }

    /// The moment at which a cleanup at `now` looks at its chunks.
    func retirement(at now: UnixTime) -> UnixTime {
        // A chunk that retires during a date then counts as one of the whole date.
        retiresByDates ? now.utcDay.advanced(byDays: 1).startInUTC : now
    }
}
