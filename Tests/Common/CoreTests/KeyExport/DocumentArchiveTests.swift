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

    private func read(_ zip: [UInt8], maxSize: Int = 1000, by key: P256.Signing.PrivateKey? = nil) throws -> [UInt8] {
        let key = try ExportVerificationKey((key ?? self.key).publicKey.pemRepresentation)
        return try DocumentArchive(zip: zip, maxSize: maxSize).verified(by: ExportVerifier(keys: [key]))
    }

    private func archive(_ document: [UInt8] = document, signing signed: [UInt8]? = nil) async throws -> [UInt8] {
        let metadata = try ExportMetadata(start: UnixTime(0), end: UnixTime(0), region: "")
        let signature = try await signer.signature(over: signed ?? document)
        let list = try ExportWriter.exportSig(for: metadata, signatures: [(signer.signatureInfo, signature)])
        return try ExportWriter.archive(exportBin: document, exportSig: list)
    }

    @Test("a document is read once its signature is valid over all of it")
    func success() async throws {
        #expect(try await read(archive()) == Self.document)
    }

    @Test("another key, another content and a missing signature are refused")
    func refusals() async throws {
        let archive = try await archive()
        #expect(throws: ExportError.self) { try read(archive, by: P256.Signing.PrivateKey()) }
        let other = try await self.archive(signing: Self.document + [0])
        #expect(throws: ExportError.self) { try read(other) }
        let unsigned = try ExportWriter.archive(exportBin: Self.document, exportSig: [])
        #expect(throws: ExportError.signature(.unsigned)) { try read(unsigned) }
    }

    @Test("every single changed byte is noticed, and every cut")
    func changes() async throws {
        let whole = try await archive()
        for place in whole.indices {
            var changed = whole
            changed[place] ^= 0x10
            let document = try? read(changed)
            // Some bytes of a zip mean nothing, such as its dates. None changes the document.
            #expect(document == nil || document == Self.document, "byte \(place)")
            #expect((try? read(Array(whole.prefix(place)))) == nil)
        }
    }

    @Test("a document is read up to its limit")
    func limit() async throws {
        let archive = try await archive((0..<500).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        let size = try #require((500...1000).first { (try? read(archive, maxSize: $0)) != nil })
        let error = ExportError.archive(.tooLarge(size: size, limit: size - 1))
        #expect(throws: error) { try read(archive, maxSize: size - 1) }
    }
}
