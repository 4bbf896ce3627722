package import Foundation
package import Persistence

/// Objects as files below one folder. A file appears whole or not at all, and survives a power cut once stored.
package struct FileObjectStore: ObjectStore {
    private let layout: ObjectLayout

    /// - Throws: if the folder does not exist and cannot be made.
    package init(folder: URL) throws(ObjectStorageError) {
        layout = ObjectLayout(root: folder)
        try Self.mapping("make the folder") {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    package func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {
        let unfinished = layout.unfinished
        try Self.mapping("store \(name)") {
            do {
                let handle = try UnfinishedFile.write(bytes, to: unfinished)
                try place(unfinished, as: name)
                try handle.close()
            } catch {
                try? FileManager.default.removeItem(at: unfinished)
                throw error
            }
        }
    }

    package func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? {
        do {
            return Array(try Data(contentsOf: layout.file(name)))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw ObjectStorageError(reason: "read \(name): \(type(of: error))")
        }
    }

    /// Each writing is a new file, so its number, size and times tell it from the one before.
    package func revision(of name: ObjectName) async throws(ObjectStorageError) -> ObjectRevision? {
        var facts = stat()
        // SAFETY: stat(2) reads the path and writes the facts, which Swift keeps alive for the call.
        guard unsafe stat(layout.file(name).path, &facts) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw ObjectStorageError(reason: "look at \(name): \(POSIXError.current.code)")
            }
            return nil
        }
        let (modified, changed) = (facts.st_mtim, facts.st_ctim)
        return ObjectRevision(
            [
                Int(facts.st_ino), Int(facts.st_size), modified.tv_sec, modified.tv_nsec, changed.tv_sec,
                changed.tv_nsec,
            ].map(String.init).joined(separator: "-")
        )
    }

    package func delete(_ name: ObjectName) async throws(ObjectStorageError) {
        try Self.mapping("delete \(name)") {
            // SAFETY: unlink(2) reads the path, which Swift keeps alive for the call.
            guard unsafe unlink(layout.file(name).path) == 0 || errno == ENOENT else {
                throw POSIXError.current
            }
            try deleteEmptyFolders(above: name)
        }
    }

    package func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName] {
        try Self.mapping("list the folder") {
            do {
                return try names(in: folder)
            } catch let error as CocoaError where error.code == .fileReadNoSuchFile && folder != nil {
                return []
            }
        }
    }

    package func deleteUnfinished() async throws(ObjectStorageError) {
        try Self.mapping("delete unfinished files") {
            for name in try FileManager.default.contentsOfDirectory(atPath: layout.root.path)
            where name.hasPrefix(".") {
                try UnfinishedFile.deleteIfGivenUp(layout.root.appending(path: name))
            }
        }
    }

    /// Runs `body`; a failure says what was tried and the kind of error, which names no content.
    private static func mapping<Value>(
        _ attempt: String,
        _ body: () throws -> Value
    ) throws(ObjectStorageError) -> Value {
        do {
            return try body()
        } catch let error as POSIXError {
            throw ObjectStorageError(reason: "\(attempt): \(error.code)")
        } catch let error as CocoaError {
            throw ObjectStorageError(reason: "\(attempt): Cocoa error \(error.code.rawValue)")
        } catch {
            throw ObjectStorageError(reason: "\(attempt): \(type(of: error))")
        }
    }
}

// MARK: - Folders

extension FileObjectStore {
    /// Gives `unfinished` the place of `name`, and returns once the name is on the disk.
    private func place(_ unfinished: URL, as name: ObjectName) throws {
        let folders = layout.foldersAbove(name)
        // Until the file has its name, its folders are empty, and nobody may delete them.
        try FolderLock.shared.hold(on: layout.root) {
            for folder in folders {
                // SAFETY: mkdir(2) reads the path, which Swift keeps alive for the call.
                guard unsafe mkdir(folder.path, 0o777) == 0 || errno == EEXIST else {
                    throw POSIXError.current
                }
            }
            // SAFETY: rename(2) reads the paths, which Swift keeps alive for the call.
            guard unsafe rename(unfinished.path, layout.file(name).path) == 0 else {
                throw POSIXError.current
            }
            // All of them, also those that were there: the writer that made a folder may not have synced it yet.
            for folder in folders.reversed() + [layout.root] {
                try FileHandle(forReadingFrom: folder).synchronize()
            }
        }
    }

    private func deleteEmptyFolders(above name: ObjectName) throws {
        let folders = layout.foldersAbove(name)
        guard !folders.isEmpty else {
            return
        }
        try FolderLock.exclusive.hold(on: layout.root) {
            for folder in folders.reversed() {
                // SAFETY: rmdir(2) reads the path, which Swift keeps alive for the call.
                guard unsafe rmdir(folder.path) == 0 || errno == ENOENT else {
                    guard errno == ENOTEMPTY || errno == EEXIST else {
                        throw POSIXError.current
                    }
                    return
                }
            }
        }
    }

    /// The names of the objects in the folder of `parent` and in the folders in it.
    private func names(in parent: ObjectName?) throws -> [ObjectName] {
        let folder = layout.folder(of: parent)
        let entries = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try entries.flatMap { entry -> [ObjectName] in
            if let name = ObjectLayout.name(entry, in: parent) {
                let values = try? folder.appending(path: entry).resourceValues(forKeys: [.isRegularFileKey])
                return values?.isRegularFile == true ? [name] : []
            }
            guard let name = ObjectLayout.folderName(entry, in: parent) else {
                return []
            }
            do {
                return try names(in: name)
            } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
                // Its last object was deleted meanwhile.
                return []
            }
        }
    }
}
