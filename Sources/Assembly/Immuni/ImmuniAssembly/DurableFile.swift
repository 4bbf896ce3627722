package import Foundation

/// Files that must neither replace another one, nor be readable too widely for a moment, nor be lost in a power cut.
package enum DurableFile {
    /// Makes `file` with `content`, on the disk when this returns.
    ///
    /// - Parameter isPublic: whether others than the user may read it.
    /// - Throws: `exists` where there is such a file, `cannotWrite` for everything else; then there is no file.
    package static func create(_ file: URL, content: Data, isPublic: Bool = false) throws(AssemblyError) {
        // SAFETY: open(2) reads the path, which Swift keeps alive for the call.
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPublic ? 0o644 : 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST ? .exists(file.path) : .cannotWrite(file.path)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: content)
            try handle.synchronize()
            try handle.close()
            try syncFolder(of: file)
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw .cannotWrite(file.path)
        }
    }

    /// Puts `content` in place of what `file` holds: after a crash it is there wholly or not at all.
    static func replace(_ file: URL, content: Data) throws(AssemblyError) {
        let unfinished = file.appendingPathExtension(UUID().uuidString)
        try create(unfinished, content: content)
        do {
            // SAFETY: rename(2) reads the paths, which Swift keeps alive for the call.
            guard unsafe rename(unfinished.path, file.path) == 0 else {
                throw AssemblyError.cannotWrite(file.path)
            }
            try syncFolder(of: file)
        } catch {
            try? FileManager.default.removeItem(at: unfinished)
            throw .cannotWrite(file.path)
        }
    }

    /// Brings the names in the folder of `file` to the disk.
    static func syncFolder(of file: URL) throws {
        try FileHandle(forReadingFrom: file.deletingLastPathComponent()).synchronize()
    }
}
