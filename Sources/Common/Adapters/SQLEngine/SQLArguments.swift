/// The values of a statement's parameters: in their order for `?`, or by name for `:name`.
package struct SQLArguments: Sendable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package private(set) var values: [SQLValue]
    /// The names of ``values`` without their colons; empty if they are in the order of the parameters.
    package private(set) var names: [String]

    package init(_ values: [SQLValue] = []) {
        self.values = values
        names = []
    }

    package init(arrayLiteral elements: (any SQLParameter)?...) {
        self.init(elements.map { $0?.sqlValue ?? .null })
    }

    package init(dictionaryLiteral elements: (String, (any SQLParameter)?)...) {
        values = elements.map { $0.1?.sqlValue ?? .null }
        names = elements.map { $0.0 }
    }

    package init(_ values: some Sequence<some SQLParameter>) {
        // Key paths would be worked out for each value.
        self.init(values.map { $0.sqlValue })
    }

    package init(_ values: [String: some SQLParameter]) {
        self.values = values.map(\.value.sqlValue)
        names = values.map(\.key)
    }

    /// Whether each value has a name.
    package var isNamed: Bool { !names.isEmpty }

    package static func + (first: Self, second: Self) -> Self {
        var sum = first
        sum += second
        return sum
    }

    package static func += (first: inout Self, second: Self) {
        first.values += second.values
        first.names += second.names
    }
}
