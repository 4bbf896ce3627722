import ArgumentParser
import CoronaWarnAPI
import ExposurePrimitives
import Foundation
import GAENCore
import KeyExport

/// Makes packages in memory: keys as Corona-Warn shows them, with levels, report types and days since onset.
struct PackageBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "package")

    @Option(help: "Keys of one package.")
    var keys = 100_000

    @Option(help: "Packages.")
    var packages = 10

    func run() async throws {
        var generator = SeededGenerator(seed: 1)
        let drafts = try (0..<packages).map { _ in try draft(using: &generator) }
        try await report(ExportMeasurement(drafts).figures())
    }

    /// One batch with keys in no order: whole days of the last two weeks. All levels are equally frequent, so they
    /// compress as little as levels can.
    private func draft(using generator: inout SeededGenerator) throws -> ExportDraft {
        let keys = try (0..<keys).map { _ in
            PublishedLevels.exact.diagnosisKey(
                try TemporaryExposureKey(
                    keyData: TemporaryExposureKey.KeyData(Bytes16.random(using: &generator)),
                    rollingStart: IntervalNumber(2_656_800 + 144 * .random(in: 0..<14, using: &generator)),
                    rollingPeriod: 144
                ),
                storedLevel: .random(in: SubmittedKey.transmissionRiskLevels, using: &generator)
            )
        }
        let metadata = try ExportMetadata(start: UnixTime(1_594_166_400), end: UnixTime(1_594_170_000), region: "DE")
        return ExportDraft(metadata: metadata, keys: keys)
    }
}
