/// The contribution of one exposure or window to a risk, with every number that it was computed from.
public struct RiskContribution: Hashable, Sendable {
    /// Amounts with the weight of each unit, for example minutes at an attenuation.
    public let parts: [Part]
    /// Divides the weighted sum.
    public let divisor: Double
    /// Multiply the weighted sum.
    public let factors: [Factor]
    public let rounding: Rounding
    /// The reason why it adds nothing; nil if it counts.
    public let exclusion: Exclusion?

    public init(
        parts: [Part],
        divisor: Double = 1,
        factors: [Factor] = [],
        rounding: Rounding = .exact,
        exclusion: Exclusion? = nil
    ) {
        self.parts = parts
        self.divisor = divisor
        self.factors = factors
        self.rounding = rounding
        self.exclusion = exclusion
    }

    public struct Part: Hashable, Sendable {
        /// The measured quantity in words for people, for example "55-63 dB".
        public let name: String
        public let amount: Double
        public let weight: Double

        public init(name: String, amount: Double, weight: Double) {
            self.name = name
            self.amount = amount
            self.weight = weight
        }
    }

    public struct Factor: Hashable, Sendable {
        public let name: String
        public let value: Double

        public init(name: String, value: Double) {
            self.name = name
            self.value = value
        }
    }

    /// The rounding of the result, halves up.
    public enum Rounding: String, Sendable {
        case exact
        case whole
        case hundredths
    }

    /// The reason why an exposure or window adds nothing to a risk.
    public enum Exclusion: String, Sendable, Codable {
        case belowMinimumScore = "below-minimum-score"
        case filteredByMinutes = "filtered-by-minutes"
        case filteredByTransmissionRisk = "filtered-by-transmission-risk"
        case withoutRiskLevel = "without-risk-level"
    }

    /// The weighted sum times the factors in their order, divided and rounded.
    public var value: Double {
        let sum = parts.reduce(0) { $0 + $1.amount * $1.weight }
        let quotient = factors.reduce(sum) { $0 * $1.value } / divisor
        return switch rounding {
        case .exact: quotient
        case .whole: (quotient + 0.5).rounded(.down)
        case .hundredths: (quotient * 100 + 0.5).rounded(.down) / 100
        }
    }

    /// The number that it adds: its value, or 0 if it is excluded.
    public var score: Double { exclusion == nil ? value : 0 }

    /// All its numbers that differ within a day, in the order of comparison.
    private var numbers: [Double] {
        [score, value, divisor] + parts.map(\.amount) + factors.map(\.value)
    }

    /// Orders the greatest first. Contributions with equal numbers are indistinguishable, so the order does not show
    /// their origin.
    static func comesBefore(_ one: RiskContribution, _ other: RiskContribution) -> Bool {
        one.numbers == other.numbers
            ? one.exclusionName < other.exclusionName : other.numbers.lexicographicallyPrecedes(one.numbers)
    }

    private var exclusionName: String { exclusion?.rawValue ?? "" }
}

extension RiskContribution {
    func excluded(as exclusion: Exclusion) -> RiskContribution {
        RiskContribution(parts: parts, divisor: divisor, factors: factors, rounding: rounding, exclusion: exclusion)
    }
}
