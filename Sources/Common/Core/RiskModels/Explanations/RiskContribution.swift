/// One exposure's or window's part in a risk, with every number that went into it.
public struct RiskContribution: Hashable, Sendable {
    /// Amounts and what each unit of them weighs: minutes at an attenuation, for example.
    public let parts: [Part]
    /// Divides the weighted sum.
    public let divisor: Double
    /// Multiply the weighted sum.
    public let factors: [Factor]
    public let rounding: Rounding
    /// Why it adds nothing; nil where it counts.
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
        /// What is measured, for people, for example "55-63 dB".
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

    /// How the result is rounded, halves up.
    public enum Rounding: String, Sendable {
        case exact
        case whole
        case hundredths
    }

    /// Why something that was found adds nothing to a risk.
    public enum Exclusion: String, Sendable {
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

    /// What it adds: its value, or 0 where it is excluded.
    public var score: Double { exclusion == nil ? value : 0 }

    /// Every number in it that differs within a day, to order by.
    private var numbers: [Double] {
        [score, value, divisor] + parts.map(\.amount) + factors.map(\.value)
    }

    /// The greatest first. What is equal in everything cannot be told apart, so the order tells nothing of its origin.
    static func comesBefore(_ one: RiskContribution, _ other: RiskContribution) -> Bool {
        one.numbers == other.numbers
            ? one.exclusionName < other.exclusionName : other.numbers.lexicographicallyPrecedes(one.numbers)
    }

    private var exclusionName: String { exclusion?.rawValue ?? "" }
}

extension RiskContribution {
    func excluded(as exclusion: Exclusion) -> RiskContribution {
        RiskContribution(
            parts: parts,
            divisor: divisor,
            factors: factors,
            rounding: rounding,
            exclusion: exclusion
        )
    }
}
