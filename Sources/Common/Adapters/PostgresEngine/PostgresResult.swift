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

    /// The bytes of a column in PostgreSQL's binary form.
    func bytes(_ row: Int32, _ column: Int) -> Data {
        let count = Int(unsafe PQgetlength(pointer, row, Int32(column)))
        // SAFETY: libpq keeps so many bytes at the address until the result is cleared, which this object prevents.
        return unsafe PQgetvalue(pointer, row, Int32(column)).map { unsafe Data(bytes: $0, count: count) } ?? Data()
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
    func bytes16(_ position: Int) -> Bytes16? { Bytes16(ofData: result.bytes(row, position)) }

    func integer(_ position: Int) -> Int64 {
        let bytes = result.bytes(row, position)
        guard result.type(position) != .numeric else {
            return PostgresNumeric(bytes)?.integer ?? 0
        }
        // Of fewer than eight bytes, the first one holds the sign.
        let start: Int64 = (bytes.first ?? 0) >= 0x80 && result.type(position) != .bool ? -1 : 0
        return bytes.reduce(start) { $0 << 8 | Int64($1) }
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
