package import Foundation

/// Files with private keys, which servers refuse unless they are their user's alone.
package enum SecretFile {
    /// Writes `text` with a mode that is nobody else's, whatever the file had before.
    package static func write(_ text: String, to file: URL) throws {
        try Data(text.utf8).write(to: file)
        try set(mode: 0o600, of: file)
    }

    package static func set(mode: Int, of file: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    /// The permission bits of what is at `file`.
    package static func mode(of file: URL) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int ?? 0
    }
}
