import ExposureTesting
import Foundation
import Persistence
import Testing

@testable import FileStorage

@Suite("The files of objects")
struct ObjectLayoutTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("a name and the names below it have one file each")
    func coexistence() async throws {
        let storage = try FileObjectStore(folder: folder.url)
        for name in ["chunk-1-ab.zip", "date", "date/2026-11-20/hour", "date/2026-11-20/hour/7"] {
            try await storage.put(Array(name.utf8), as: #require(ObjectName(name)))
        }
        let paths = ["chunk-1-ab.zip", "date", "date+/2026-11-20+/hour", "date+/2026-11-20+/hour+/7"]
        #expect(try Self.files(folder.url) == paths)
        let file = folder.url.appending(path: "date+/2026-11-20+/hour+/7")
        #expect(try Data(contentsOf: file) == Data("date/2026-11-20/hour/7".utf8))
    }

    @Test("a folder is removed with its last object, but the store's own folder stays")
    func emptyFolders() async throws {
        let storage = try FileObjectStore(folder: folder.url)
        let names = try ["a/b/1", "a/b/2", "a/c"].map { try #require(ObjectName($0)) }
        for name in names {
            try await storage.put([1], as: name)
        }
        for (name, left) in zip(names, [["a+", "a+/b+", "a+/b+/2", "a+/c"], ["a+", "a+/c"], []]) {
            try await storage.delete(name)
            #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() == left)
        }
        #expect(FileManager.default.fileExists(atPath: folder.url.path))
    }

    @Test("foreign files and folders are not objects, and stay")
    func foreign() async throws {
        let storage = try FileObjectStore(folder: folder.url)
        try await storage.put([1], as: #require(ObjectName("a/1")))
        let foreign = ["lost", "lost/1", "a+/lost", "a+/lost/1", "b c+", "b c+/1", "+", "+/1", "a+/b~"]
        for entry in foreign {
            let url = folder.url.appending(path: entry)
            if url.lastPathComponent == "1" || entry.hasSuffix("~") {
                try Data([2]).write(to: url)
            } else {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            }
        }
        let link = folder.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url.appending(path: "a+/1"))
        #expect(try await storage.names().map(\.description) == ["a/1"])
        await #expect(throws: ObjectStorageError.self) { try await storage.delete(#require(ObjectName("lost"))) }
        try await storage.delete(#require(ObjectName("a/1")))
        #expect(foreign.allSatisfy { FileManager.default.fileExists(atPath: folder.url.appending(path: $0).path) })
    }

    @Test(
        "the chunks of an earlier release are found at their old places and stay there",
        arguments: try RecordedChunks.folders
    )
    func releases(chunks: URL) async throws {
        let copies = folder.url.appending(path: "chunks")
        try FileManager.default.copyItem(at: chunks, to: copies)
        let before = try Self.files(chunks)
        #expect(!before.isEmpty)
        let storage = try FileObjectStore(folder: copies)
        #expect(try await storage.names().map(\.description).sorted() == before)
        try await storage.put([1], as: #require(ObjectName("\(before[0])/part")))
        try await storage.deleteUnfinished()
        for file in before {
            let content = try Data(contentsOf: chunks.appending(path: file))
            #expect(try await storage.get(#require(ObjectName(file))) == Array(content))
            #expect(try Data(contentsOf: copies.appending(path: file)) == content)
        }
    }

    /// The paths of all files below `folder`, without folders.
    private static func files(_ folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            (try? folder.appending(path: $0).resourceValues(forKeys: [.isDirectoryKey]).isDirectory) != true
        }.sorted()
    }
}

/// The published files of the recorded releases (`Tests/Fixtures/releases`).
private enum RecordedChunks {
    static var folders: [URL] {
        get throws {
            let folder = RepositoryFolder.url.appending(path: "Tests/Fixtures/releases")
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .map { $0.appending(path: "data/chunks") }
        }
    }
}
