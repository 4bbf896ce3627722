import DiagnosisKeyStores
import ExposurePrimitives
import ObjectStorage
import Synchronization
import Testing

@testable import ImmuniReporting

@Suite("Chunk files kept in memory")
struct ChunkFilesTests {
    /// Files of ten bytes, all there until `isEmpty`; counts how often each was read.
    private final class CountingStorage: ObjectStore {
        let reads = Mutex<[String]>([])
        let isEmpty = Mutex(false)

        func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? {
            reads.withLock { $0.append(name.description) }
            return isEmpty.withLock { $0 } ? nil : [UInt8](repeating: 1, count: 10)
        }

        func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {}
        func delete(_ name: ObjectName) async throws(ObjectStorageError) {}
        func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName] { [] }
        func deleteUnfinished() async throws(ObjectStorageError) {}
    }

    private let storage = CountingStorage()

    private func chunk(_ index: Int, size: Int = 10) -> PublishedChunk {
        PublishedChunk(index: index, retiresFrom: UnixTime(0), objectName: "\(index).zip", size: size, digest: [])
    }

    private var reads: [String] { storage.reads.withLock { $0 } }

    @Test("a file is read once, and what was asked for least recently makes room")
    func leastRecentlyUsed() async throws {
        let files = ChunkFiles(storage, capacity: 20)
        for index in [1, 2, 1, 3, 1, 2, 2, 1] {
            #expect(try await files.content(of: chunk(index)) != nil)
        }
        #expect(reads == ["1.zip", "2.zip", "3.zip", "2.zip"])
    }

    @Test("a file that is larger than all that may be kept is served all the same")
    func tooLarge() async throws {
        let files = ChunkFiles(storage, capacity: 9)
        for _ in 0..<2 {
            #expect(try await files.content(of: chunk(1)) != nil)
        }
        #expect(reads.count == 2)
    }

    @Test("a file of another size than published, or none, is not served and asked for again")
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
