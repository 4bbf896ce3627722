import ExposureTesting
import Foundation
import Persistence
import StoreConformance
import Testing

@testable import FileStorage

@Suite("Objects as files")
struct FileObjectStoreTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("conform to the port")
    func conforms() async throws {
        let conformance = ObjectStoreConformance {
            try FileObjectStore(folder: folder.url.appending(path: UUID().uuidString))
        }
        #expect(await conformance.violations() == [])
    }

    @Test("the checks pass on the reference")
    func referenceConforms() async {
        #expect(await ObjectStoreConformance { InMemoryObjects() }.violations() == [])
    }

    @Test("the checks find each planted fault", arguments: InMemoryObjects.Fault.allCases)
    func faultsAreFound(fault: InMemoryObjects.Fault) async {
        #expect(await ObjectStoreConformance { InMemoryObjects(fault: fault) }.violations() != [])
    }

    @Test("an unfinished file is not an object")
    func unfinishedFiles() async throws {
        let storage = try FileObjectStore(folder: folder.url)
        try Data([1]).write(to: folder.url.appending(path: ".chunk-1-half"))
        #expect(try await storage.names().isEmpty)
    }

    @Test("the remains of a crashed write are deleted; a file in the middle of a write is not")
    func givenUpFiles() async throws {
        let storage = try FileObjectStore(folder: folder.url)
        let (left, empty) = (folder.url.appending(path: ".chunk-1-half"), folder.url.appending(path: ".chunk-2-new"))
        try Data([1]).write(to: left)
        try Data().write(to: empty)
        let locked = folder.url.appending(path: ".chunk-3-busy")
        try Data([1]).write(to: locked)
        let writer = try FileHandle(forUpdating: locked)
        #expect(flock(writer.fileDescriptor, LOCK_EX) == 0)
        try await storage.deleteUnfinished()
        let names = { try Set(FileManager.default.contentsOfDirectory(atPath: folder.url.path)) }
        #expect(try names() == [".chunk-2-new", ".chunk-3-busy"])
        try writer.close()
        try await storage.deleteUnfinished()
        #expect(try names() == [".chunk-2-new"])
    }

    @Test("objects are stored while unfinished ones are deleted")
    func atOnce() async throws {
        let storage = try FileObjectStore(folder: folder.url)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                let name = try #require(ObjectName("chunk-\(number)"))
                group.addTask { try await storage.put([UInt8](repeating: 7, count: 20_000), as: name) }
                group.addTask { try await storage.deleteUnfinished() }
            }
            try await group.waitForAll()
        }
        #expect(try await storage.names().count == 200)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 200)
    }

    @Test("a store that cannot write reports it and leaves nothing")
    func failure() async throws {
        let storage = try FileObjectStore(folder: folder.url.appending(path: "chunks"))
        try FileManager.default.removeItem(at: folder.url.appending(path: "chunks"))
        let name = try #require(ObjectName("a"))
        await #expect(throws: ObjectStorageError.self) { try await storage.put([1], as: name) }
    }
}
