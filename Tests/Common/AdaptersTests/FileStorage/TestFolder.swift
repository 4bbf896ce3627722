import Foundation
import SQLEngine
import SQLiteEngine

/// A folder that is deleted with this object.
final class TestFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "avviso-test-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// The database in the file `db`.
    func database(_ schema: SQLSchema) throws -> SQLiteDatabase {
        try SQLiteDatabase(path: path("db"), schema: schema)
    }
}
