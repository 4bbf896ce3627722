package import Foundation

/// Files that are on the disk when a call returns, whole or not at all, and that nobody but the user can read meanwhile.
package enum DurableFile {
    /// Makes `file` with `content`.
    ///
    /// - Parameter isPublic: whether others than the user may read it.
    /// - Throws: `exists` where there is such a file, `cannotWrite` for everything else; then there is no file.
    package static func create(_ file: URL, content: Data, isPublic: Bool = false) throws(FileError) {
        try write(file, content: content, mode: isPublic ? 0o644 : 0o600)
        do {
            try syncFolder(of: file)
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw .cannotWrite(file.path)
        }
    }

    /// Makes `file` with `content`; its name may still be lost.
    private static func write(_ file: URL, content: Data, mode: mode_t) throws(FileError) {
        // SAFETY: open(2) reads the path, which Swift keeps alive for the call.
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw errno == EEXIST ? .exists(file.path) : .cannotWrite(file.path)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: content)
            try handle.synchronize()
            try handle.close()
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw .cannotWrite(file.path)
        }
    }

    /// Puts `content` in place of what `file` holds.
    package static func replace(_ file: URL, content: Data) throws(FileError) {
        let name = "\(unfinishedPrefix)\(UUID().uuidString)"
        let unfinished = file.deletingLastPathComponent().appending(path: name)
        try write(unfinished, content: content, mode: 0o600)
        do {
            // SAFETY: rename(2) reads the paths, which Swift keeps alive for the call.
            guard unsafe rename(unfinished.path, file.path) == 0 else {
                throw FileError.cannotWrite(file.path)
            }
            try syncFolder(of: file)
        } catch {
            try? FileManager.default.removeItem(at: unfinished)
            throw .cannotWrite(file.path)
        }
    }

    /// The content of `file`; nil where there is none.
    package static func read(_ file: URL) throws(FileError) -> Data? {
        do {
            return try Data(contentsOf: file)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw .unreadable(file.path)
        }
    }

    /// Deletes `file`, if there is one.
    package static func remove(_ file: URL) throws(FileError) {
        do {
            try FileManager.default.removeItem(at: file)
            try syncFolder(of: file)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            return
        } catch {
            throw .cannotWrite(file.path)
        }
    }

    /// Brings the names in the folder of `file` to the disk.
    package static func syncFolder(of file: URL) throws {
        try FileHandle(forReadingFrom: file.deletingLastPathComponent()).synchronize()
    }

    /// How the names of files begin that a crash during ``replace(_:content:)`` leaves behind.
    package static let unfinishedPrefix = ".unfinished-"
}
