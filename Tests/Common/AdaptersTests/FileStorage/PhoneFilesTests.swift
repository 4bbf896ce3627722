import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import PhonePorts
import Testing

@Suite("A phone's files in a folder")
struct FilePhoneStorageTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("exist after they were stored, are replaced as a whole, and are gone after they were deleted")
    func files() async throws {
        let storage = try FilePhoneStorage(folder: folder.url.appending(path: "phone"))
        #expect(try storage.read("state") == nil)
        try storage.replace("state", with: [1, 2, 3])
        try storage.replace("state", with: [4])
        try storage.replace("other", with: [])
        let again = try FilePhoneStorage(folder: folder.url.appending(path: "phone"))
        #expect(try [again.read("state"), again.read("other")] == [[4], []])
        #expect(try again.names().sorted() == ["other", "state"])
        try again.delete("state")
        try again.delete("state")
        #expect(try storage.names() == ["other"])
    }

    @Test("are readable by their user only")
    func permissions() async throws {
        let phone = folder.url.appending(path: "phone")
        try FilePhoneStorage(folder: phone).replace("state", with: [1])
        #expect(try Self.permissions(of: phone) == 0o700)
        #expect(try Self.permissions(of: phone.appending(path: "state")) == 0o600)
    }

    @Test("leave no unfinished file after a failed write or a killed program")
    func unfinished() async throws {
        let storage = try FilePhoneStorage(folder: folder.url)
        // A file cannot replace a folder, so this write fails.
        let inside = folder.url.appending(path: "state/inside")
        try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
        #expect(throws: PhoneStorageError()) { try storage.replace("state", with: [1]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["state"])
        try Data([1]).write(to: folder.url.appending(path: ".unfinished-1"))
        #expect(try storage.names() == ["state"])
        _ = try FilePhoneStorage(folder: folder.url)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["state"])
    }

    @Test("are unavailable if their folder cannot be created")
    func noFolder() async throws {
        let file = folder.url.appending(path: "file")
        try Data().write(to: file)
        #expect(throws: PhoneStorageError()) { try FilePhoneStorage(folder: file.appending(path: "phone")) }
    }

    static func permissions(of file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
}

@Suite("A key vault in a file")
struct FileKeyVaultTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("keeps one key, for its user only, until it is deleted")
    func key() async throws {
        let file = folder.url.appending(path: "framework.key")
        let vault = FileKeyVault(file: file)
        #expect(try vault.key() == nil)
        try vault.store(SecretBytes([1, 2]))
        try vault.store(SecretBytes([3]))
        #expect(try FileKeyVault(file: file).key() == SecretBytes([3]))
        #expect(try FilePhoneStorageTests.permissions(of: file) == 0o600)
        try vault.deleteKey()
        try vault.deleteKey()
        #expect(try vault.key() == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("has no key if a killed program overwrote it and did not delete it")
    func killedWhileDeleting() async throws {
        let file = folder.url.appending(path: "framework.key")
        let vault = FileKeyVault(file: file)
        try Data(count: 32).write(to: file)
        #expect(try vault.key() == nil)
        try vault.deleteKey()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("reports a key that cannot be read or stored")
    func failing() async throws {
        #expect(throws: PhoneStorageError()) { try FileKeyVault(file: folder.url).key() }
        let vault = FileKeyVault(file: folder.url.appending(path: "missing/framework.key"))
        #expect(throws: PhoneStorageError()) { try vault.store(SecretBytes([1])) }
        #expect(try vault.key() == nil)
    }
}
