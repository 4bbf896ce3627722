import DeviceAttestation

/// A strict reader of the part of CBOR (RFC 8949) that App Attest uses. The caller states what it expects next.
///
/// Lengths are definite and in their shortest form, and a name may appear in a map once. The reader never traps.
struct CBORReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Reads a map with texts as keys and calls `member` with each key. `member` must read the value.
    mutating func readMap(
        _ member: (inout CBORReader, String) throws(AttestationRefusal) -> Void
    ) throws(AttestationRefusal) {
        var names: Set<String> = []
        for _ in 0..<(try readCount(of: .map)) {
            let name = try readText()
            guard names.insert(name).inserted else {
                throw .malformed
            }
            try member(&self, name)
        }
    }

    /// Reads a map with integers as keys and calls `member` with each key. `member` must read the value.
    mutating func readIntegerMap(
        _ member: (inout CBORReader, Int) throws(AttestationRefusal) -> Void
    ) throws(AttestationRefusal) {
        var names: Set<Int> = []
        for _ in 0..<(try readCount(of: .map)) {
            let name = try readInteger()
            guard names.insert(name).inserted else {
                throw .malformed
            }
            try member(&self, name)
        }
    }

    /// Reads an array of byte strings.
    mutating func readByteStrings() throws(AttestationRefusal) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        for _ in 0..<(try readCount(of: .array)) {
            strings.append(try readBytes())
        }
        return strings
    }

    mutating func readBytes() throws(AttestationRefusal) -> [UInt8] {
        Array(try take(readCount(of: .bytes)))
    }

    mutating func readText() throws(AttestationRefusal) -> String {
        guard let text = String(validating: try take(readCount(of: .text)), as: UTF8.self) else {
            throw .malformed
        }
        return text
    }

    /// Skips a byte string or a text.
    mutating func skipString() throws(AttestationRefusal) {
        let (kind, argument) = try readHead()
        guard kind == .bytes || kind == .text, let count = Int(exactly: argument) else {
            throw .malformed
        }
        _ = try take(count)
    }

    mutating func readInteger() throws(AttestationRefusal) -> Int {
        let (kind, argument) = try readHead()
        guard let value = Int(exactly: argument) else {
            throw .malformed
        }
        switch kind {
        case .unsigned: return value
        case .negative: return -1 - value
        default: throw .malformed
        }
    }

    func requireEnd() throws(AttestationRefusal) {
        guard rest.isEmpty else {
            throw .malformed
        }
    }

    private enum Kind: UInt8 {
        case unsigned, negative, bytes, text, array, map
    }

    /// A number of bytes or elements. Every element has at least a byte, so a count cannot exceed the rest of the
    /// input.
    private mutating func readCount(of expected: Kind) throws(AttestationRefusal) -> Int {
        let (kind, argument) = try readHead()
        guard kind == expected, let count = Int(exactly: argument), count <= rest.count else {
            throw .malformed
        }
        return count
    }

    private mutating func readHead() throws(AttestationRefusal) -> (Kind, UInt64) {
        guard let first = rest.popFirst(), let kind = Kind(rawValue: first >> 5) else {
            throw .malformed
        }
        let short = UInt64(first & 31)
        guard short >= 24 else {
            return (kind, short)
        }
        guard short <= 27 else {
            throw .malformed
        }
        let length = 1 << Int(short - 24)
        let argument = try take(length).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let least: UInt64 = length == 1 ? 24 : 1 << UInt64(4 * length)
        guard argument >= least else {
            throw .malformed
        }
        return (kind, argument)
    }

    private mutating func take(_ count: Int) throws(AttestationRefusal) -> ArraySlice<UInt8> {
        guard count <= rest.count else {
            throw .malformed
        }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
