import Foundation

/// The lock of a store's folder. While a writer holds it, nobody deletes folders. It works among threads and processes.
enum FolderLock {
    /// For writers, who need the folders that they made.
    case shared
    /// The lock of a deletion, which may remove folders.
    case exclusive

    /// Runs `body` with the lock, once no other holds it against this.
    func hold(on folder: URL, _ body: () throws -> Void) throws {
        // SAFETY: open(2) reads the path, which Swift keeps alive for the call.
        let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw POSIXError.current
        }
        defer { close(descriptor) }
        while flock(descriptor, self == .shared ? LOCK_SH : LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw POSIXError.current
            }
        }
        try body()
    }
}
