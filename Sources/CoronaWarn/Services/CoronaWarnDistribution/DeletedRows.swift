/// The numbers of rows that a cleanup deleted.
package struct DeletedRows: Hashable, Sendable {
    package let keys: Int
    /// The keys among them that were in no package.
    package let unpublishedKeys: Int
    package let chunks: Int
    /// False if deleted rows may still be readable in the database's files.
    package let tracesErased: Bool

    package init(keys: Int, unpublishedKeys: Int, chunks: Int, tracesErased: Bool) {
        self.keys = keys
        self.unpublishedKeys = unpublishedKeys
        self.chunks = chunks
        self.tracesErased = tracesErased
    }
}
