import Foundation

/// A lock between processes, held while a body runs and given back by the system if the process dies.
enum FileLock {
    /// Runs `body` while no other process holds the lock of the file at `path`, which is made if it is not there.
    ///
    /// Processes that start at once on a new database would otherwise meet in the switch to the write-ahead log and in
    /// the first migration.
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
