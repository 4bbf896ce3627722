public import ExposurePrimitives

/// The explanation of a notification, or of its absence: every exposure or window that was found, with its weights.
///
/// It states days, never a time of day. It holds nothing that refers to a key or an identifier.
public struct RiskExplanation: Hashable, Sendable {
    /// The unit of the scores.
    public let unit: Unit
    /// The newest first.
    public let days: [Day]
    /// The last step of rules that decide over all days together. Its first factor is the greatest score of a day.
    public let overall: RiskContribution?

    init(unit: Unit, days: [Day], overall: RiskContribution? = nil) {
        self.unit = unit
        self.days = days.sorted { $0.date > $1.date }
        self.overall = overall
    }

    public enum Unit: String, Sendable, Codable {
        /// Products of bucket scores.
        case points
        case minutes
        case weightedSeconds = "weighted-seconds"
    }

    /// The way in which the contributions of a day become its score.
    public enum Combination: String, Sendable {
        case sum
        case max = "greatest"
    }

    public struct Day: Hashable, Sendable {
        public let date: CalendarDay
        public let combination: Combination
        /// The greatest first.
        public let contributions: [RiskContribution]

        init(date: CalendarDay, combination: Combination, contributions: [RiskContribution]) {
            self.date = date
            self.combination = combination
            self.contributions = contributions.sorted(by: RiskContribution.comesBefore)
        }

        /// The score, recomputed from the contributions. Floating-point sums depend on the order: the smallest come
        /// first.
        public var score: Double {
            let scores = contributions.map(\.score)
            return switch combination {
            case .sum: scores.reversed().reduce(0, +)
            case .max: scores.max() ?? 0
            }
        }
    }

    /// The score that decides, recomputed from the parts: the score of the last step if there is one, otherwise the
    /// greatest score of a day.
    public var score: Double {
        overall?.value ?? days.map(\.score).max() ?? 0
    }
}
