import Foundation

/// Files that do not have their name yet. A writer locks its own file, so a file without a lock was abandoned.
enum UnfinishedFile {
    /// Makes `file` with `bytes`, all of them on the disk when this returns.
    ///
    /// - Returns: the handle that holds the lock until it is closed.
    static func write(_ bytes: [UInt8], to file: URL) throws -> FileHandle {
        // SAFETY: open(2) reads the path, which Swift keeps alive for the call.
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw POSIXError.current
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // The file is locked before it has content and until it has its name. A file with content and no lock was
        // abandoned.
        guard flock(descriptor, LOCK_EX) == 0 else {
            throw POSIXError.current
        }
        try handle.write(contentsOf: bytes)
        try handle.synchronize()
        return handle
    }

    static func deleteIfGivenUp(_ file: URL) throws {
        guard isGivenUp(file) else {
            return
        }
        do {
            try FileManager.default.removeItem(at: file)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            // Finished meanwhile.
            return
        }
    }

    private static func isGivenUp(_ file: URL) -> Bool {
        guard let handle = try? FileHandle(forReadingFrom: file), let size = try? handle.seekToEnd() else {
            return false
        }
        // The writer of an empty file may be about to lock it, so an empty file is never deleted.
        return size > 0 && flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0
    }
}

extension POSIXError {
    /// What the last call said in `errno`.
    static var current: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
