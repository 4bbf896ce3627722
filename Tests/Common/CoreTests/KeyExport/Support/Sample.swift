import Crypto
import ExposurePrimitives
import Foundation
import GAENCore
import SwiftProtobuf

@testable import KeyExport

/// Exports for tests. The signing key is new in every run.
struct Sample {
    let signer: P256ExportSigner
    let privateKeyPEM: String
    let name: VerificationKeyName

    init(id: String = "222", version: String = "v1") throws {
        privateKeyPEM = P256.Signing.PrivateKey().pemRepresentation
        name = VerificationKeyName(id: id, version: version)
        signer = try P256ExportSigner(
            privateKeyPEM: privateKeyPEM,
            signatureInfo: SignatureInfo(verificationKeyID: id, verificationKeyVersion: version)
        )
    }

    var verificationKey: ExportVerificationKey {
        get throws { try ExportVerificationKey(signer.publicKeyPEM, name: name) }
    }

    var verifier: ExportVerifier {
        get throws { try ExportVerifier(keys: [verificationKey]) }
    }

    /// The zip of `exportBin`, rightly signed even if the content is wrong.
    func archive(signing exportBin: [UInt8], signatures: Int = 1) async throws -> [UInt8] {
        try await zip(signing: exportBin, signatures: signatures).bytes
    }

    func zip(signing exportBin: [UInt8], signatures: Int = 1) async throws -> TestZip {
        var list: [(info: SignatureInfo, bytes: [UInt8])] = []
        for _ in 0..<signatures {
            list.append((signer.signatureInfo, try await signer.signature(over: exportBin)))
        }
        let exportSig = try ExportWriter.exportSig(for: Self.metadata(), signatures: list)
        return TestZip(exportBin: exportBin, exportSig: exportSig)
    }

    /// The zip of a message that `change` may have damaged, rightly signed.
    func archive(changing change: (inout WireTemporaryExposureKeyExport) -> Void) async throws -> [UInt8] {
        try await archive(signing: exportBin(changing: change))
    }

    func exportBin(changing change: (inout WireTemporaryExposureKeyExport) -> Void = { _ in }) throws -> [UInt8] {
        var message = WireTemporaryExposureKeyExport()
        message.startTimestamp = 1_594_166_400
        message.endTimestamp = 1_594_220_404
        message.region = "222"
        message.batchNum = 1
        message.batchSize = 1
        message.signatureInfos = [signer.signatureInfo.wire]
        message.keys = try Self.keys(count: 3, seed: 1).sorted { $0.key.keyData < $1.key.keyData }.map {
            try $0.wire(index: 0)
        }
        change(&message)
        return ExportHeader.bytes + (try message.serializedBytes())
    }

    static func metadata(batchNumber: Int = 1, batchSize: Int = 1) throws -> ExportMetadata {
        try ExportMetadata(
            start: UnixTime(1_594_166_400),
            end: UnixTime(1_594_220_404),
            region: "222",
            batchNumber: batchNumber,
            batchSize: batchSize
        )
    }

    /// Keys with random fields, including those that may be absent.
    static func keys(count: Int, seed: UInt64) throws -> [DiagnosisKey] {
        var generator = SeededGenerator(seed: seed)
        return try (0..<count).map { _ in
            DiagnosisKey(
                key: try TemporaryExposureKey(
                    keyData: TemporaryExposureKey.KeyData(Bytes16.random(using: &generator)),
                    rollingStart: IntervalNumber(.random(in: 2_650_000...2_660_000, using: &generator)),
                    rollingPeriod: .random(in: 1...144, using: &generator)
                ),
                transmissionRiskLevel: .random(in: 0...8, using: &generator),
                reportType: Bool.random(using: &generator)
                    ? DiagnosisKey.ReportType.allCases.randomElement(using: &generator) : nil,
                daysSinceOnsetOfSymptoms: Bool.random(using: &generator)
                    ? .random(in: -14...14, using: &generator) : nil,
                variantOfConcern: Bool.random(using: &generator)
                    ? DiagnosisKey.VariantOfConcern.allCases.randomElement(using: &generator) : nil
            )
        }
    }

    static func draft(count: Int = 3, revised: Int = 0, seed: UInt64 = 1) throws -> ExportDraft {
        ExportDraft(
            metadata: try metadata(),
            keys: try keys(count: count, seed: seed),
            revisedKeys: try keys(count: revised, seed: seed &+ 1)
        )
    }
}
