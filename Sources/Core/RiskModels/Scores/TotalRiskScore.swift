/// The Total Risk Score of an exposure: the product of four bucket scores, first generation of the framework.
public enum TotalRiskScore {
    /// What an exposure is scored by.
    public struct Input: Hashable, Sendable {
        /// Mean attenuation in dB.
        public let attenuation: Int
        /// Whole days between the start of the key's window and now.
        public let daysSinceKeyStart: Int
        /// Duration of the exposure.
        public let durationSeconds: Int
        /// 0…8 as published with the key; 0 stands for "none given".
        public let transmissionRiskLevel: Int

        public init(attenuation: Int, daysSinceKeyStart: Int, durationSeconds: Int, transmissionRiskLevel: Int) {
            self.attenuation = attenuation
            self.daysSinceKeyStart = daysSinceKeyStart
            self.durationSeconds = durationSeconds
            self.transmissionRiskLevel = transmissionRiskLevel
        }
    }

    /// The four factors of a score.
    public struct Factors: Hashable, Sendable {
        public let attenuation: Int
        public let days: Int
        public let duration: Int
        public let transmission: Int

        public var product: Int { attenuation * days * duration * transmission }
    }

    public static func factors(of input: Input, under configuration: ExposureConfiguration) -> Factors {
        Factors(
            attenuation: configuration.attenuationScores[attenuationBucket(of: input.attenuation)],
            days: configuration.daysSinceLastExposureScores[daysBucket(of: input.daysSinceKeyStart)],
            duration: configuration.durationScores[durationBucket(of: input.durationSeconds)],
            // A level outside 1…8 carries no information, so it must not change the product.
            transmission: (1...8).contains(input.transmissionRiskLevel)
                ? configuration.transmissionRiskScores[input.transmissionRiskLevel - 1] : 1
        )
    }

    /// The score, 0 where the product stays below the configuration's minimum.
    public static func score(of input: Input, under configuration: ExposureConfiguration) -> Int {
        let product = factors(of: input, under: configuration).product
        return product < configuration.minimumRiskScore ? 0 : product
    }

    /// Every value a score can take: 0 to 8⁴.
    public static let range = 0...4096

    private static func attenuationBucket(of attenuation: Int) -> Int {
        [73, 63, 51, 33, 27, 15, 10].firstIndex { attenuation > $0 } ?? 7
    }

    private static func daysBucket(of days: Int) -> Int {
        [14, 12, 10, 8, 6, 4, 2].firstIndex { days >= $0 } ?? 7
    }

    private static func durationBucket(of seconds: Int) -> Int {
        [0, 5, 10, 15, 20, 25, 30].firstIndex { seconds / 60 <= $0 } ?? 7
    }
}
