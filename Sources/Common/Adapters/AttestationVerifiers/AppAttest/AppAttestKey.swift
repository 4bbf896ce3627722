import Crypto
package import DeviceAttestation
import Foundation

/// An attested key and the last counter that it signed, for the duration of one exchange.
///
/// The key identifies a phone. It is never printed, and has no form in which it could be stored.
package struct AppAttestKey: Sendable {
    private let publicKey: P256.Signing.PublicKey
    private let appDigest: [UInt8]
    private var counter: UInt32 = 0

    init(_ publicKey: P256.Signing.PublicKey, appID: String) {
        self.publicKey = publicKey
        appDigest = Array(SHA256.hash(data: Array(appID.utf8)))
    }

    /// Accepts an assertion of this key if its counter is above all accepted ones. Other assertions change nothing.
    ///
    /// - Parameter binding: a digest for which the assertion must be made.
    package mutating func accept(_ assertion: [UInt8], boundTo binding: [UInt8]) throws(AttestationRefusal) {
        let (statement, signature) = try Self.parse(assertion)
        let data = try AuthenticatorData(parsing: statement, hasCredential: false)
        guard data.appDigest == appDigest else {
            throw .wrongApp
        }
        // The signature covers the SHA-256 of this digest.
        let nonce = Array(SHA256.hash(data: statement + binding))
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature),
            publicKey.isValidSignature(signature, for: nonce)
        else {
            throw .wrongSignature
        }
        guard data.counter > counter else {
            throw .counterNotGrown
        }
        counter = data.counter
    }

    private static func parse(
        _ assertion: [UInt8]
    ) throws(AttestationRefusal) -> (statement: [UInt8], signature: [UInt8]) {
        guard assertion.count <= AttestationEvidence.maxSize else {
            throw .malformed
        }
        var reader = CBORReader(assertion[...])
        var parts: [String: [UInt8]] = [:]
        try reader.readMap { (reader, name) throws(AttestationRefusal) in
            parts[name] = try reader.readBytes()
        }
        try reader.requireEnd()
        guard parts.count == 2, let statement = parts["authenticatorData"], let signature = parts["signature"] else {
            throw .malformed
        }
        return (statement, signature)
    }
}

extension AppAttestKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<redacted>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
