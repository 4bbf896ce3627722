import Crypto
import Foundation
import Testing

@testable import KeyExport

@Suite("Exports with several signatures")
struct CoSignerTests {
    private let first, second, stranger: Sample

    init() throws {
        (first, second) = (try Sample(id: "222", version: "v1"), try Sample(id: "222", version: "v2"))
        stranger = try Sample(id: "310", version: "v1")
    }

    @Test("the key of any one signer is enough, named or not")
    func either() async throws {
        let archive = try await archive()
        for signer in [first, second] {
            #expect(try signer.read(archive).signers == [signer.name])
            let unnamed = try ExportVerifier(keys: [ExportVerificationKey(signer.signer.publicKeyPEM)])
            #expect(try ExportArchive(archive).verified(by: unnamed).signers == [signer.name])
        }
        #expect(try ExportArchive(archive).unverified().contents.signatureInfos.count == 2)
    }

    @Test("both co-signers must have signed")
    func both() async throws {
        let both = try ExportVerifier(keys: [first.verificationKey, second.verificationKey], requirement: .all)
        #expect(try await ExportArchive(archive()).verified(by: both).signers == [first.name, second.name])
        let onlyFirst = try await ExportWriter.archive(of: Sample.draft(), signedBy: [first.signer])
        let error = ExportError.signature(.missingSigner(second.name))
        #expect(throws: error) { try ExportArchive(onlyFirst).verified(by: both) }
    }

    @Test("after a rotation either of two alternatives is enough")
    func alternatives() async throws {
        let either = try ExportVerifier(keys: [second.verificationKey, first.verificationKey])
        let onlyFirst = try await ExportWriter.archive(of: Sample.draft(), signedBy: [first.signer])
        #expect(try ExportArchive(onlyFirst).verified(by: either).signers == [first.name])
    }

    @Test("a wrong signature under a known name is an error, although another signature is right")
    func oneWrong() async throws {
        let imposter = try Sample(id: "222", version: "v2")
        let forged = try await ExportWriter.archive(of: Sample.draft(), signedBy: [first.signer, imposter.signer])
        let either = try ExportVerifier(keys: [first.verificationKey, second.verificationKey])
        let error = ExportError.signature(.wrongSignature(key: second.name))
        #expect(throws: error) { try ExportArchive(forged).verified(by: either) }
    }

    @Test("without a known key the error names those of the file")
    func unknown() async throws {
        let archive = try await archive()
        let error = ExportError.signature(.noKnownKey(offered: [first.name, second.name]))
        #expect(throws: error) { try stranger.read(archive) }
        #expect(throws: ExportError.signature(.noVerificationKeys)) { try ExportVerifier(keys: []) }
    }

    @Test("public keys are read as PEM and as base64 DER, and nothing else")
    func publicKeys() throws {
        let key = try P256.Signing.PrivateKey(pemRepresentation: first.privateKeyPEM).publicKey
        for text in [key.pemRepresentation, "\n" + key.derRepresentation.base64EncodedString() + "\n"] {
            #expect(throws: Never.self) { try ExportVerificationKey(text) }
        }
        let wrongCurve = P384.Signing.PrivateKey().publicKey
        for text in ["", "AAAA", "not a key", first.privateKeyPEM, wrongCurve.pemRepresentation] {
            #expect(throws: ExportError.signature(.unreadablePublicKey)) { try ExportVerificationKey(text) }
        }
    }

    private func archive() async throws -> [UInt8] {
        try await ExportWriter.archive(of: Sample.draft(), signedBy: [first.signer, second.signer])
    }
}
