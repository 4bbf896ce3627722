import DiagnosisKeyStores
import ExposurePrimitives
import Persistence
import ServiceKit
import Synchronization
import Testing

@testable import ImmuniReporting

@Suite("Cached chunk files")
struct ChunkFilesTests {
    /// Files of ten bytes, all present until `isEmpty`. Counts how often each was read.
    private final class CountingStorage: ObjectStore {
        let reads = Mutex<[String]>([])
        let isEmpty = Mutex(false)

        func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? {
            reads.withLock { $0.append(name.description) }
            return isEmpty.withLock { $0 } ? nil : [UInt8](repeating: 1, count: 10)
        }

        func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {}
        func revision(of name: ObjectName) async throws(ObjectStorageError) -> ObjectRevision? { nil }
        func delete(_ name: ObjectName) async throws(ObjectStorageError) {}
        func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName] { [] }
        func deleteUnfinished() async throws(ObjectStorageError) {}
    }

    private let storage = CountingStorage()

    private func chunk(_ index: Int, size: Int = 10) -> PublishedChunk {
        PublishedChunk(index: index, periodEnd: UnixTime(0), objectName: "\(index).zip", size: size, digest: [])
    }

    private var reads: [String] { storage.reads.withLock { $0 } }

    @Test("a file is read once, and the least recently requested one is dropped first")
    func leastRecentlyUsed() async throws {
        let files = ChunkFiles(storage, keptIn: RecentFiles(capacity: 20))
        for index in [1, 2, 1, 3, 1, 2, 2, 1] {
            #expect(try await files.content(of: chunk(index)) != nil)
        }
        #expect(reads == ["1.zip", "2.zip", "3.zip", "2.zip"])
    }

    @Test("a file larger than the whole cache is still served")
    func tooLarge() async throws {
        let files = ChunkFiles(storage, keptIn: RecentFiles(capacity: 9))
        for _ in 0..<2 {
            #expect(try await files.content(of: chunk(1)) != nil)
        }
        #expect(reads.count == 2)
    }

    @Test("a missing file, or one of another size than published, is not served and is read again")
    func missing() async throws {
        let files = ChunkFiles(storage)
        #expect(try await files.content(of: chunk(1, size: 11)) == nil)
        storage.isEmpty.withLock { $0 = true }
        #expect(try await files.content(of: chunk(1)) == nil)
        storage.isEmpty.withLock { $0 = false }
        #expect(try await files.content(of: chunk(1)) != nil)
        #expect(reads.count == 3)
    }
}
