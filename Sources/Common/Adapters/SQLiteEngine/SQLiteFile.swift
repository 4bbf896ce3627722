import GRDB
package import Persistence
package import SQLEngine

/// The file of a database that another process may serve.
package struct SQLiteFile: SQLInspection {
    private let path: String

    package init(path: String) {
        self.path = path
    }

    package func look<Value>(_ body: (SQLSession) throws -> Value) throws(StoreError) -> Value {
        do {
            let reader = try SQLiteDatabase.reader(of: path)
            let value = try reader.read { try body(SQLSession($0)) }
            try reader.close()
            return value
        } catch {
            throw StoreError(error)
        }
    }
}
