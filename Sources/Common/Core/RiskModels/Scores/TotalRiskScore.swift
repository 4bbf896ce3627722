/// The Total Risk Score of an exposure: the product of four bucket scores, first generation of the framework.
public enum TotalRiskScore {
    /// The properties of an exposure that decide its score.
    public struct Input: Hashable, Sendable {
        /// Mean attenuation in dB.
        public let attenuation: Int
        /// Seconds at each of the eight levels of attenuation, farthest first.
        ///
        /// If they are not known, they are empty or all 0. The whole exposure then counts at its mean.
        public let secondsAtLevels: [Int]
        /// Whole days between the start of the key's window and now.
        public let daysSinceKeyStart: Int
        /// Duration of the exposure in seconds.
        public let durationSeconds: Int
        /// 0…8 as published with the key; 0 means "none given".
        public let transmissionRiskLevel: Int

        public init(
            attenuation: Int,
            secondsAtLevels: [Int] = [],
            daysSinceKeyStart: Int,
            durationSeconds: Int,
            transmissionRiskLevel: Int
        ) {
            self.attenuation = attenuation
            self.secondsAtLevels = secondsAtLevels
            self.daysSinceKeyStart = daysSinceKeyStart
            self.durationSeconds = durationSeconds
            self.transmissionRiskLevel = transmissionRiskLevel
        }
    }

    /// The four factors of a score.
    public struct Factors: Hashable, Sendable {
        public let attenuation: AttenuationFactor
        public let days: Int
        public let duration: Int
        public let transmission: Int

        /// The product as a whole number, halves rounded up.
        public var product: Int {
            let dividend = attenuation.sum * days * duration * transmission
            return (2 * dividend + attenuation.seconds) / (2 * attenuation.seconds)
        }
    }

    /// The exact mean of scores, each weighted by its time.
    public struct AttenuationFactor: Hashable, Sendable {
        /// The sum of the scores, each times its seconds.
        public let sum: Int
        /// The total time in seconds, at least 1.
        public let seconds: Int

        /// A score that holds for the whole time.
        public init(_ score: Int) {
            (sum, seconds) = (score, 1)
        }

        /// Nil without any time.
        init?(of scores: BucketScores, secondsAtLevels: [Int]) {
            let sum = zip(scores.values, secondsAtLevels).reduce(0) { $0 + $1.0 * $1.1 }
            let seconds = secondsAtLevels.reduce(0, +)
            guard seconds > 0 else {
                return nil
            }
            (self.sum, self.seconds) = (sum, seconds)
        }
    }

    public static func factors(of input: Input, under configuration: ExposureConfiguration) -> Factors {
        Factors(
            attenuation: attenuationFactor(of: input, under: configuration),
            days: configuration.daysSinceLastExposureScores[daysBucket(of: input.daysSinceKeyStart)],
            duration: configuration.durationScores[durationBucket(of: input.durationSeconds)],
            // A level outside 1…8 carries no information, so it must not change the product.
            transmission: (1...8).contains(input.transmissionRiskLevel)
                ? configuration.transmissionRiskScores[input.transmissionRiskLevel - 1] : 1
        )
    }

    private static func attenuationFactor(
        of input: Input,
        under configuration: ExposureConfiguration
    ) -> AttenuationFactor {
        let scores = configuration.attenuationScores
        let mean = AttenuationFactor(scores[attenuationLevel(of: input.attenuation)])
        return switch configuration.attenuationScoring {
        case .meanAttenuation: mean
        case .weightedByDuration: AttenuationFactor(of: scores, secondsAtLevels: input.secondsAtLevels) ?? mean
        }
    }

    /// The score; 0 if the product is below the configuration's minimum.
    public static func score(of input: Input, under configuration: ExposureConfiguration) -> Int {
        score(of: factors(of: input, under: configuration), under: configuration)
    }

    static func score(of factors: Factors, under configuration: ExposureConfiguration) -> Int {
        factors.product < configuration.minimumRiskScore ? 0 : factors.product
    }

    /// All possible scores: 0 to 8⁴.
    public static let range = 0...4096

    /// The level of an attenuation in dB, one of eight; 0 is the farthest.
    static func attenuationLevel(of attenuation: Int) -> Int {
        [73, 63, 51, 33, 27, 15, 10].firstIndex { attenuation > $0 } ?? 7
    }

    private static func daysBucket(of days: Int) -> Int {
        [14, 12, 10, 8, 6, 4, 2].firstIndex { days >= $0 } ?? 7
    }

    private static func durationBucket(of seconds: Int) -> Int {
        [0, 5, 10, 15, 20, 25, 30].firstIndex { seconds / 60 <= $0 } ?? 7
    }
}
