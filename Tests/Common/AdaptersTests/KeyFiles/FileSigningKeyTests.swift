import Crypto
import ExposureTesting
import Foundation
import KeyFiles
import Testing

@Suite("A signing key in a file")
struct FileSigningKeyTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("makes signatures that its public half verifies, and never prints itself")
    func signs() async throws {
        let file = folder.url.appending(path: "key.pem")
        let original = P256.Signing.PrivateKey()
        try SecretFile.write(original.pemRepresentation, to: file)
        let key = try FileSigningKey(path: file.path)
        let message = Array("message".utf8)
        let signature = try await key.signature(over: message)
        #expect(signature.count == 64)
        let publicKey = try P256.Signing.PublicKey(derRepresentation: key.publicKey)
        let parsed = try P256.Signing.ECDSASignature(rawRepresentation: signature)
        #expect(publicKey.isValidSignature(parsed, for: message))
        #expect(key.publicKeyPEM == original.publicKey.pemRepresentation)
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains("<redacted>") && text.count < 100)
        }
    }

    @Test("a missing file and a file without a private key give different errors")
    func unusable() async throws {
        let file = folder.url.appending(path: "key.pem")
        #expect(throws: FileKeyError.unreadable(file.path)) { try FileSigningKey(path: file.path) }
        try SecretFile.write(P256.Signing.PrivateKey().publicKey.pemRepresentation, to: file)
        #expect(throws: FileKeyError.noPrivateKey(file.path)) { try FileSigningKey(path: file.path) }
    }

    @Test("a key that others can read or change is refused with the command that helps", arguments: [0o644, 0o602])
    func shared(mode: Int) async throws {
        let file = folder.url.appending(path: "key.pem")
        try SecretFile.write(P256.Signing.PrivateKey().pemRepresentation, to: file)
        try SecretFile.set(mode: mode, of: file)
        let error = #expect(throws: FileKeyError.self) { try FileSigningKey(path: file.path) }
        #expect(error.map { "\($0)" }?.hasSuffix("chmod 600 \(file.path)") == true)
        let link = folder.url.appending(path: "link.pem")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(throws: FileKeyError.self, "by a link") { try FileSigningKey(path: link.path) }
        try SecretFile.set(mode: 0o400, of: file)
        _ = try FileSigningKey(path: link.path)
    }
}
