import Crypto
import ExposurePrimitives
import GAENCore
import Testing

@testable import KeyExport

@Suite("Signatures of exports")
struct SignatureTests {
    private let sample: Sample

    init() throws {
        sample = try Sample()
    }

    @Test("content that was changed after signing is refused")
    func changedContent() async throws {
        var zip = try await sample.zip(signing: sample.exportBin())
        // The changed byte is in the last key's rolling period or a later field, so the message stays valid.
        zip.entries[0].content = try sample.exportBin { $0.keys[0].transmissionRiskLevel ^= 1 }
        #expect(throws: ExportError.signature(.wrongSignature(key: sample.name))) { try sample.read(zip.bytes) }
    }

    @Test("a signature by another key under the same name is refused")
    func forged() async throws {
        let forger = try Sample()
        let archive = try await forger.archive(signing: sample.exportBin())
        for key in [try sample.verificationKey, try ExportVerificationKey(sample.signer.publicKeyPEM)] {
            #expect(throws: ExportError.signature(.wrongSignature(key: sample.name))) {
                try ExportArchive(archive).verified(by: ExportVerifier(keys: [key]))
            }
        }
    }

    @Test("a signature of 64 raw bytes instead of DER is refused with that reason")
    func rawSignature() async throws {
        let privateKey = try P256.Signing.PrivateKey(pemRepresentation: sample.privateKeyPEM)
        let raw = Array(try privateKey.signature(for: sample.exportBin()).rawRepresentation)
        try expect(.rawSignature(key: sample.name), signature: raw)
    }

    @Test("a signature that is not strict DER is refused")
    func malformedSignature() async throws {
        let der = try await sample.signer.signature(over: sample.exportBin())
        for bytes in [[], [0x30], Array(der.dropLast()), der + [0], [0x30, 0x80] + der.dropFirst(2)] as [[UInt8]] {
            try expect(.malformedSignature(key: sample.name, length: bytes.count), signature: bytes)
        }
    }

    private static let otherAlgorithms: [(String?, Bool)] = [
        ("SHA256withECDSA", true), ("ecdsa-with-SHA256", true), ("1.2.840.10045.4.3.3", false), ("", false),
        ("1.2.840.10045.4.3.2 ", false), (nil, false),
    ]

    @Test("algorithms other than the two object identifiers are refused, and so is none", arguments: otherAlgorithms)
    func algorithm(text: String?, isName: Bool) async throws {
        let signature = try await sample.signer.signature(over: sample.exportBin())
        try expect(.unsupportedAlgorithm(text ?? "", isName: isName), signature: signature, algorithm: text)
    }

    @Test("SHA-512 is verified, and only under its own identifier")
    func sha512() throws {
        let privateKey = try P256.Signing.PrivateKey(pemRepresentation: sample.privateKeyPEM)
        let digest = SHA512.hash(data: try sample.exportBin())
        let signature = Array(try privateKey.signature(for: digest).derRepresentation)
        let right = try archive(signature: signature, algorithm: SignatureAlgorithm.ecdsaWithSHA512.rawValue)
        #expect(try sample.read(right).signers == [sample.name])
        try expect(.wrongSignature(key: sample.name), signature: signature)
    }

    @Test("signatures of another implementation verify under both identifiers")
    func otherImplementation() throws {
        for file in [ForeignExport.sha256, ForeignExport.sha512] {
            let bytes = try #require(Base64.decode(file))
            let key = try ExportVerificationKey(ForeignExport.publicKey)
            let export = try ExportArchive(bytes).verified(by: ExportVerifier(keys: [key]))
            #expect(export.contents.metadata.region == "XX")
            #expect(try export.contents.allKeys().keys.map(\.daysSinceOnsetOfSymptoms) == [-3])
        }
    }

    @Test("there must be as many signatures as signature infos", arguments: [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1)])
    func count(signatures: Int, infos: Int) async throws {
        let exportBin = try sample.exportBin { message in
            message.signatureInfos = [WireSignatureInfo](repeating: sample.signer.signatureInfo.wire, count: infos)
        }
        let archive = try await sample.archive(signing: exportBin, signatures: signatures)
        let error = ExportError.signature(.countMismatch(signatures: signatures, infos: infos))
        #expect(throws: error) { try sample.read(archive) }
    }

    @Test("a signature for another batch is refused")
    func batch() async throws {
        let archive = try await sample.archive { $0.batchSize = 2 }
        #expect(throws: ExportError.signature(.batchMismatch(key: sample.name))) { try sample.read(archive) }
    }

    @Test("an export.sig that is not protobuf is refused")
    func malformedList() throws {
        let zip = TestZip(exportBin: try sample.exportBin(), exportSig: [0x0A, 0x05, 0x01])
        #expect(throws: ExportError.content(.truncatedMessage(file: "export.sig"))) { try sample.read(zip.bytes) }
    }

    @Test("a bare export.bin can be inspected but never verified")
    func unsigned() throws {
        let archive = try ExportArchive(sample.exportBin())
        #expect(try archive.unverified().contents.keyCount == 3)
        #expect(throws: ExportError.signature(.unsigned)) { try archive.verified(by: sample.verifier) }
    }

    private func expect(
        _ error: SignatureError,
        signature: [UInt8],
        algorithm: String? = SignatureAlgorithm.ecdsaWithSHA256.rawValue,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let bytes = try archive(signature: signature, algorithm: algorithm)
        #expect(throws: ExportError.signature(error), sourceLocation: sourceLocation) { try sample.read(bytes) }
    }

    /// The sample's content under a signature that a test made.
    private func archive(signature: [UInt8], algorithm: String?) throws -> [UInt8] {
        let (id, version) = (sample.name.id, sample.name.version)
        let info = SignatureInfo(verificationKeyID: id, verificationKeyVersion: version, algorithm: algorithm)
        let exportSig = try ExportWriter.exportSig(for: Sample.metadata(), signatures: [(info, signature)])
        return try ExportWriter.archive(exportBin: sample.exportBin(), exportSig: exportSig)
    }
}
