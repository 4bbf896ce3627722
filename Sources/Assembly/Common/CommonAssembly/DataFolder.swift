import FileStorage
import Foundation
import KeyFiles

/// The folder of a realm's keys, published files and, by default, databases.
enum DataFolder {
    /// Checks whether the folder can be used; makes and changes nothing.
    static func check(_ folder: URL) throws {
        let key = folder.appending(path: Realm.rightKeyFile)
        if FileManager.default.fileExists(atPath: key.path) {
            _ = try RightKeyFile.load(from: key)
        }
        let existing = nearestFolder(to: folder).path
        guard SigningKeyFolder.isFolder(existing), FileManager.default.isWritableFile(atPath: existing) else {
            throw FileError.cannotWrite(folder.path)
        }
    }

    /// The folder itself, or the nearest existing one above it.
    private static func nearestFolder(to url: URL) -> URL {
        FileManager.default.fileExists(atPath: url.path) || url.pathComponents.count < 2
            ? url : nearestFolder(to: url.deletingLastPathComponent())
    }
}
