package import ExposurePrimitives
import Foundation

/// Files that hold a private key.
package enum PrivateFile {
    /// Throws for a file that other users of this machine can read or change. One that is not there is left to whoever
    /// reads it.
    package static func check(_ path: String) throws(PrivateFileError) {
        let user = UInt32(geteuid())
        guard let access = access(to: path), !access.keepsSecret(for: user) else {
            return
        }
        throw PrivateFileError(description: access.refusal(of: path, for: user))
    }

    /// Whom the system lets use the file; nil for one that is not there.
    package static func access(to path: String) -> FileAccess? {
        var facts = stat()
        // SAFETY: stat(2) reads the path and writes the local variable, both alive for the call.
        guard unsafe stat(path, &facts) == 0 else {
            return nil
        }
        return FileAccess(mode: UInt32(facts.st_mode), owner: UInt32(facts.st_uid))
    }
}

/// Others can use a private key.
package struct PrivateFileError: Error, Hashable, CustomStringConvertible {
    package let description: String
}
