import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import ProximityRadio
import RiskModels
import Testing

/// The whole way from radio to warning, compared with what the radio model says analytically.
@Suite("The share of warned phones")
struct NoticeShareTests {
    private static let seeds: ClosedRange<UInt64> = 1...200

    @Test("agrees with the radio model over 200 seeds of 25 minutes, at every distance")
    func agreesWithModel() async throws {
        // At 5, 6 and 7 m the outcome is a matter of chance, so that a wrong model could not pass.
        let distances = [1.5, 5, 6, 7, 20]
        let outcomes = try await Self.outcomes(minutes: 25, distances: distances)
        let model = RadioModel()
        for (distance, outcome) in zip(distances, outcomes) {
            // 25 minutes hold six scans on average: one about every 256 s.
            let probability = model.probability(thatMeanAttenuationIsAtMost: 63, at: distance, scans: 6)
            let expected = probability * Double(outcome.total)
            // Four standard deviations of the binomial distribution, and one phone for the rounding at its ends.
            let tolerance = 4 * (expected * (1 - probability)).squareRoot() + 1
            #expect(
                abs(Double(outcome.warned) - expected) <= tolerance,
                "\(outcome.warned) of \(outcome.total) warned at \(distance) m, expected \(expected) ± \(tolerance)"
            )
        }
        #expect(outcomes.first?.warned == outcomes.first?.total)
        #expect(outcomes.last?.warned == 0)
        #expect((outcomes.last?.matched ?? 0) >= 198)
    }

    @Test("is nought after five minutes, however near")
    func fiveMinutes() async throws {
        let outcomes = try await Self.outcomes(minutes: 5, distances: [0.5, 1.5])
        #expect(outcomes.map(\.warned) == [0, 0])
        #expect(outcomes.allSatisfy { $0.matched > 190 })
    }

    private struct Outcome {
        var total = 0
        var matched = 0
        var warned = 0
    }

    /// For each distance, how the phones there fared with a phone that later turns out positive.
    private static func outcomes(minutes: Int64, distances: [Double]) async throws -> [Outcome] {
        let rule = try SamplePhone.rule()
        var outcomes = distances.map { _ in Outcome() }
        for seed in seeds {
            let summaries = try await meet(seed: seed, minutes: minutes, distances: distances, rule: rule)
            for (index, summary) in summaries.enumerated() {
                outcomes[index].total += 1
                outcomes[index].matched += summary.matchedKeyCount > 0 ? 1 : 0
                outcomes[index].warned += rule.isMet(by: summary) ? 1 : 0
            }
        }
        return outcomes
    }

    private static func meet(
        seed: UInt64,
        minutes: Int64,
        distances: [Double],
        rule: ImmuniRule
    ) async throws -> [ExposureDetectionSummary] {
        let clock = ManualClock(SamplePhone.start.advanced(bySeconds: 36_000))
        var radio = SimulatedRadio(seed: seed)
        let frameworks = ([0] + distances).indices.map { SamplePhone.make(clock: clock, seed: seed << 8 + UInt64($0)) }
        for framework in frameworks {
            try await framework.enable()
        }
        _ = await radio.exchange(
            among: zip(frameworks, [0] + distances).map { framework, distance in
                SimulatedRadio.Phone(peer: framework, transmitPower: -14, position: .init(x: distance, y: 0))
            },
            from: clock.now(),
            until: clock.now().advanced(bySeconds: minutes * 60)
        )
        clock.advance(bySeconds: 86_400)
        let keys = try await frameworks[0].temporaryExposureKeyHistory()
            .map { DiagnosisKey(key: $0, transmissionRiskLevel: 8) }
        var summaries: [ExposureDetectionSummary] = []
        for framework in frameworks.dropFirst() {
            summaries.append(try await framework.detectExposures(to: keys, under: rule.configuration).summary)
        }
        return summaries
    }
}
