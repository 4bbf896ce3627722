package import DiagnosisKeyStores
package import ObjectStorage

/// The chunks of one sequence, and the place of their files.
package struct PublishedSequence: Sendable {
    let chunks: any ChunkStore
    let folder: ChunkFolder

    /// - Parameter folder: the place of the sequence's files. No file of another sequence is under it. Nil stands for
    ///   the only sequence of a storage, whose files lie in no folder.
    package init(chunks: any ChunkStore, folder: ObjectName? = nil) {
        self.chunks = chunks
        self.folder = ChunkFolder(folder)
    }
}
