package import ExposurePrimitives
import Foundation

/// Files that hold a private key, or that only the operator may change.
package enum PrivateFile {
    /// Throws if other users of this machine can read or change the file. A missing file passes, because its reader
    /// reports it.
    package static func check(_ path: String) throws(PrivateFileError) {
        let user = UInt32(geteuid())
        guard let access = access(to: path), !access.keepsSecret(for: user) else {
            return
        }
        throw PrivateFileError(description: access.refusal(of: path, for: user))
    }

    /// The users who may read or change the file; nil if it does not exist.
    package static func access(to path: String) -> FileAccess? {
        var facts = stat()
        // SAFETY: stat(2) reads the path and writes the local variable, both alive for the call.
        guard unsafe stat(path, &facts) == 0 else {
            return nil
        }
        return FileAccess(mode: UInt32(facts.st_mode), owner: UInt32(facts.st_uid))
    }
}

/// Other users can use a private key.
package struct PrivateFileError: Error, Hashable, CustomStringConvertible {
    package let description: String
}
