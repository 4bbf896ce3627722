import FileStorage
package import Foundation
package import KeyServerRules

/// The key under which OTPs are stored, in a file that only the server's user can read.
package enum RightKeyFile {
    /// Reads the key. If there is no file, makes it first. Processes that start at the same time agree on one key.
    package static func load(from file: URL) throws -> RightKey {
        if !FileManager.default.fileExists(atPath: file.path) {
            try create(file)
        }
        guard let content = try? Data(contentsOf: file) else {
            throw FileError.unreadable(file.path)
        }
        guard let key = RightKey(content) else {
            throw KeyFileError.damagedRightKey(file.path)
        }
        return key
    }

    private static func create(_ file: URL) throws {
        var generator = SystemRandomNumberGenerator()
        let key = Data((0..<RightKey.count).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let unfinished = file.appendingPathExtension(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: unfinished) }
        try DurableFile.create(unfinished, content: key)
        do {
            // A link fails if the file exists. The first process wins, and the others read its key.
            try FileManager.default.linkItem(at: unfinished, to: file)
        } catch let error as CocoaError where error.code == .fileWriteFileExists {
            return
        } catch {
            throw FileError.cannotWrite(file.path)
        }
        try DurableFile.syncFolder(of: file)
    }
}
