import ArgumentParser
import ExposurePrimitives
import Foundation
import GAENCore
import KeyExport

/// Builds export files in memory: sorts, encodes, compresses and signs.
struct ExportBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "export")

    @Option(help: "Keys in all.")
    var keys = 500_000

    @Option(help: "Keys of one file.")
    var keysPerFile = 10_000

    @Option(help: "Where to write the first export.bin, for references that compress the same bytes.")
    var sample: String

    @Option(help: "Where to write the export.bin of a single file.")
    var single: String

    func run() async throws {
        let measurement = try ExportMeasurement(drafts())
        try Data(measurement.exportBin(of: measurement.drafts[0])).write(to: URL(filePath: sample))
        var figures = try await measurement.figures()
        let lone = try draft(of: randomKeys(keysPerFile))
        try Data(measurement.exportBin(of: lone)).write(to: URL(filePath: single))
        figures["bytes_per_key_of_single_file"] =
            Double(try await measurement.archive(of: lone).count) / Double(keysPerFile)
        try report(figures)
    }

    /// The files of one run as the publication job cuts them: each holds a range of the keys, here in no order.
    private func drafts() throws -> [ExportDraft] {
        var generator = SeededGenerator(seed: 2)
        let all = try randomKeys(keys).sorted { $0.key.keyData < $1.key.keyData }
        return try stride(from: 0, to: keys - keysPerFile + 1, by: keysPerFile).map { start in
            try draft(of: all[start..<start + keysPerFile].shuffled(using: &generator))
        }
    }

    /// Keys as Immuni's rule publishes them: whole days of the last two weeks, level 8.
    private func randomKeys(_ count: Int) throws -> [DiagnosisKey] {
        var generator = SeededGenerator(seed: 1)
        return try (0..<count).map { _ in
            DiagnosisKey(
                key: try TemporaryExposureKey(
                    keyData: TemporaryExposureKey.KeyData(Bytes16.random(using: &generator)),
                    rollingStart: IntervalNumber(2_656_800 + 144 * .random(in: 0..<14, using: &generator)),
                    rollingPeriod: 144
                ),
                transmissionRiskLevel: 8
            )
        }
    }

    private func draft(of keys: [DiagnosisKey]) throws -> ExportDraft {
        let metadata = try ExportMetadata(start: UnixTime(1_594_166_400), end: UnixTime(1_594_180_800), region: "222")
        return ExportDraft(metadata: metadata, keys: keys)
    }
}
