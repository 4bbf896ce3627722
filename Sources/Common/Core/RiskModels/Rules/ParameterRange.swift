/// A range in the form of Corona-Warn's parameters. Both ends belong to it unless the parameters exclude them.
public struct ParameterRange: Hashable, Sendable, Codable {
    public let min: Double
    public let max: Double
    public let minExclusive: Bool?
    public let maxExclusive: Bool?

    public init(min: Double, max: Double, minExclusive: Bool? = nil, maxExclusive: Bool? = nil) {
        self.min = min
        self.max = max
        self.minExclusive = minExclusive
        self.maxExclusive = maxExclusive
    }

    public func contains(_ value: Double) -> Bool {
        (minExclusive == true ? value > min : value >= min) && (maxExclusive == true ? value < max : value <= max)
    }

    /// - Throws: if the range is empty.
    func check(_ parameter: String) throws(RiskParameterError) {
        // NaN has no order, so this refuses it too.
        let hasContent = min < max || min == max && minExclusive != true && maxExclusive != true
        guard hasContent, min.isFinite, max.isFinite else {
            throw RiskParameterError(parameter, "is empty: \(self)")
        }
    }

    /// Whether `next` begins exactly where this range ends.
    public func isFollowed(by next: ParameterRange) -> Bool {
        max == next.min && (maxExclusive == true) != (next.minExclusive == true)
    }
}

extension ParameterRange: CustomStringConvertible {
    /// The range in mathematical notation, for example `[55, 63)`.
    public var description: String {
        let ends = [min, max].map { end in Int(exactly: end).map(String.init) ?? "\(end)" }
        return "\(minExclusive == true ? "(" : "[")\(ends[0]), \(ends[1])\(maxExclusive == true ? ")" : "]")"
    }
}
