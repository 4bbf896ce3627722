public import ExposurePrimitives
public import GAENCore
public import Persistence

/// A TEK Chunk whose keys are chosen. Its content never changes after that.
public struct PlannedChunk: Hashable, Sendable {
    /// The index, from 1, never used twice in its sequence.
    public let index: Int
    public let periodStart: UnixTime
    public let periodEnd: UnixTime
    /// This chunk's number among the chunks of its period, from 1.
    public let batchNumber: Int
    /// The number of chunks of its period.
    public let batchCount: Int

    public init(index: Int, periodStart: UnixTime, periodEnd: UnixTime, batchNumber: Int = 1, batchCount: Int = 1) {
        self.index = index
        self.periodStart = periodStart
        self.periodEnd = periodEnd
        self.batchNumber = batchNumber
        self.batchCount = batchCount
    }
}

/// The keys of a planned chunk.
public struct ChunkContent: Hashable, Sendable {
    /// All of them, sorted by their bytes.
    public let keys: [DiagnosisKey]
    /// Those that are nobody's. They must not be counted as people's keys.
    public let padding: Set<TemporaryExposureKey.KeyData>

    public init(keys: [DiagnosisKey] = [], padding: Set<TemporaryExposureKey.KeyData> = []) {
        self.keys = keys
        self.padding = padding
    }
}

/// A TEK Chunk that phones may download.
public struct PublishedChunk: Hashable, Sendable {
    public let index: Int
    /// The end of the period that its file states.
    public let periodEnd: UnixTime
    /// The start of its retention: the end of its period. If a wrong clock put that into the future, it is the end of
    /// its newest key's window.
    public let retiresFrom: UnixTime
    /// The name of its file in the object storage.
    public let objectName: String
    /// The size of the file in bytes.
    public let size: Int
    /// The SHA-256 of the file: 32 bytes.
    public let digest: [UInt8]

    /// - Parameter retiresFrom: nil for the end of its period.
    public init(
        index: Int,
        periodEnd: UnixTime,
        retiresFrom: UnixTime? = nil,
        objectName: String,
        size: Int,
        digest: [UInt8]
    ) {
        self.index = index
        self.periodEnd = periodEnd
        self.retiresFrom = retiresFrom ?? periodEnd
        self.objectName = objectName
        self.size = size
        self.digest = digest
    }
}

/// The rules by which keys become chunks.
public struct ChunkRules: Hashable, Sendable {
    /// The maximum number of keys in a chunk.
    public let maxKeyCount: Int
    /// The minimum number of keys of a run. A run with fewer keys holds them back.
    public let minKeyCount: Int
    /// The number of keys to which a run is filled up with padding keys; 0 for no padding.
    public let paddedKeyCount: Int
    /// The number of runs in a row that may hold keys back. The next run publishes them, however few.
    public let maxHeldRuns: Int
    /// The length of the very first chunk's period, in seconds.
    public let firstPeriod: Int64
    /// The length of every period in seconds, from one of its multiples since 1970 to the next. Nil if each period
    /// begins at the end of the last one.
    public let fixedPeriod: Int64?
    /// The sequences that receive each key of this one with its chunk.
    public let followers: [SequenceName]
    /// The sequence that this one follows; nil if it follows none.
    public let leader: SequenceName?
    /// The lifetime of keys and chunks, in seconds.
    public let retention: Int64

    public init(
        maxKeyCount: Int,
        minKeyCount: Int,
        paddedKeyCount: Int = 0,
        maxHeldRuns: Int,
        firstPeriod: Int64,
        fixedPeriod: Int64? = nil,
        followers: [SequenceName] = [],
        leader: SequenceName? = nil,
        retention: Int64
    ) {
        self.maxKeyCount = maxKeyCount
        self.minKeyCount = minKeyCount
        self.paddedKeyCount = paddedKeyCount
        self.maxHeldRuns = maxHeldRuns
        self.firstPeriod = firstPeriod
        self.fixedPeriod = fixedPeriod
        self.followers = followers
        self.leader = leader
        self.retention = retention
    }
}

/// The steps by which the keys of one sequence become TEK Chunks.
///
/// Each step is one transaction. It may be repeated, also by two processes at once, and after a crash between any two
/// steps.
public protocol ChunkStore: Sendable {
    /// Puts every releasable key into a new planned chunk, with as many chunks as necessary, and gives each the next
    /// index. It skips keys whose retention has ended.
    ///
    /// If there are fewer keys than the rules' padded count, `padding` makes the missing keys inside the transaction.
    /// Padding keys are then kept and published like real ones. A run without real keys is filled only if the last
    /// chunk ended half a `firstPeriod` ago or earlier, so that restarts add no chunks.
    ///
    /// The periods are those of `ChunkPeriod.following`. A period that ends in the future comes from a wrong clock, and
    /// no period follows it.
    ///
    /// With a fixed period, each period that is over and not planned yet is a run of its own, the oldest first. The
    /// first run of all is that of the last period, or of the one in which a key waits that may be released first. A
    /// follower begins with the period in which its leader began. A run takes the keys whose embargo ended before the
    /// period's end, and its chunks all state that period. A run without keys, or one that holds its keys back, plans
    /// an empty chunk.
    ///
    /// A key that enters a chunk also becomes a key of the rules' followers, unless it is one already. There its
    /// embargo ends at the start of the chunk's period. So a follower with longer periods repeats the keys of the
    /// chunks within each of them. It plans a fixed period only after its leader has planned to the end of that period.
    ///
    /// - Returns: the number of keys that were put into chunks, padding included.
    func planChunks(
        rules: ChunkRules,
        now: UnixTime,
        padding: @escaping @Sendable (PaddingRequest) -> [ChunkKey]
    ) async throws(StoreError) -> Int

    /// The planned chunks that are not published yet, in the order of their indexes.
    func plannedChunks() async throws(StoreError) -> [PlannedChunk]

    /// The keys of a planned chunk; none if there is no such chunk.
    func content(ofChunk index: Int) async throws(StoreError) -> ChunkContent

    /// The countries of a chunk's keys. A key without countries is left out.
    func countries(ofChunk index: Int) async throws(StoreError) -> [TemporaryExposureKey.KeyData: KeyCountries]

    /// Publishes a planned chunk after its file was stored, and returns true.
    ///
    /// Returns false without any change if another process has published it already. A chunk is never published before
    /// those with lower indexes.
    func publish(_ chunk: PublishedChunk) async throws(StoreError) -> Bool

    /// The lowest and the highest index on offer at `now`. The offer has no gaps: it starts with the first published
    /// chunk that is not yet older than `retention`, and ends with the newest.
    func offeredIndexes(now: UnixTime, retention: Int64) async throws(StoreError) -> ClosedRange<Int>?

    /// The chunk `index`, if it is on offer at `now`.
    func offeredChunk(_ index: Int, now: UnixTime, retention: Int64) async throws(StoreError) -> PublishedChunk?

    /// All chunks on offer at `now`, in the order of their indexes.
    func offeredChunks(now: UnixTime, retention: Int64) async throws(StoreError) -> [PublishedChunk]

    /// Deletes the chunks that have left the offer at `now`, and returns their number. Their keys stay.
    ///
    /// It is for a sequence whose chunks live shorter than its keys. `RetentionStore` deletes the chunks of every
    /// sequence at the end of the keys' lifetime.
    func deleteRetired(now: UnixTime, retention: Int64) async throws(StoreError) -> Int

    /// The object names of all chunks of the sequence that are in the database.
    func objectNames() async throws(StoreError) -> Set<String>
}

extension ChunkStore {
    /// Plans without padding, whatever the rules say.
    public func planChunks(rules: ChunkRules, now: UnixTime) async throws(StoreError) -> Int {
        try await planChunks(rules: rules, now: now) { _ in [] }
    }

    /// The keys of a planned chunk, sorted by their bytes.
    public func keys(ofChunk index: Int) async throws(StoreError) -> [DiagnosisKey] {
        try await content(ofChunk: index).keys
    }
}
