import Crypto
import ExposurePrimitives
import ExposureTesting
import Foundation
import GAENCore
import KeyExport
import Testing

@Suite("Exports of other systems", .needsForeignVectors)
struct RealExportTests {
    @Test("are read, verified and refused exactly as published")
    func files() throws {
        let expected = try ForeignVectors.decode(ExpectedFiles.self, from: "exports/expected.json")
        var read = 0
        for file in expected.files {
            guard let decoded = file.decoded, let fullDecode = file.fullDecode else {
                continue
            }
            let bytes = try ForeignVectors.bytes(of: "exports/\(file.file)")
            #expect(Hex.encode(SHA256.hash(data: bytes)) == file.sha256)
            let contents = try contents(of: bytes, file: file)
            try check(contents, against: decoded)
            let whole = try ForeignVectors.decode(DecodedExport.self, from: "exports/\(fullDecode)")
            let keys = try contents.allKeys()
            #expect(keys.keys == (try whole.keys.map { try $0.diagnosisKey }))
            #expect(keys.revisedKeys == (try (whole.revisedKeys ?? []).map { try $0.diagnosisKey }))
            #expect(contents.signatureInfos == whole.signatureInfos.map(\.signatureInfo))
            read += 1
        }
        #expect(read == 4)
    }

    @Test("the example of the key server is verified with its published key")
    func publishedKey() throws {
        let bytes = try ForeignVectors.bytes(of: "exports/server_testExport-2-records-1-of-1.zip")
        let pem = String(decoding: try ForeignVectors.bytes(of: "exports/server_example_public.pem"), as: UTF8.self)
        let name = VerificationKeyName(id: "some_id", version: "1")
        for key in [try ExportVerificationKey(pem), try ExportVerificationKey(pem, name: name)] {
            let export = try ExportArchive(bytes).verified(by: ExportVerifier(keys: [key]))
            #expect(export.signers == [name])
        }
        let stranger = try ExportVerificationKey(pem, name: VerificationKeyName(id: "some_id", version: "2"))
        let error = ExportError.signature(.noKnownKey(offered: [name]))
        #expect(throws: error) { try ExportArchive(bytes).verified(by: ExportVerifier(keys: [stranger])) }
    }

    /// The contents, verified if the file is signed.
    private func contents(of bytes: [UInt8], file: ExpectedFile) throws -> ExportContents {
        let archive = try ExportArchive(bytes)
        let unverified = try archive.unverified()
        guard let right = file.verifiesWith, let wrong = file.mustNotVerifyWith, let signatures = file.signatures
        else {
            let verifier = try verifier(file.verifiesWith ?? anyKey)
            #expect(throws: ExportError.signature(.unsigned)) { try archive.verified(by: verifier) }
            return unverified.contents
        }
        #expect(unverified.signatures.map(\.info) == signatures.map(\.signatureInfo.signatureInfo))
        #expect(unverified.signatures.map { Hex.encode($0.bytes) } == signatures.map(\.signature))
        #expect(unverified.signatures.map(\.batchNumber) == signatures.map(\.batchNum))
        #expect(unverified.signatures.map(\.batchSize) == signatures.map(\.batchSize))
        let name = try #require(unverified.signatures.first).info.keyName
        #expect(throws: ExportError.signature(.wrongSignature(key: name))) { try archive.verified(by: verifier(wrong)) }
        let verified = try archive.verified(by: verifier(right))
        #expect(verified.signers == [name])
        return verified.contents
    }

    private func check(_ contents: ExportContents, against decoded: DecodedHeader) throws {
        #expect(contents.metadata.start.seconds == decoded.startTimestamp)
        #expect(contents.metadata.end.seconds == decoded.endTimestamp)
        #expect(contents.metadata.region == decoded.region)
        #expect(contents.metadata.batchNumber == decoded.batchNum)
        #expect(contents.metadata.batchSize == decoded.batchSize)
        #expect((contents.keyCount, contents.revisedKeyCount) == (decoded.keyCount, decoded.revisedKeyCount))
        #expect(contents.warnings.isEmpty == decoded.sortedByKeyBytes)
        let keys = try contents.allKeys().keys
        #expect(keys.first == (try decoded.firstKey.diagnosisKey))
        #expect(keys.last == (try decoded.lastKey.diagnosisKey))
        let material = keys.flatMap(\.key.keyData.exposedBytes)
        #expect(Hex.encode(SHA256.hash(data: material)) == decoded.sha256OfConcatenatedKeys)
    }

    private func verifier(_ key: ExpectedKey) throws -> ExportVerifier {
        try ExportVerifier(keys: [ExportVerificationKey(key.spkiDerBase64)])
    }

    private let anyKey = ExpectedKey(
        spkiDerBase64: P256.Signing.PrivateKey().publicKey.derRepresentation.base64EncodedString()
    )
}

// MARK: - The form of the vectors

private struct ExpectedFiles: Decodable {
    let files: [ExpectedFile]
}

private struct ExpectedFile: Decodable {
    let file, sha256: String
    let signatures: [ExpectedSignature]?
    let verifiesWith, mustNotVerifyWith: ExpectedKey?
    let decoded: DecodedHeader?
    let fullDecode: String?
}

private struct ExpectedKey: Decodable {
    let spkiDerBase64: String
}

private struct ExpectedSignature: Decodable {
    let signatureInfo: DecodedInfo
    let batchNum, batchSize: Int
    let signature: String
}

private struct DecodedInfo: Decodable {
    let appBundleId, androidPackage, verificationKeyVersion, verificationKeyId, signatureAlgorithm: String?

    var signatureInfo: SignatureInfo {
        SignatureInfo(
            verificationKeyID: verificationKeyId,
            verificationKeyVersion: verificationKeyVersion,
            algorithm: signatureAlgorithm,
            appBundleID: appBundleId,
            androidPackage: androidPackage
        )
    }
}

private struct DecodedHeader: Decodable {
    let startTimestamp, endTimestamp: Int64
    let region, sha256OfConcatenatedKeys: String
    let batchNum, batchSize, keyCount, revisedKeyCount: Int
    let firstKey, lastKey: DecodedKey
    let sortedByKeyBytes: Bool
}

private struct DecodedExport: Decodable {
    let signatureInfos: [DecodedInfo]
    let keys: [DecodedKey]
    let revisedKeys: [DecodedKey]?
}

private struct DecodedKey: Decodable {
    let keyData: String
    let rollingStartIntervalNumber: UInt32
    let transmissionRiskLevel, rollingPeriod, reportType, daysSinceOnsetOfSymptoms: Int?

    var diagnosisKey: DiagnosisKey {
        get throws {
            DiagnosisKey(
                key: try TemporaryExposureKey(
                    #require(Hex.decode(keyData)),
                    start: rollingStartIntervalNumber,
                    period: rollingPeriod ?? 144
                ),
                transmissionRiskLevel: transmissionRiskLevel ?? 0,
                reportType: reportType.flatMap(DiagnosisKey.ReportType.init),
                daysSinceOnsetOfSymptoms: daysSinceOnsetOfSymptoms
            )
        }
    }
}
