import Foundation
import SQLEngine

/// The values of a command's parameters in PostgreSQL's binary form.
struct PostgresParameters {
    /// The bytes of all values, one after the other.
    private(set) var bytes: [UInt8] = []
    /// The number of each value's bytes; nil for a null.
    private(set) var lengths: [Int32?] = []
    /// The types, which tell statements of the same text apart: PostgreSQL prepares each once for its types. That of a
    /// null is 0.
    private(set) var types: [UInt32] = []

    /// No values.
    init() {}

    /// Throws if the arguments have not all parameters.
    init(_ arguments: SQLArguments, for parameters: [PostgresSQL.Parameter]) throws(PostgresError) {
        lengths.reserveCapacity(parameters.count)
        types.reserveCapacity(parameters.count)
        bytes.reserveCapacity(16 * parameters.count)
        for parameter in parameters {
            guard let position = Self.position(of: parameter, in: arguments) else {
                throw .refused(state: Self.undefinedParameter)
            }
            append(arguments.values[position])
        }
    }

    private mutating func append(_ value: SQLValue) {
        lengths.append(Self.append(value, to: &bytes))
        types.append(Self.type(value))
    }

    private static func position(of parameter: PostgresSQL.Parameter, in arguments: SQLArguments) -> Int? {
        switch parameter {
        case .number(let number): arguments.values.indices.contains(number - 1) ? number - 1 : nil
        case .name(let name): arguments.names.firstIndex(of: name)
        }
    }

    /// Appends a value in binary form, and returns the number of its bytes; nil for a null.
    static func append(_ value: SQLValue, to bytes: inout [UInt8]) -> Int32? {
        let start = bytes.count
        switch value {
        case .null: return nil
        case .integer(let value): append(value, to: &bytes)
        case .real(let value): append(value.bitPattern, to: &bytes)
        case .text(let value): bytes.append(contentsOf: value.utf8)
        // SAFETY: the bytes are copied during the call.
        case .blob(let value): unsafe value.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        }
        return Int32(clamping: bytes.count - start)
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        // SAFETY: the bytes are copied during the call.
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// The server infers the type of a null.
    private static func type(_ value: SQLValue) -> UInt32 {
        let type: PostgresType? =
            switch value {
            case .null: nil
            case .integer: .int8
            case .real: .float8
            case .text: .text
            case .blob: .bytea
            }
        return type?.rawValue ?? 0
    }

    private static let undefinedParameter = "42P02"
}
