import Foundation

/// A lock that limits a phone to one process at a time. It is held as long as the object exists, and the system
/// releases it if the process dies.
final class PhoneLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `PhonePageError.isRunning` while another process has the phone of that name.
    init(_ name: PhoneName, in castFolder: URL) throws {
        let path = castFolder.appending(path: "lock-\(name.text)").path
        // SAFETY: open(2) reads the path, which Swift keeps alive for the call.
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw PhonePageError.isRunning(name)
        }
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }
}
