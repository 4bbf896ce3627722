import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import Persistence
import Synchronization
import Testing

@testable import ImmuniReporting

@Suite("Cached facts about chunks on offer")
struct OfferedChunksTests {
    /// Offers the chunks up to `newest` and counts the requests for each.
    private final class CountingChunks: ChunkStore {
        let asked = Mutex<[Int]>([])
        let newest = Mutex(2)

        func offeredChunk(_ index: Int, now: UnixTime, retention: Int64) async throws(StoreError) -> PublishedChunk? {
            asked.withLock { $0.append(index) }
            return index > newest.withLock { $0 }
                ? nil : PublishedChunk(index: index, periodEnd: now, objectName: "a", size: 1, digest: [])
        }

        func planChunks(
            rules: ChunkRules,
            now: UnixTime,
            padding: @escaping @Sendable (PaddingRequest) -> [ChunkKey]
        ) async throws(StoreError) -> Int { 0 }
        func countries(
            ofChunk index: Int
        ) async throws(StoreError) -> [TemporaryExposureKey.KeyData: KeyCountries] { [:] }
        func plannedChunks() async throws(StoreError) -> [PlannedChunk] { [] }
        func content(ofChunk index: Int) async throws(StoreError) -> ChunkContent { ChunkContent() }
        func publish(_ chunk: PublishedChunk) async throws(StoreError) -> Bool { false }
        func offeredIndexes(now: UnixTime, retention: Int64) async throws(StoreError) -> ClosedRange<Int>? { nil }
        func offeredChunks(now: UnixTime, retention: Int64) async throws(StoreError) -> [PublishedChunk] { [] }
        func deleteRetired(now: UnixTime, retention: Int64) async throws(StoreError) -> Int { 0 }
        func objectNames() async throws(StoreError) -> Set<String> { [] }
    }

    private let store = CountingChunks()
    private let noon = UnixTime(1_594_209_600)

    private var asked: [Int] { store.asked.withLock { $0 } }

    @Test("each is requested once a second, also when the clock goes back")
    func onceASecond() async throws {
        let offered = OfferedChunks(store)
        for second in [0, 0, 0, 1, 1, 0] as [Int64] {
            for index in 1...2 {
                #expect(try await offered.chunk(index, now: noon.advanced(bySeconds: second))?.chunk.index == index)
            }
        }
        #expect(asked == [1, 2, 1, 2, 1, 2])
    }

    @Test("a chunk that is not on offer is requested each time, and a withdrawn one is gone in the next second")
    func notOffered() async throws {
        let offered = OfferedChunks(store)
        #expect(try await offered.chunk(3, now: noon) == nil)
        store.newest.withLock { $0 = 3 }
        #expect(try await offered.chunk(3, now: noon) != nil)
        store.newest.withLock { $0 = 0 }
        #expect(try await offered.chunk(3, now: noon) != nil)
        #expect(try await offered.chunk(3, now: noon.advanced(bySeconds: 1)) == nil)
        #expect(try await offered.chunk(3, now: noon.advanced(bySeconds: 1)) == nil)
        #expect(asked == [3, 3, 3, 3])
    }

    @Test("the number of known chunks is limited")
    func bounded() async throws {
        store.newest.withLock { $0 = 5000 }
        let offered = OfferedChunks(store)
        for index in [1, 1] + Array(2...4097) + [4097, 1] {
            _ = try await offered.chunk(index, now: noon)
        }
        #expect(asked.count(where: { $0 == 1 }) == 2)
        #expect(asked.count(where: { $0 == 4097 }) == 1)
    }
}
