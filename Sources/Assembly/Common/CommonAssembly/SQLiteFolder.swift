import FileStorage
import Foundation
import KeyFiles
import PostgresEngine
import SQLEngine
import SQLiteEngine

/// Databases in SQLite files of a data folder.
struct SQLiteFolder: DatabaseEngine {
    let folder: URL
    /// How long a request's write may wait for its turn.
    let patience: Duration

    func isThere(_ content: SQLContent) -> Bool {
        FileManager.default.fileExists(atPath: path(of: content))
    }

    func open(_ content: SQLContent) throws -> any SQLDatabase {
        try SQLiteDatabase(
            path: path(of: content),
            schema: content.schema,
            patience: content.hasRequests ? patience : nil
        )
    }

    func inspection(of content: SQLContent) -> any SQLInspection {
        SQLiteFile(path: path(of: content))
    }

    func convert(_ contents: [SQLContent]) throws -> [String] {
        try contents.filter {
            try isThere($0) && SQLiteDatabase.convert(path(of: $0), schema: $0.schema) == .inUse
        }.map(\.file)
    }

    func serverFacts() -> PostgresServerFacts? { nil }

    func check(_ contents: [SQLContent]) throws {
        for content in contents where isThere(content) {
            try SQLiteDatabase.check(path: path(of: content), schema: content.schema)
        }
    }

    private func path(of content: SQLContent) -> String {
        folder.appending(path: content.file).path
    }
}
