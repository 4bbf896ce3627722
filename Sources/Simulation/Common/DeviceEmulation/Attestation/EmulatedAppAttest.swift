package import Crypto
package import ExposurePrimitives
import Foundation
import SwiftASN1
import X509

/// One key of a phone's App Attest, and an authority that certifies it in Apple's place.
package struct EmulatedAppAttest: Sendable {
    package let authority: EmulatedAuthority
    package let key: P256.Signing.PrivateKey

    package init(authority: EmulatedAuthority, key: P256.Signing.PrivateKey = P256.Signing.PrivateKey()) {
        (self.authority, self.key) = (authority, key)
    }

    /// The parts of an object. Each may be changed.
    package struct Parts: Sendable {
        package var appID: String
        /// The authenticator's name, sixteen bytes.
        package var environment = production
        package var counter: UInt32 = 0
        package var flags: UInt8 = 0x40
        package var credentialID: [UInt8]?
        package var coseKey: [UInt8]?
        package var extensions: [UInt8] = []
        package var nonce: [UInt8]?
        package var binding: [UInt8]
        /// The validity of the key's certificate; nil means the authority's.
        package var validity: Range<UnixTime>?
        /// Bits to change in the last byte of the key's certificate, which is part of its signature.
        package var damage: UInt8 = 0

        /// The parts of a genuine phone.
        package init(for request: EmulatedRequest) {
            appID = request.app.appID
            binding = request.binding
        }

        package static let production = Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
        package static let development = Array("appattestdevelop".utf8)
    }

    /// The attestation object of the key.
    package func object(_ parts: Parts) throws -> [UInt8] {
        let point = Array(key.publicKey.x963Representation)
        let id = parts.credentialID ?? Array(SHA256.hash(data: point))
        let credential = parts.environment + [0, UInt8(id.count)] + id + (parts.coseKey ?? CBORText.coseKey(point))
        let data = head(parts.appID, parts.flags, parts.counter) + credential + parts.extensions
        let nonce = parts.nonce ?? Array(SHA256.hash(data: data + parts.binding))
        let content: [UInt8] =
            [0x30, UInt8(nonce.count + 4), 0xA1, UInt8(nonce.count + 2), 0x04, UInt8(nonce.count)] + nonce
        let extensions = try Certificate.Extensions([
            .init(oid: [1, 2, 840, 113635, 100, 8, 2], critical: false, value: content[...])
        ])
        var leaf = try authority.issue(to: .init(key.publicKey), extensions: extensions, validity: parts.validity)
        leaf[leaf.count - 1] ^= parts.damage
        return CBORText.map([
            ("fmt", CBORText.text("apple-appattest")),
            (
                "attStmt",
                CBORText.map([
                    ("x5c", CBORText.array([CBORText.bytes(leaf), CBORText.bytes(authority.issuers[0])])),
                    ("receipt", CBORText.bytes([1, 2])),
                ])
            ),
            ("authData", CBORText.bytes(data)),
        ])
    }

    /// An assertion of the key, or of another one.
    package func assertion(
        counter: UInt32,
        binding: [UInt8],
        appID: String,
        key: P256.Signing.PrivateKey? = nil
    ) throws -> [UInt8] {
        let data = head(appID, 0x40, counter)
        let nonce = Array(SHA256.hash(data: data + binding))
        let signature = try (key ?? self.key).signature(for: nonce)
        return CBORText.map([
            ("signature", CBORText.bytes(Array(signature.derRepresentation))),
            ("authenticatorData", CBORText.bytes(data)),
        ])
    }

    private func head(_ appID: String, _ flags: UInt8, _ counter: UInt32) -> [UInt8] {
        Array(SHA256.hash(data: Array(appID.utf8))) + [flags]
            + (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
    }
}
