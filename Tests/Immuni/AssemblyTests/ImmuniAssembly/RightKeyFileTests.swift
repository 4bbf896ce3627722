import ExposureTesting
import Foundation
import ImmuniAPI
import KeyFiles
import KeyServerRules
import Testing

@Suite("The OTP key's file")
struct RightKeyFileTests {
    private func mac(_ key: RightKey) throws -> [UInt8] {
        key.mac(of: try OneTimePassword("9K2RAY8UUQ").uploadToken.digest, for: .release01Code)
    }

    @Test("processes that start at once agree on one key", arguments: 1...5)
    func atOnce(round: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "otp.key")
            let macs = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<16 {
                    group.addTask { try mac(RightKeyFile.load(from: file)) }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(macs.count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["otp.key"])
        }
    }

    @Test("the key is random, has 32 bytes, and only the server's user can read it")
    func file() async throws {
        try await TemporaryFolder.with { folder async throws in
            let (one, other) = (folder.appending(path: "one"), folder.appending(path: "other"))
            #expect(try mac(RightKeyFile.load(from: one)) != mac(RightKeyFile.load(from: other)))
            #expect(try Data(contentsOf: one).count == 32)
            #expect(try SecretFile.mode(of: one) == 0o600)
        }
    }

    @Test("a damaged key is refused and not changed", arguments: [0, 31, 33])
    func damaged(size: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "otp.key")
            let content = Data(repeating: 1, count: size)
            try content.write(to: file)
            #expect(throws: KeyFileError.damagedRightKey(file.path)) { _ = try RightKeyFile.load(from: file) }
            #expect(try Data(contentsOf: file) == content)
        }
    }
}
