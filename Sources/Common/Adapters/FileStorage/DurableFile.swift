package import Foundation

/// Files that are on the disk, completely or not at all, when a call returns. Until then only the user can read them.
package enum DurableFile {
    /// Creates `file` with `content`.
    ///
    /// - Parameter isPublic: whether others than the user may read it.
    /// - Throws: `exists` if there is such a file, `cannotWrite` for everything else. In the latter case there is no
    ///   file.
    package static func create(_ file: URL, content: Data, isPublic: Bool = false) throws(FileError) {
        try write(file, content: content, mode: isPublic ? 0o644 : 0o600)
        do {
            try syncFolder(of: file)
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw .cannotWrite(file.path)
        }
    }

    /// Creates `file` with `content`. A crash may still lose its name.
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

    /// Replaces the content of `file`.
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

    /// The content of `file`; nil if there is none.
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

    /// Writes the names in the folder of `file` to the disk.
    package static func syncFolder(of file: URL) throws {
        try FileHandle(forReadingFrom: file.deletingLastPathComponent()).synchronize()
    }

    /// The start of the names of files that a crash during ``replace(_:content:)`` leaves.
    package static let unfinishedPrefix = ".unfinished-"
}
