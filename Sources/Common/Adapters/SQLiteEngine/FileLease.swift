import Foundation
import Persistence

/// A lock between processes that is held as long as the object exists. The system releases it if the process dies.
final class FileLease: Lease {
    private let descriptor: Int32

    /// Nil while another process holds the lock of the file at `path`. The file is created if it does not exist.
    init?(_ path: String) throws {
        // SAFETY: open(2) reads the path, which Swift keeps alive for the call.
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            guard reason == EWOULDBLOCK || reason == EINTR else {
                throw POSIXError(POSIXErrorCode(rawValue: reason) ?? .EIO)
            }
            return nil
        }
    }

    /// The system takes the lock from nobody.
    func isHeld() -> Bool { true }

    func end() {
        flock(descriptor, LOCK_UN)
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }
}
