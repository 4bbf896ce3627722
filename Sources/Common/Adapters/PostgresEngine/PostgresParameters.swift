import Foundation
import SQLEngine

/// The values of a command's parameters in PostgreSQL's binary form.
struct PostgresParameters {
    let values: [Data?]
    /// The types, which tell statements of the same text apart: PostgreSQL prepares each once for its types. That of a
    /// null is 0.
    let types: [UInt32]

    /// Throws if the arguments have not all parameters.
    init(_ arguments: SQLArguments, for parameters: [PostgresSQL.Parameter]) throws(PostgresError) {
        var found: [SQLValue] = []
        for parameter in parameters {
            guard let value = Self.value(parameter, in: arguments) else {
                throw .refused(state: Self.undefinedParameter)
            }
            found.append(value)
        }
        values = found.map(Self.bytes)
        types = found.map(Self.type)
    }

    private static func value(_ parameter: PostgresSQL.Parameter, in arguments: SQLArguments) -> SQLValue? {
        switch parameter {
        case .number(let number):
            arguments.values.indices.contains(number - 1) ? arguments.values[number - 1] : nil
        case .name(let name):
            arguments.names.firstIndex(of: name).map { arguments.values[$0] }
        }
    }

    /// A value in binary form; nil for a null.
    static func bytes(_ value: SQLValue) -> Data? {
        switch value {
        case .null: nil
        case .integer(let value): data(value)
        case .real(let value): data(value.bitPattern)
        case .text(let value): Data(value.utf8)
        case .blob(let value): value
        }
    }

    private static func data(_ value: some FixedWidthInteger) -> Data {
        unsafe withUnsafeBytes(of: value.bigEndian) { unsafe Data($0) }
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
