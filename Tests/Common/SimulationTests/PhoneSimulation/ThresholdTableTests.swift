import ExposureTesting
import Foundation
import PhoneSimulation
import ProximityRadio
import RiskModels
import Testing

/// Computes the table of `docs/radio.md` from the rule sets' published parameters, so that it stays true.
@Suite("The thresholds of rule sets in metres")
struct ThresholdTableTests {
    @Test("are those of docs/radio.md")
    func table() throws {
        let table = Self.table()
        #expect(try Self.document().contains(table), "docs/radio.md should hold:\n\(table)")
    }

    @Test("put 50 dB at well under two metres, and two metres at 57 dB")
    func twoMetres() {
        let model = RadioModel()
        #expect(abs(model.distance(atExpectedAttenuation: 50) - 0.63) < 0.01)
        #expect(abs(model.expectedAttenuation(at: 2) - 57.0) < 0.1)
    }

    private struct Threshold {
        let rule, meaning: String
        /// The maximum attenuation on the near side, in whole dB.
        let max: Int
    }

    private static var thresholds: [Threshold] {
        let first = CoronaWarnScoreRule.Parameters.published
        let firstThresholds = first.exposureConfiguration.durationAtAttenuationThresholds
        let swissCovid = SwissCovidRule.Parameters.published
        return [
            Threshold(rule: "Corona-Warn's Solution Architecture", meaning: "taken for two metres", max: 49),
            // Its scores are 0 above 63 dB: the framework's second bucket.
            Threshold(rule: "Immuni", meaning: "mean of the exposure", max: 63),
        ]
            + zip(firstThresholds, first.attenuationBucketWeights).map { below("Corona-Warn 2020", $0, $1) }
            + CoronaWarnParameters.published.minutesAtAttenuationWeights.map { weight in
                below("Corona-Warn 2021", Int(weight.attenuationRange.max), weight.weight)
            } + [
                below("SwissCovid", swissCovid.attenuationThresholdLow, swissCovid.attenuationFactorLow),
                below("SwissCovid", swissCovid.attenuationThresholdMedium, swissCovid.attenuationFactorMedium),
            ] + net("LFPH narrow", .narrowNet) + net("LFPH wide", .wideNet)
    }

    private static func below(_ rule: String, _ threshold: Int, _ weight: Double) -> Threshold {
        Threshold(rule: rule, meaning: "a minute below it counts \(weight)", max: threshold - 1)
    }

    private static func net(_ name: String, _ parameters: DailySummaryRule.Parameters) -> [Threshold] {
        zip(parameters.attenuationBucketThresholds, parameters.attenuationBucketWeights).map { threshold, weight in
            Threshold(rule: name, meaning: "a minute up to it counts \(weight)", max: threshold)
        }
    }

    private static func table() -> String {
        let head = """
            | rule set | what | up to dB | expected at m | at 1 m | at 2 m | at 4 m | at 8 m |
            |---|---|---|---|---|---|---|---|
            """
        return ([head] + thresholds.map(row)).joined(separator: "\n")
    }

    private static func row(_ threshold: Threshold) -> String {
        let model = RadioModel()
        let metres = model.distance(atExpectedAttenuation: Double(threshold.max))
        let shares = [1.0, 2, 4, 8].map { distance in
            let share = model.probability(thatMeanAttenuationIsAtMost: threshold.max, at: distance, scans: 1)
            return "\(Int((100 * share).rounded())) %"
        }
        let cells = [threshold.rule, threshold.meaning, "\(threshold.max)", String(format: "%.1f", metres)]
        return "| \((cells + shares).joined(separator: " | ")) |"
    }

    private static func document() throws -> String {
        try String(contentsOf: RepositoryFolder.url.appending(path: "docs/radio.md"), encoding: .utf8)
    }
}
