import ExposureTesting
import SQLEngine
import SQLiteEngine

extension TestFolder {
    /// The database in the file `db`.
    func database(_ schema: SQLSchema) throws -> SQLiteDatabase {
        try SQLiteDatabase(path: path("db"), schema: schema)
    }
}
