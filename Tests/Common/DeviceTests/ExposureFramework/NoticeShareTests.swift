import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import KeyExport
import PhoneSimulation
import ProximityRadio
import RiskModels
import Testing

/// The whole chain from radio to warning, compared with the analytical result of the radio model.
@Suite("The share of warned phones")
struct NoticeShareTests {
    private static let seeds: ClosedRange<UInt64> = 1...Effort.choose(quick: 40, whole: 200)

    @Test("agrees with the radio model over many seeds of 25 minutes, at every distance")
    func agreesWithModel() async throws {
        // At each of these distances the measured model leaves the outcome to chance, so a wrong model could not pass.
        let distances = [0.5, 1.5, 4, 8, 20]
        let outcomes = try await Self.outcomes(minutes: 25, distances: distances)
        let model = RadioModel()
        for (distance, outcome) in zip(distances, outcomes) {
            // 25 minutes contain six scans on average: one about every 256 s.
            let probability = model.probability(thatMeanAttenuationIsAtMost: 63, at: distance, scans: 6)
            let expected = probability * Double(outcome.total)
            // Four standard deviations of the binomial distribution, and one phone for rounding.
            let tolerance = 4 * (expected * (1 - probability)).squareRoot() + 1
            #expect(
                abs(Double(outcome.warned) - expected) <= tolerance,
                "\(outcome.warned) of \(outcome.total) warned at \(distance) m, expected \(expected) ± \(tolerance)"
            )
        }
        #expect(outcomes.allSatisfy { $0.unmatched <= max(1, $0.total / 100) })
    }

    @Test("is zero after five minutes, at every distance")
    func fiveMinutes() async throws {
        let outcomes = try await Self.outcomes(minutes: 5, distances: [0.5, 1.5])
        #expect(outcomes.map(\.warned) == [0, 0])
        #expect(outcomes.allSatisfy { $0.unmatched < max(2, $0.total / 20) })
    }

    private struct Outcome {
        var total = 0
        var matched = 0
        var warned = 0
        var unmatched: Int { total - matched }
    }

    /// The results of the phones at each distance from a phone whose owner later tests positive.
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
        var frameworks: [PortableExposureFramework] = []
        var antennas: [SimulatedAntenna] = []
        for index in ([0] + distances).indices {
            let phone = SamplePhone(clock: clock, seed: seed << 8 + UInt64(index))
            frameworks.append(try await phone.bootEnabled())
            antennas.append(phone.antenna)
        }
        _ = await radio.exchange(
            among: zip(antennas, [0] + distances).map { antenna, distance in
                SimulatedRadio.Phone(peer: antenna, transmitPower: -14, position: .init(x: distance, y: 0))
            },
            from: clock.now(),
            until: clock.now().advanced(bySeconds: minutes * 60)
        )
        clock.advance(bySeconds: 86_400)
        let export = try await SampleExport.verified(frameworks[0].temporaryExposureKeyHistory())
        var summaries: [ExposureDetectionSummary] = []
        for framework in frameworks.dropFirst() {
            summaries.append(try await framework.detectExposures(in: [export], under: rule.configuration))
        }
        return summaries
    }
}
