import Foundation

/// A lock between processes, held while a body runs. The system releases it if the process dies.
enum FileLock {
    /// Runs `body` while no other process holds the lock of the file at `path`, which is created if it does not exist.
    ///
    /// Without the lock, processes that open a new database at the same time would collide in the switch to the
    /// write-ahead log and in the first migration.
    static func holding<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        // SAFETY: open(2) reads the path, which Swift keeps alive for the call.
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }
        return try body()
    }
}
