import ExposureTesting
import Foundation
import ObjectStorage
import Testing

@testable import FileObjectStorage

@Suite("Objects as files")
struct FileObjectStorageTests {
    @Test("an object is read as it was stored, replaced, listed and deleted")
    func lifeOfAnObject() async throws {
        let folder = try TemporaryFolder()
        let storage = try FileObjectStorage(folder: folder.url.appending(path: "chunks"))
        let name = try #require(ObjectName("chunk-1-ab.zip"))
        #expect(try await storage.get(name) == nil)
        try await storage.put([1, 2, 3], as: name)
        try await storage.put([4, 5], as: name)
        #expect(try await storage.get(name) == [4, 5])
        #expect(try await storage.names() == [name])
        try await storage.delete(name)
        try await storage.delete(name)
        #expect(try await storage.names().isEmpty)
    }

    @Test("an unfinished file is not an object")
    func unfinishedFiles() async throws {
        let folder = try TemporaryFolder()
        let storage = try FileObjectStorage(folder: folder.url)
        try Data([1]).write(to: folder.url.appending(path: ".chunk-1-half"))
        #expect(try await storage.names().isEmpty)
    }

    @Test("a storage that cannot write says so and leaves nothing")
    func failure() async throws {
        let folder = try TemporaryFolder()
        let storage = try FileObjectStorage(folder: folder.url.appending(path: "chunks"))
        try FileManager.default.removeItem(at: folder.url.appending(path: "chunks"))
        let name = try #require(ObjectName("a"))
        await #expect(throws: ObjectStorageError.self) { try await storage.put([1], as: name) }
    }

    @Test("names that could leave the folder are no names", arguments: ["", ".", "..", "a/b", "../a", ".a", "A", "a b", "a..b"])
    func names(name: String) {
        #expect(ObjectName(name) == nil)
    }

    @Test("a name has at most 128 characters")
    func nameLength() {
        #expect(ObjectName(String(repeating: "a", count: 128)) != nil)
        #expect(ObjectName(String(repeating: "a", count: 129)) == nil)
    }
}
