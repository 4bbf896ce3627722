package import Foundation
package import ImmuniAPI

/// The key under which OTPs are stored, in a file that only the server's user can read.
package enum RightKeyFile {
    /// Reads the key, after making the file if there is none. Processes that start at once agree on one key.
    package static func load(from file: URL) throws -> RightKey {
        if !FileManager.default.fileExists(atPath: file.path) {
            try create(file)
        }
        guard let key = RightKey(try Data(contentsOf: file)) else {
            throw AssemblyError.damagedKeyFile(file.path)
        }
        return key
    }

    private static func create(_ file: URL) throws {
        var generator = SystemRandomNumberGenerator()
        let key = Data((0..<RightKey.count).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let unfinished = file.appendingPathExtension(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: unfinished) }
        guard
            FileManager.default.createFile(
                atPath: unfinished.path,
                contents: key,
                attributes: [.posixPermissions: 0o600]
            )
        else {
            throw AssemblyError.cannotWrite(unfinished.path)
        }
        let handle = try FileHandle(forWritingTo: unfinished)
        try handle.synchronize()
        try handle.close()
        do {
            // A link fails where the file exists: the first process wins and the others read its key.
            try FileManager.default.linkItem(at: unfinished, to: file)
        } catch let error as CocoaError where error.code == .fileWriteFileExists {
            return
        }
    }
}
