import Foundation

/// A whole number in PostgreSQL's binary form of `numeric`, which a sum of whole numbers has.
///
/// Four numbers of two bytes come first: the count of digits, the weight of the first one, the sign and the scale. The
/// digits follow, each to the base of 10 000.
struct PostgresNumeric {
    /// The number without its fraction.
    let integer: Int64

    /// Nil if the bytes are no such number, or if it does not fit.
    init?(_ bytes: Data) {
        let words = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
            Int64(bytes[$0]) << 8 | Int64(bytes[$0 + 1])
        }
        guard words.count >= 4, words.count == 4 + Int(words[0]), words[2] == 0 || words[2] == Self.negative else {
            return nil
        }
        let weight = Int16(truncatingIfNeeded: words[1])
        var magnitude: Int64 = 0
        for place in 0..<max(0, Int(weight) + 1) {
            let digit = 4 + place < words.count ? words[4 + place] : 0
            let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10_000)
            let (sum, overflows) = product.addingReportingOverflow(digit)
            guard !isTooLarge, !overflows, digit < 10_000 else {
                return nil
            }
            magnitude = sum
        }
        integer = words[2] == 0 ? magnitude : -magnitude
    }

    private static let negative: Int64 = 0x4000
}
