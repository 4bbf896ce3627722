import CLibPQ
import ExposurePrimitives
import Foundation
import SQLEngine

/// The result of one command, in libpq's memory until the object ends.
@safe final class PostgresResult {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe PQclear(pointer)
    }

    var status: ExecStatusType { unsafe PQresultStatus(pointer) }

    /// The error of a command that failed. Without a SQLSTATE, the way to the server failed.
    var failure: PostgresError {
        unsafe PQresultErrorField(pointer, Int32(UInt8(ascii: "C"))).map { unsafe .refused(state: String(cString: $0)) }
            ?? .disconnected
    }

    var rowCount: Int { Int(unsafe PQntuples(pointer)) }
    var columnCount: Int { Int(unsafe PQnfields(pointer)) }

    /// The number of rows that the command inserted, changed or deleted.
    var changesCount: Int {
        unsafe PQcmdTuples(pointer).flatMap { unsafe Int(String(cString: $0)) } ?? 0
    }

    func row(_ number: Int) -> SQLRow {
        SQLRow(PostgresColumns(result: self, row: Int32(number)))
    }

    func position(of name: String) -> Int? {
        let number = unsafe PQfnumber(pointer, name)
        return number < 0 ? nil : Int(number)
    }

    func isNull(_ row: Int32, _ column: Int) -> Bool {
        unsafe PQgetisnull(pointer, row, Int32(column)) == 1
    }

    func type(_ column: Int) -> PostgresType? {
        PostgresType(rawValue: unsafe PQftype(pointer, Int32(column)))
    }

    /// Passes the bytes of a column in PostgreSQL's binary form to `body`, without a copy.
    func withBytes<Value>(_ row: Int32, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        let count = Int(unsafe PQgetlength(pointer, row, Int32(column)))
        let start = unsafe UnsafeRawPointer(PQgetvalue(pointer, row, Int32(column)))
        // SAFETY: libpq keeps so many bytes at the address until the result is cleared, which this object prevents.
        return withExtendedLifetime(self) { unsafe body(UnsafeRawBufferPointer(start: start, count: count)) }
    }

    /// The bytes of a column in PostgreSQL's binary form.
    func bytes(_ row: Int32, _ column: Int) -> Data {
        unsafe withBytes(row, column) { unsafe Data($0) }
    }
}

/// The types of columns and parameters, by their fixed numbers in `pg_type`.
enum PostgresType: UInt32 {
    case bool = 16
    case bytea = 17
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case float8 = 701
    case varchar = 1043
    case numeric = 1700
    case name = 19
}

/// A row of a result.
private struct PostgresColumns: SQLColumns {
    let result: PostgresResult
    let row: Int32

    var count: Int { result.columnCount }

    func position(of name: String) -> Int? { result.position(of: name) }
    func isNull(_ position: Int) -> Bool { result.isNull(row, position) }
    func blob(_ position: Int) -> Data { result.bytes(row, position) }
    func text(_ position: Int) -> String { String(decoding: result.bytes(row, position), as: UTF8.self) }
    func bytes16(_ position: Int) -> Bytes16? { unsafe result.withBytes(row, position) { unsafe Bytes16(in: $0) } }

    func integer(_ position: Int) -> Int64 {
        let type = result.type(position)
        guard type != .numeric else {
            return PostgresNumeric(result.bytes(row, position))?.integer ?? 0
        }
        return unsafe result.withBytes(row, position) { bytes in
            // Of fewer than eight bytes, the first one holds the sign.
            let start: Int64 = unsafe (bytes.first ?? 0) >= 0x80 && type != .bool ? -1 : 0
            return unsafe bytes.reduce(start) { $0 << 8 | Int64($1) }
        }
    }

    func real(_ position: Int) -> Double {
        guard result.type(position) == .float8 else {
            return Double(integer(position))
        }
        return Double(bitPattern: result.bytes(row, position).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    func value(_ position: Int) -> SQLValue {
        guard !isNull(position) else {
            return .null
        }
        return switch result.type(position) {
        case .bool, .int2, .int4, .int8, .numeric: .integer(integer(position))
        case .float8: .real(real(position))
        case .bytea: .blob(blob(position))
        case .text, .varchar, .name, nil: .text(text(position))
        }
    }
}
