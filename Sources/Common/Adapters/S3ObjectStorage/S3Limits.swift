/// The sizes and times of a store.
package struct S3Limits: Sendable {
    /// The maximum size of an object in bytes. The largest chunk has 25 MB.
    package var maxObjectSize = 64 << 20
    /// The size of a part in bytes. A larger object is stored in parts. Amazon S3 needs at least 5 MiB in each part
    /// but the last.
    package var partSize = 8 << 20
    /// The time for one attempt, from the first byte sent to the last received.
    package var timeout = Duration.seconds(30)
    /// The seconds after which an upload without an end counts as given up.
    package var unfinishedLife: Int64 = 86_400
    /// The objects that are read at the same time at most. Together with `maxObjectSize` this limits the memory.
    package var maxReads = 4
    /// The time for which a revision that was read serves other requests too.
    package var revisionLife = Duration.seconds(1)
    /// The pages of one listing at most, with a thousand names each.
    package var maxPages = 1000

    package init() {}

    /// The maximum size of an answer without an object, in bytes. A page of a listing has up to 2 MB.
    static let maxDocumentSize = 8 << 20
}
