import ExposurePrimitives
import Foundation
import SQLEngine
import ServiceKit

/// The file modes in a data folder. Restored back-ups may have any mode, and SQLite gives the companion files of a
/// database the mode of the database.
struct DataFolderModes {
    /// Our files' names begin with one of these, companion files and locks included.
    private let prefixes: [String]
    private let folder: URL

    init(of folder: URL, contents: [SQLContent]) {
        self.folder = folder
        prefixes = contents.map(\.file) + [Realm.rightKeyFile]
    }

    /// Takes the rights of all users except the owner away from the folder and from our files in it. Other files and
    /// folders stay as they are: a mistyped folder must not be locked for everybody else. A folder that belongs to
    /// another user, such as the root of a mounted volume, also stays as it is.
    ///
    /// - Returns: how many modes were changed.
    func narrow() throws(AssemblyError) -> Int {
        var count = 0
        for item in items where item.access.isShared {
            if Self.chmod(item) {
                count += 1
            } else if FileManager.default.fileExists(atPath: item.path),
                item.path != folder.path || item.access.owner == geteuid()
            {
                throw .sharedFile(item.path)
            }
        }
        return count
    }

    /// The paths that users other than the owner can read or change.
    var shared: [String] {
        items.filter(\.access.isShared).map(\.path)
    }

    private struct Item {
        let path: String
        let access: FileAccess
        let isLink: Bool
    }

    /// The folder comes first: after its mode is narrowed, its content is out of reach.
    private var items: [Item] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let ours = names.filter { name in prefixes.contains { name.hasPrefix($0) } }.map { folder.appending(path: $0) }
        let chunks = folder.appending(path: PublishedFiles.folder)
        let hasChunks = names.contains(PublishedFiles.folder)
        // The files of names with several segments lie in folders.
        let found = hasChunks ? FileManager.default.enumerator(atPath: chunks.resolvingSymlinksInPath().path) : nil
        let files = found?.compactMap { $0 as? String } ?? []
        let isOurs = names.isEmpty || !ours.isEmpty
        return
            ((isOurs ? [folder] : []) + ours + (hasChunks ? [chunks] : []) + files.map { chunks.appending(path: $0) })
            .compactMap { Self.item($0.path) }
    }

    /// Nil for a file that was removed meanwhile.
    private static func item(_ path: String) -> Item? {
        guard let access = PrivateFile.access(to: path) else {
            return nil
        }
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
        return Item(path: path, access: access, isLink: isLink)
    }

    /// Never follows a link: a user with write access to the folder may have put one there before.
    private static func chmod(_ item: Item) -> Bool {
        guard !item.isLink else {
            return false
        }
        // SAFETY: chmod(2) reads the path, which Swift keeps alive for the call.
        return unsafe Foundation.chmod(item.path, mode_t(item.access.mode & 0o700)) == 0
    }
}
