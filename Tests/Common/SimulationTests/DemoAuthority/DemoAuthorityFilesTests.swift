import DemoAuthority
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import Testing

@Suite("The files of a demo authority")
struct DemoAuthorityFilesTests {
    private static let now = UnixTime(1_800_000_000)

    @Test("are five, and only their user may read the keys")
    func modes() async throws {
        try await TemporaryFolder.with { folder in
            let files = try DemoAuthorityFiles.make(in: folder.appending(path: "tls"), now: Self.now)
            let modes = try files.all.map { file in
                try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            }
            let keys = Set([files.serverKey, files.clientKey])
            for (file, mode) in zip(files.all, modes) {
                #expect(keys.contains(file) ? mode == 0o600 : (mode ?? 0) & 0o400 != 0, "\(file.lastPathComponent)")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "tls").path)
            #expect(Set(names) == ["root.pem", "server.pem", "server-key.pem", "client.pem", "client-key.pem"])
        }
    }

    @Test("are never overwritten, and none is written if one exists", arguments: ["root.pem", "client-key.pem"])
    func existing(name: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: name)
            try Data("mine".utf8).write(to: file)
            #expect(throws: FileError.exists(file.path)) { try DemoAuthorityFiles.make(in: folder, now: Self.now) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
            #expect(try Data(contentsOf: file) == Data("mine".utf8))
        }
    }

    @Test("are not made for a text that is not a host")
    func hosts() async throws {
        try await TemporaryFolder.with { folder in
            #expect(throws: DemoAuthorityError.notAHost("no host")) {
                try DemoAuthorityFiles.make(in: folder, hosts: ["no host"], now: Self.now)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.isEmpty)
        }
    }
}
