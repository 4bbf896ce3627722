public import ExposurePrimitives
public import GAENCore
public import Persistence

/// A TEK Chunk whose keys are chosen; from then on its content never changes.
public struct PlannedChunk: Hashable, Sendable {
    /// From 1, never used twice.
    public let index: Int
    public let periodStart: UnixTime
    public let periodEnd: UnixTime

    public init(index: Int, periodStart: UnixTime, periodEnd: UnixTime) {
        self.index = index
        self.periodStart = periodStart
        self.periodEnd = periodEnd
    }
}

/// A TEK Chunk that phones may download.
public struct PublishedChunk: Hashable, Sendable {
    public let index: Int
    /// From when its retention counts: the end of its period. Where a wrong clock put that into the future, the end of its
    /// newest key's window.
    public let retiresFrom: UnixTime
    /// The name of its file in the object storage.
    public let objectName: String
    /// Bytes of the file.
    public let size: Int
    /// SHA-256 of the file: 32 bytes.
    public let digest: [UInt8]

    public init(index: Int, retiresFrom: UnixTime, objectName: String, size: Int, digest: [UInt8]) {
        self.index = index
        self.retiresFrom = retiresFrom
        self.objectName = objectName
        self.size = size
        self.digest = digest
    }
}

/// How keys become chunks.
public struct ChunkRules: Hashable, Sendable {
    /// Keys of one chunk at most.
    public let maxKeyCount: Int
    /// Keys below which a run holds them back.
    public let minKeyCount: Int
    /// Keys below which a run is filled up with padding keys; 0 for no padding.
    public let paddedKeyCount: Int
    /// Runs in a row that may hold keys back; the next one publishes them, however few.
    public let maxHeldRuns: Int
    /// The time that the very first chunk is said to cover, in seconds.
    public let firstPeriod: Int64
    /// How long keys and chunks live, in seconds.
    public let retention: Int64

    public init(
        maxKeyCount: Int,
        minKeyCount: Int,
        paddedKeyCount: Int = 0,
        maxHeldRuns: Int,
        firstPeriod: Int64,
        retention: Int64
    ) {
        self.maxKeyCount = maxKeyCount
        self.minKeyCount = minKeyCount
        self.paddedKeyCount = paddedKeyCount
        self.maxHeldRuns = maxHeldRuns
        self.firstPeriod = firstPeriod
        self.retention = retention
    }
}

/// The steps by which keys become TEK Chunks. Each is one transaction and may be repeated, also by two processes at
/// once, and after a crash between any two of them.
public protocol ChunkStore: Sendable {
    /// Puts every releasable key into a new planned chunk, as many chunks as they need, and gives each the next index.
    /// A key whose retention has ended is passed over.
    ///
    /// Where there are fewer than the rules' padded count, `padding` makes the keys that lack, given the real ones and
    /// their number, inside the transaction; from then on they are kept and published like real ones. A run without real
    /// keys is filled only where the last chunk ended half a `firstPeriod` ago or earlier: restarts add no chunks.
    ///
    /// Periods are those of `ChunkPeriod.following`. One that ends in the future is a wrong clock's and has none after it.
    ///
    /// - Returns: how many keys were put into chunks, padding included.
    func planChunks(
        rules: ChunkRules,
        now: UnixTime,
        padding: @escaping @Sendable (_ real: [DiagnosisKey], _ count: Int) -> [DiagnosisKey]
    ) async throws(StoreError) -> Int

    /// The planned chunks that are not published yet, in the order of their indexes.
    func plannedChunks() async throws(StoreError) -> [PlannedChunk]

    /// The keys of a planned chunk, sorted by their bytes.
    func keys(ofChunk index: Int) async throws(StoreError) -> [DiagnosisKey]

    /// Which of a chunk's keys are padding. Nothing that counts people's keys may count them.
    func paddingKeys(ofChunk index: Int) async throws(StoreError) -> Set<TemporaryExposureKey.KeyData>

    /// Publishes a planned chunk once its file is stored, and returns true; returns false, having changed nothing, if
    /// another process did so already. A chunk is never published before those with lower indexes.
    func publish(_ chunk: PublishedChunk) async throws(StoreError) -> Bool

    /// The lowest and the highest index on offer at `now`: from the first published chunk that is not yet older than
    /// `retention` to the newest, without gaps.
    func offeredIndexes(now: UnixTime, retention: Int64) async throws(StoreError) -> ClosedRange<Int>?

    /// The chunk `index`, if it is on offer at `now`.
    func offeredChunk(_ index: Int, now: UnixTime, retention: Int64) async throws(StoreError) -> PublishedChunk?

    /// The object names of all chunks that are in the database.
    func objectNames() async throws(StoreError) -> Set<String>
}

extension ChunkStore {
    /// Plans without padding, whatever the rules say.
    public func planChunks(rules: ChunkRules, now: UnixTime) async throws(StoreError) -> Int {
        try await planChunks(rules: rules, now: now) { _, _ in [] }
    }
}
