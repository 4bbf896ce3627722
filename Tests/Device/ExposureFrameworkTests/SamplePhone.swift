import ExposureFramework
import ExposurePrimitives
import PhonePorts
import RiskModels

/// Phones for the tests.
enum SamplePhone {
    /// A midnight.
    static let start = UnixTime(1_795_219_200)

    static func make(
        clock: any WallClock,
        seed: UInt64 = 1,
        prompts: FixedPrompts = FixedPrompts(exchange: true, share: true)
    ) -> ExposureFramework {
        ExposureFramework(
            transmitPower: -14,
            clock: clock,
            prompts: prompts,
            generator: SeededGenerator(seed: seed)
        )
    }

    /// Immuni's rule as published for iOS.
    static func rule() throws -> ImmuniRule {
        let ones = try BucketScores([Int](repeating: 1, count: 8))
        return try ImmuniRule(
            minimumRiskScore: 12,
            configuration: try ExposureConfiguration(
                minimumRiskScore: 1,
                attenuationScores: BucketScores([0, 0, 3, 3, 3, 3, 3, 3]),
                daysSinceLastExposureScores: ones,
                durationScores: BucketScores([0, 0, 0, 0, 5, 5, 5, 5]),
                transmissionRiskScores: ones,
                attenuationThresholds: AttenuationThresholds(low: 50, high: 70)
            )
        )
    }
}

/// An owner who always answers the same.
struct FixedPrompts: PhonePrompts {
    let exchange: Bool
    let share: Bool

    func mayExchangeIdentifiers() async -> Bool { exchange }
    func mayShareKeys() async -> Bool { share }
}
