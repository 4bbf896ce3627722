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

    /// The content of a file, if this sample's key signed it.
    func read(_ file: [UInt8]) throws -> VerifiedExport {
        try ExportArchive(file).verified(by: verifier)
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
        var message = WireTemporaryExposureKeyExport(try Self.metadata(), signer.signatureInfo)
        message.keys = try Self.inOrder(Self.keys(count: 3, seed: 1)).map { try $0.wire(index: 0) }
        change(&message)
        return ExportHeader.bytes + (try message.serializedBytes())
    }

    static func metadata(
        start: Int64 = 1_594_166_400,
        end: Int64 = 1_594_220_404,
        region: String = "222",
        batch: (Int, of: Int) = (1, of: 1)
    ) throws -> ExportMetadata {
        let (start, end) = (UnixTime(start), UnixTime(end))
        return try ExportMetadata(start: start, end: end, region: region, batchNumber: batch.0, batchSize: batch.of)
    }

    /// The keys as a writer sorts them.
    static func inOrder(_ keys: [DiagnosisKey]) -> [DiagnosisKey] {
        keys.sorted { $0.key.keyData < $1.key.keyData }
    }

    /// Keys with random fields, including those that may be absent.
    static func keys(count: Int, seed: UInt64) throws -> [DiagnosisKey] {
        var generator = SeededGenerator(seed: seed)
        return try (0..<count).map { _ in
            DiagnosisKey(
                key: try TemporaryExposureKey(
                    Bytes16.random(using: &generator).bytes,
                    start: .random(in: 2_650_000...2_660_000, using: &generator),
                    period: .random(in: 1...144, using: &generator)
                ),
                transmissionRiskLevel: .random(in: 0...8, using: &generator),
                reportType: random(DiagnosisKey.ReportType.allCases, using: &generator),
                daysSinceOnsetOfSymptoms: random(-14...14, using: &generator),
                variantOfConcern: random(DiagnosisKey.VariantOfConcern.allCases, using: &generator)
            )
        }
    }

    /// One of `values`, or nothing.
    private static func random<Values: Collection>(
        _ values: Values,
        using generator: inout SeededGenerator
    ) -> Values.Element? {
        Bool.random(using: &generator) ? values.randomElement(using: &generator) : nil
    }

    static func draft(count: Int = 3, revised: Int = 0, seed: UInt64 = 1) throws -> ExportDraft {
        ExportDraft(
            metadata: try metadata(),
            keys: try keys(count: count, seed: seed),
            revisedKeys: try keys(count: revised, seed: seed &+ 1)
        )
    }
}
