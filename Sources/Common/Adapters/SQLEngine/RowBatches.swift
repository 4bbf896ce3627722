import Foundation

/// The rows of a table in the order of their keys, a batch at a time.
struct RowBatches {
    private let table: SQLCatalogue.Table
    private let db: SQLSession

    init(of table: SQLCatalogue.Table, _ db: SQLSession) {
        self.table = table
        self.db = db
    }

    /// Passes batches of about ``targetSize`` on. A row that is larger is a batch of its own.
    func forEach(_ body: ([[SQLValue]]) throws -> Void) throws {
        switch db.dialect {
        case .sqlite: try forEachInCursor(body)
        case .postgres: try forEachFetched(body)
        }
    }

    /// SQLite gives one row after the other.
    private func forEachInCursor(_ body: ([[SQLValue]]) throws -> Void) throws {
        var (batch, size) = ([[SQLValue]](), 0)
        try SQLRow.forEach(db, sql: selection()) { row in
            let values = row.values
            batch.append(values)
            size += values.reduce(0) { $0 + $1.size }
            if size >= Self.targetSize {
                try body(batch)
                (batch, size) = ([], 0)
            }
        }
        if !batch.isEmpty {
            try body(batch)
        }
    }

    /// PostgreSQL sends a whole result, so a cursor of the server divides it. The rows of a table are of similar sizes:
    /// each batch says how many make the next one.
    private func forEachFetched(_ body: ([[SQLValue]]) throws -> Void) throws {
        let maxCount = try maxCount()
        try db.execute(sql: "DECLARE copied_rows NO SCROLL CURSOR FOR \(selection())")
        var count = 1
        while true {
            let batch = try SQLRow.fetchAll(db, sql: "FETCH \(count) FROM copied_rows").map(\.values)
            guard !batch.isEmpty else {
                break
            }
            try body(batch)
            let size = batch.reduce(0) { $0 + $1.reduce(0) { $0 + $1.size } }
            // Powers of two: the server prepares few statements.
            count =
                size * 2 <= Self.targetSize
                ? min(count * 2, maxCount) : size > Self.targetSize ? max(count / 2, 1) : count
        }
        try db.execute(sql: "CLOSE copied_rows")
    }

    /// So many rows fit into ``maxSize`` even if all are as large as the largest one of the table.
    private func maxCount() throws -> Int {
        let sql = "SELECT max(octet_length(copied::text)) FROM \(quoted(table.name)) AS copied"
        let largest = try Int.fetchOne(db, sql: sql) ?? 1
        return min(max(Self.maxSize / max(largest, 1), 1), Self.maxCount)
    }

    /// Texts are in the order of their bytes, whatever the server's language is.
    private func selection() throws -> String {
        let texts = try SQLCatalogue.textColumns(of: table.name, db)
        let columns = table.columns.map(quoted).joined(separator: ", ")
        let order = table.key.map { texts.contains($0) ? "\(quoted($0)) COLLATE \"C\"" : quoted($0) }
        return "SELECT \(columns) FROM \(quoted(table.name)) ORDER BY \(order.joined(separator: ", "))"
    }

    private func quoted(_ name: String) -> String { "\"\(name)\"" }

    /// Bytes.
    private static let targetSize = 1 << 18
    /// Bytes of a batch of PostgreSQL, whose rows are of any size.
    private static let maxSize = 4 << 20
    private static let maxCount = 1024
}

extension SQLValue {
    /// The bytes that it takes in memory, roughly.
    fileprivate var size: Int {
        switch self {
        case .null, .integer, .real: 32
        case .text(let text): 32 + text.utf8.count
        case .blob(let blob): 32 + blob.count
        }
    }
}
