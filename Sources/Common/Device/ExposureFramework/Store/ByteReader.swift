import ExposurePrimitives

/// Reads the values that a `ByteWriter` wrote.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func bytes(_ count: Int) throws(StoredDataError) -> ArraySlice<UInt8> {
        guard rest.count >= count else {
            throw .damaged
        }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(StoredDataError) -> Number
    {
        try bytes(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func time() throws(StoredDataError) -> UnixTime {
        UnixTime(try number())
    }

    mutating func optional<Value>(
        _ body: (inout ByteReader) throws(StoredDataError) -> Value
    ) throws(StoredDataError) -> Value? {
        switch try number(UInt8.self) {
        case 0: nil
        case 1: try body(&self)
        default: throw .damaged
        }
    }

    mutating func list<Value>(
        _ body: (inout ByteReader) throws(StoredDataError) -> Value
    ) throws(StoredDataError) -> [Value] {
        let count = Int(try number(UInt32.self))
        var values: [Value] = []
        values.reserveCapacity(min(count, rest.count))
        for _ in 0..<count {
            values.append(try body(&self))
        }
        return values
    }

    /// - Throws: if bytes are left.
    func end() throws(StoredDataError) {
        guard rest.isEmpty else {
            throw .damaged
        }
    }
}

/// The reason why a file of the framework cannot be used.
package enum StoredDataError: Error {
    /// The file is not as the framework wrote it: altered, cut off, encrypted with another key, or from a later
    /// version.
    case damaged
    /// The phone's storage failed.
    case unreadable
}
