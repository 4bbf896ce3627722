package import DiagnosisKeyStores
import GAENCore
package import ObjectStorage

/// The chunks of one sequence, the place of their files, and their lifetime.
package struct PublishedSequence: Sendable {
    let chunks: any ChunkStore
    let folder: ChunkFolder
    /// In seconds.
    let retention: Int64

    /// - Parameters:
    ///   - folder: the place of the sequence's files. No file of another sequence lies in it. Nil stands for the only
    ///     sequence of a storage, whose files lie in no folder.
    ///   - retention: the lifetime of the chunks in seconds. It is at most that of the keys.
    package init(chunks: any ChunkStore, folder: ObjectName? = nil, retention: Int64 = Retention.seconds) {
        self.chunks = chunks
        self.folder = ChunkFolder(folder)
        self.retention = retention
    }
}
