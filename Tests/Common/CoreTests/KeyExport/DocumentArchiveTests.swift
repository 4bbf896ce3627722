import Crypto
import ExposurePrimitives
import KeyExport
import Testing

@Suite("Signed documents in a zip")
struct DocumentArchiveTests {
    private static let document = Array("a document without a header".utf8)
    private let key = P256.Signing.PrivateKey()

    private var signer: P256ExportSigner {
        get throws {
            try P256ExportSigner(
                privateKeyPEM: key.pemRepresentation,
                signatureInfo: SignatureInfo(verificationKeyID: "262", verificationKeyVersion: "v1")
            )
        }
    }

    private func verifier(_ key: P256.Signing.PrivateKey) throws -> ExportVerifier {
        try ExportVerifier(keys: [ExportVerificationKey(key.publicKey.pemRepresentation)])
    }

    private func archive(_ document: [UInt8] = document, signing signed: [UInt8]? = nil) async throws -> [UInt8] {
        let metadata = try ExportMetadata(start: UnixTime(0), end: UnixTime(0), region: "")
        let signature = try await signer.signature(over: signed ?? document)
        let list = try ExportWriter.exportSig(for: metadata, signatures: [(signer.signatureInfo, signature)])
        return try ExportWriter.archive(exportBin: document, exportSig: list)
    }

    @Test("a document is read once its signature is valid over all of it")
    func success() async throws {
        let archive = try await archive()
        #expect(try DocumentArchive(zip: archive, maxSize: 1000).verified(by: verifier(key)) == Self.document)
    }

    @Test("another key, another content and a missing signature are refused")
    func refusals() async throws {
        let archive = try await archive()
        #expect(throws: ExportError.self) {
            try DocumentArchive(zip: archive, maxSize: 1000).verified(by: verifier(P256.Signing.PrivateKey()))
        }
        let other = try await self.archive(signing: Self.document + [0])
        #expect(throws: ExportError.self) { try DocumentArchive(zip: other, maxSize: 1000).verified(by: verifier(key)) }
        let unsigned = try ExportWriter.archive(exportBin: Self.document, exportSig: [])
        #expect(throws: ExportError.signature(.unsigned)) {
            try DocumentArchive(zip: unsigned, maxSize: 1000).verified(by: verifier(key))
        }
    }

    @Test("every single changed byte is noticed, and every cut")
    func changes() async throws {
        let whole = try await archive()
        let verifier = try verifier(key)
        for place in whole.indices {
            var changed = whole
            changed[place] ^= 0x10
            let read = try? DocumentArchive(zip: changed, maxSize: 1000).verified(by: verifier)
            // Some bytes of a zip mean nothing, such as its dates. None changes the document.
            #expect(read == nil || read == Self.document, "byte \(place)")
            #expect(
                (try? DocumentArchive(zip: Array(whole.prefix(place)), maxSize: 1000).verified(by: verifier)) == nil
            )
        }
    }

    @Test("a document is read up to its limit")
    func limit() async throws {
        let document = (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let archive = try await archive(document)
        let verifier = try verifier(key)
        let size = try #require(
            (500...1000).first { (try? DocumentArchive(zip: archive, maxSize: $0).verified(by: verifier)) != nil }
        )
        #expect(throws: ExportError.archive(.tooLarge(size: size, limit: size - 1))) {
            try DocumentArchive(zip: archive, maxSize: size - 1).verified(by: verifier)
        }
    }
}
