package import Foundation

/// A value of a parameter, in the types that the engines share.
package enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
}

/// A type whose values can be parameters of a statement.
package protocol SQLParameter: Sendable {
    var sqlValue: SQLValue { get }
}

extension Int64: SQLParameter {
    package var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLParameter {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int32: SQLParameter {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int8: SQLParameter {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension UInt32: SQLParameter {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension UInt16: SQLParameter {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension UInt8: SQLParameter {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

/// A truth value is stored as 0 or 1.
extension Bool: SQLParameter {
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLParameter {
    package var sqlValue: SQLValue { .real(self) }
}

extension String: SQLParameter {
    package var sqlValue: SQLValue { .text(self) }
}

extension Data: SQLParameter {
    package var sqlValue: SQLValue { .blob(self) }
}

extension SQLValue: SQLParameter {
    package var sqlValue: SQLValue { self }
}

extension Optional: SQLParameter where Wrapped: SQLParameter {
    package var sqlValue: SQLValue { map(\.sqlValue) ?? .null }
}
