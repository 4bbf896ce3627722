package import FileStorage
package import Foundation

/// Keeps a second client out of the same journal, for as long as it exists.
package final class FolderClaim {
    private let handle: FileHandle

    /// - Throws: `exists` if another process has the claim.
    package init(folder: URL) throws(FileError) {
        let path = folder.appending(path: ".claim").path
        // SAFETY: open(2) reads the path, which Swift keeps alive for the call.
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .cannotWrite(path)
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw .exists(path)
        }
    }

    package func release() {
        try? handle.close()
    }
}
