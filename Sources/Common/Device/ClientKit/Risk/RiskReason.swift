public import ExposurePrimitives
public import RiskModels

/// Why a day has its level, in numbers that a person can follow. It names no time of day and nobody.
public struct RiskReason: Codable, Hashable, Sendable {
    public let date: CalendarDay
    /// The sum of what the exposures add, or the greatest of them (points).
    public let score: Double
    public let unit: RiskExplanation.Unit
    /// The greatest first.
    public let exposures: [Exposure]

    package init(date: CalendarDay, score: Double, unit: RiskExplanation.Unit, exposures: [Exposure]) {
        self.date = date
        self.score = score
        self.unit = unit
        self.exposures = exposures
    }

    /// One exposure, or window of up to half an hour.
    public struct Exposure: Codable, Hashable, Sendable {
        /// The measured amounts, for example the minutes in a range of attenuation.
        public let parts: [Part]
        /// The factors of the sum of the parts, for example the risk of transmission.
        public let factors: [Double]
        /// The divisor of the product.
        public let divisor: Double
        /// The score that it adds.
        public let score: Double
        /// The reason why it adds nothing; nil if it counts.
        public let exclusion: RiskContribution.Exclusion?

        package init(
            parts: [Part],
            factors: [Double],
            divisor: Double,
            score: Double,
            exclusion: RiskContribution.Exclusion?
        ) {
            self.parts = parts
            self.factors = factors
            self.divisor = divisor
            self.score = score
            self.exclusion = exclusion
        }
    }

    public struct Part: Codable, Hashable, Sendable {
        /// The range of attenuation in decibels, for example `[0, 63)`; nil for a part that is none.
        public let range: String?
        /// Minutes, or points.
        public let amount: Double
        public let weight: Double

        package init(range: String?, amount: Double, weight: Double) {
            self.range = range
            self.amount = amount
            self.weight = weight
        }
    }
}

extension RiskReason {
    init(_ day: RiskExplanation.Day, unit: RiskExplanation.Unit) {
        let scale = Self.scale(of: unit)
        date = day.date
        score = day.score * scale
        self.unit = unit == .weightedSeconds ? .minutes : unit
        exposures = day.contributions.map { Exposure($0, scale: scale) }
    }

    /// People read minutes, not seconds.
    static func scale(of unit: RiskExplanation.Unit) -> Double { unit == .weightedSeconds ? 1.0 / 60 : 1 }
}

extension RiskReason.Exposure {
    init(_ contribution: RiskContribution, scale: Double) {
        parts = contribution.parts.map { RiskReason.Part($0, scale: scale) }
        factors = contribution.factors.map(\.value)
        divisor = contribution.divisor
        score = contribution.score * scale
        exclusion = contribution.exclusion
    }
}

extension RiskReason.Part {
    fileprivate init(_ part: RiskContribution.Part, scale: Double) {
        let end = " dB"
        let start = ["minutes at ", "seconds at "].first { part.name.hasPrefix($0) && part.name.hasSuffix(end) }
        range = start.map { String(part.name.dropFirst($0.count).dropLast(end.count)) }
        amount = part.amount * scale
        weight = part.weight
    }
}
