package import Foundation
import GRDB

/// The bytes of a database on the disk.
package enum DatabaseFile {
    /// Copies the log into the file.
    package static func emptyLog(of path: String) throws {
        try DatabaseQueue(path: path).inDatabase { db in _ = try db.checkpoint(.truncate) }
    }

    /// The database file without its header, which counts changes.
    package static func pages(of path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path)).dropFirst(100)
    }
}
