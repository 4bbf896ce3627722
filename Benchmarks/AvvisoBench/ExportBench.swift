import ArgumentParser
import Crypto
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

    func run() async throws {
        let info = SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
        let signer = try P256ExportSigner(
            privateKeyPEM: P256.Signing.PrivateKey().pemRepresentation,
            signatureInfo: info
        )
        let drafts = try drafts()
        try Data(ExportWriter.exportBin(of: drafts[0], signatureInfos: [info])).write(to: URL(filePath: sample))

        let encoding = Stopwatch()
        for draft in drafts {
            _ = try ExportWriter.exportBin(of: draft, signatureInfos: [info])
        }
        let encodingSeconds = encoding.cpuSeconds
        var size = 0
        let whole = Stopwatch()
        for draft in drafts {
            size += try await ExportWriter.archive(of: draft, signedBy: [signer]).count
        }
        let count = Double(drafts.count * keysPerFile)
        let seconds = whole.cpuSeconds
        let single = try await ExportWriter.archive(of: draft(of: randomKeys(keysPerFile)), signedBy: [signer])
        try report([
            "keys": count, "bytes_per_key": Double(size) / count, "cpu_seconds": seconds,
            "sort_and_encode_seconds": encodingSeconds,
            "bytes_per_key_of_single_file": Double(single.count) / Double(keysPerFile),
        ])
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
