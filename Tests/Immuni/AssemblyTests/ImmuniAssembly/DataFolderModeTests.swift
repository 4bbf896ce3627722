import CommonAssembly
import ExposureTesting
import Foundation
import ImmuniAssembly
import SQLiteEngine
import ServiceTesting
import Testing

@Suite("Modes of the data folder")
struct DataFolderModeTests {
    /// A data folder restored from a backup: everybody may read every file.
    private static func withRestored(_ body: (SampleServer) async throws -> Void) async throws {
        try await SampleServer.with { sample in
            let original = sample.folder.appending(path: "original")
            try await sample.with("data", original.path).running { _, _ in }
            try restore(original, to: sample.dataFolder)
            let request = Data("chunk".utf8)
            try request.write(to: sample.dataFolder.appending(path: "chunks/1.zip"))
            let hours = sample.dataFolder.appending(path: "chunks/date+/hour+")
            try FileManager.default.createDirectory(at: hours, withIntermediateDirectories: true)
            try request.write(to: hours.appending(path: "7"))
            try Data().write(to: sample.dataFolder.appending(path: "exposures.sqlite-wal"))
            for file in try files(sample) {
                let isFolder = (try? file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
                try SecretFile.set(mode: isFolder ? 0o755 : 0o644, of: file)
            }
            try await body(sample)
        }
    }

    /// A copy without the companion files of databases. SQLite removes those with the last connection, which may end
    /// after its host, but not if two connections end at the same moment.
    private static func restore(_ original: URL, to folder: URL) throws {
        let companions = ["-wal", "-shm", ".lock"]
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: original.path) {
            let (from, to) = (original.appending(path: name), folder.appending(path: name))
            if name.hasSuffix(".sqlite") {
                try SQLiteDatabase.copy(from.path, to: to.path)
            } else if !companions.contains(where: name.hasSuffix) {
                try FileManager.default.copyItem(at: from, to: to)
            }
        }
    }

    private static func files(_ sample: SampleServer) throws -> [URL] {
        let folder = sample.dataFolder
        return [folder]
            + (try FileManager.default.subpathsOfDirectory(atPath: folder.path)).map { folder.appending(path: $0) }
    }

    @Test("are narrowed when a server is assembled, for databases, companion files, chunks and the OTP key")
    func narrowed() async throws {
        try await Self.withRestored { sample in
            let log = LogCapture()
            let before = try Self.files(sample)
            #expect(before.count > 8)
            let assembly = try await sample.assembly()
            for file in before {
                #expect(try SecretFile.mode(of: file) & 0o077 == 0, "\(file.lastPathComponent)")
            }
            _ = try await assembly.host(for: [.otp], logger: log.logger)
            let told = log.lines.filter { $0.contains("modes-narrowed") }
            #expect(told.count == 1 && told[0].contains("\"count\":\"\(before.count)\""))
            for file in try Self.files(sample) {
                #expect(try SecretFile.mode(of: file) & 0o077 == 0, "new files too: \(file.lastPathComponent)")
            }
            let quiet = LogCapture()
            _ = try await sample.assembly().host(for: [.otp], logger: quiet.logger)
            #expect(!quiet.contains("modes-narrowed"))
        }
    }

    @Test("are also narrowed by commands that work beside a server")
    func commands() async throws {
        try await Self.withRestored { sample in
            let settings = try await sample.settings()
            _ = try ImmuniSystem(settings, clock: sample.clock, mayMakeDatabases: false)
            let file = sample.dataFolder.appending(path: "exposures.sqlite")
            #expect(try SecretFile.mode(of: file) == 0o600)
        }
    }

    @Test("stay as they are for foreign files and for a folder that holds only foreign things")
    func strangers() async throws {
        try await Self.withRestored { sample in
            let notes = sample.dataFolder.appending(path: "notes.txt")
            try Data().write(to: notes)
            try SecretFile.set(mode: 0o644, of: notes)
            _ = try await sample.assembly()
            #expect(try SecretFile.mode(of: notes) == 0o644)
            let home = sample.folder.appending(path: "home")
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
            try SecretFile.set(mode: 0o755, of: home)
            try Data().write(to: home.appending(path: "letter.txt"))
            _ = try await sample.with("data", home.path).assembly()
            #expect(try SecretFile.mode(of: home) == 0o755)
        }
    }

    @Test("are not changed through a link; the refusal names the command that helps")
    func links() async throws {
        try await SampleServer.with { sample in
            let target = sample.folder.appending(path: "target")
            try Data().write(to: target)
            try SecretFile.set(mode: 0o644, of: target)
            try FileManager.default.createDirectory(at: sample.dataFolder, withIntermediateDirectories: false)
            let link = sample.dataFolder.appending(path: "otp.key")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
            let error = await #expect(throws: AssemblyError.self) { _ = try await sample.assembly() }
            #expect(error == .sharedFile(link.path))
            #expect(error?.description.contains("chmod go= \(link.path)") == true)
            #expect(try SecretFile.mode(of: target) == 0o644)
            try SecretFile.set(mode: 0o600, of: target)
            _ = try await sample.assembly()
        }
    }
}
