package import Foundation

/// Files with private keys. Servers refuse them if other users can read them.
package enum SecretFile {
    /// Writes `text` with a mode for its owner only, whatever mode the file had before.
    package static func write(_ text: String, to file: URL) throws {
        try Data(text.utf8).write(to: file)
        try set(mode: 0o600, of: file)
    }

    package static func set(mode: Int, of file: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    /// The permission bits of `file`.
    package static func mode(of file: URL) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int ?? 0
    }
}
