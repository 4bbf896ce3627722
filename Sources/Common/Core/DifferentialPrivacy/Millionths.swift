/// An exact number with six decimals, for privacy losses and budgets: rounding never adds or removes any of them.
public struct Millionths: Hashable, Comparable, Sendable {
    public let count: Int

    public init(_ count: Int) {
        self.count = count
    }

    /// Reads a decimal like `2`, `0.5` or `0.125`, from 0 to 1000 with six decimals at most; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ Self.isNumber($0) }), let whole = Int(parts[0]),
            parts.count == 1 || parts[1].utf8.count <= Self.decimals
        else {
            return nil
        }
        let decimals = parts.count == 2 ? parts[1] : "0"
        let padding = String(repeating: "0", count: Self.decimals - decimals.utf8.count)
        guard whole <= Self.maxWhole, let fraction = Int(decimals + padding) else {
            return nil
        }
        count = whole * Self.unit + fraction
    }

    private static func isNumber(_ text: Substring) -> Bool {
        (1...Self.decimals).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// How many make one.
    public static let unit = 1_000_000
    public static let zero = Millionths(0)
    private static let decimals = 6
    private static let maxWhole = 1000

    public static func < (lhs: Millionths, rhs: Millionths) -> Bool {
        lhs.count < rhs.count
    }

    /// The sum; saturates instead of trapping.
    public static func + (lhs: Millionths, rhs: Millionths) -> Millionths {
        let (sum, overflow) = lhs.count.addingReportingOverflow(rhs.count)
        return Millionths(overflow ? .max : sum)
    }

    /// The nearest binary number, for figures that need no exact value.
    public var approximation: Double { Double(count) / Double(Self.unit) }
}

extension Millionths: CustomStringConvertible {
    /// A decimal without needless zeros.
    public var description: String {
        let fraction = String(count.magnitude % UInt(Self.unit))
        var decimals = String(repeating: "0", count: Self.decimals - fraction.count) + fraction
        while decimals.hasSuffix("0") {
            decimals.removeLast()
        }
        let whole = "\(count < 0 ? "-" : "")\(count.magnitude / UInt(Self.unit))"
        return decimals.isEmpty ? whole : "\(whole).\(decimals)"
    }
}
