import Foundation

/// Reads a layout of fixed and counted fields from its start. It throws at the first byte that is missing and never
/// traps.
package struct ByteReader<Failure: Error> {
    private var rest: ArraySlice<UInt8>
    private let failure: Failure

    /// - Parameter failure: thrown where the bytes end too early.
    package init(_ bytes: some Sequence<UInt8>, failure: Failure) {
        rest = Array(bytes)[...]
        self.failure = failure
    }

    package var remainingCount: Int { rest.count }

    package mutating func readBytes(_ count: Int) throws(Failure) -> [UInt8] {
        guard count >= 0, count <= rest.count else {
            throw failure
        }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// All bytes that are left.
    package mutating func readRest() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// Reads a big-endian number.
    package mutating func read<Number: FixedWidthInteger & UnsignedInteger>(
        _ type: Number.Type
    ) throws(Failure) -> Number {
        try readBytes(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number($1) }
    }

    /// - Throws: the failure if bytes are left.
    package func readEnd() throws(Failure) {
        guard rest.isEmpty else {
            throw failure
        }
    }
}

extension [UInt8] {
    /// Whether no bit is set: the first byte is zero, and each other one is like the one before it. The C library
    /// compares, because most of what phones upload is padding.
    package var isZero: Bool {
        unsafe withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count > 0 else {
                return true
            }
            // SAFETY: both ranges of `count - 1` bytes are inside the array.
            return unsafe bytes[0] == 0 && memcmp(start, start + 1, bytes.count - 1) == 0
        }
    }

    /// The bytes of a number in its full width, big-endian.
    package init(_ number: some FixedWidthInteger & UnsignedInteger) {
        self = stride(from: 0, to: number.bitWidth, by: 8).reversed().map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
