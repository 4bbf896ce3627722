package import ExposurePrimitives
package import Foundation

/// The columns of one row, as an engine gives them.
package protocol SQLColumns {
    var count: Int { get }
    /// The position of the first column with this name; nil if there is none.
    func position(of name: String) -> Int?
    func isNull(_ position: Int) -> Bool
    /// The column as a number; a truth value is 0 or 1.
    func integer(_ position: Int) -> Int64
    func real(_ position: Int) -> Double
    func text(_ position: Int) -> String
    func blob(_ position: Int) -> Data
    /// The column's bytes, read without a copy of their own; nil unless there are sixteen.
    func bytes16(_ position: Int) -> Bytes16?
    /// The column in the type in which the engine has it.
    func value(_ position: Int) -> SQLValue
}

/// One row of a result.
///
/// A column is read as the type that its schema declares: another type, or null where the type is not optional, is an
/// error of the program.
package struct SQLRow {
    private let columns: any SQLColumns

    package init(_ columns: any SQLColumns) {
        self.columns = columns
    }

    /// The number of columns.
    package var count: Int { columns.count }

    package subscript<Value: SQLDecodable>(_ position: Int) -> Value {
        Value(columns, position)
    }

    package subscript<Value: SQLDecodable>(_ name: String) -> Value {
        guard let position = columns.position(of: name) else {
            preconditionFailure("the row has no column \(name)")
        }
        return Value(columns, position)
    }

    /// The column's bytes; nil unless there are sixteen.
    package func bytes16(_ position: Int) -> Bytes16? { columns.bytes16(position) }

    /// All columns in their order.
    package var values: [SQLValue] { (0..<count).map(columns.value) }
}

/// A type that a column can be read as.
package protocol SQLDecodable {
    init(_ columns: any SQLColumns, _ position: Int)
}

extension SQLDecodable where Self: FixedWidthInteger {
    package init(_ columns: any SQLColumns, _ position: Int) {
        precondition(!columns.isNull(position), "the column is null")
        guard let value = Self(exactly: columns.integer(position)) else {
            preconditionFailure("the column is no \(Self.self)")
        }
        self = value
    }
}

extension Int64: SQLDecodable {}
extension Int: SQLDecodable {}
extension Int32: SQLDecodable {}
extension Int8: SQLDecodable {}
extension UInt64: SQLDecodable {}
extension UInt32: SQLDecodable {}
extension UInt16: SQLDecodable {}
extension UInt8: SQLDecodable {}

extension Bool: SQLDecodable {
    package init(_ columns: any SQLColumns, _ position: Int) {
        self = Int64(columns, position) != 0
    }
}

extension Double: SQLDecodable {
    package init(_ columns: any SQLColumns, _ position: Int) {
        precondition(!columns.isNull(position), "the column is null")
        self = columns.real(position)
    }
}

extension String: SQLDecodable {
    package init(_ columns: any SQLColumns, _ position: Int) {
        precondition(!columns.isNull(position), "the column is null")
        self = columns.text(position)
    }
}

extension Data: SQLDecodable {
    package init(_ columns: any SQLColumns, _ position: Int) {
        precondition(!columns.isNull(position), "the column is null")
        self = columns.blob(position)
    }
}

extension Optional: SQLDecodable where Wrapped: SQLDecodable {
    package init(_ columns: any SQLColumns, _ position: Int) {
        self = columns.isNull(position) ? nil : Wrapped(columns, position)
    }
}
