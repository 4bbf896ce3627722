import ExposurePrimitives
package import Foundation
package import KeyExport
import MessageSignatures
package import Signing

/// The public keys of an authority, for the people who build its apps.
package struct PublicKeyList: Codable, Sendable {
    package let keys: [Key]

    package init(keys: [Key]) {
        self.keys = keys
    }

    package struct Key: Codable, Sendable {
        /// `exports` or `messages`.
        package let use: String
        /// The key's id in export files, or its `keyid` in messages.
        package let id: String
        /// The key's version in export files; nil for messages.
        package let version: String?
        /// The object identifier of export files, or the name of RFC 9421.
        package let algorithm: String
        package let state: String
        /// The start of its validity; nil if it is not known, because the key is a single PEM file.
        package let validFrom: Date?
        package let validUntil: Date?
        package let pem: String
    }

    /// The list as JSON, with members in the order of their names.
    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}

extension PublicKeyList.Key {
    package init(_ entry: KeyRing.Entry) {
        self.init(
            use: "exports",
            id: entry.id,
            version: entry.version,
            algorithm: SignatureAlgorithm.ecdsaWithSHA256.rawValue,
            state: entry.state.rawValue,
            validFrom: Date(timeIntervalSince1970: Double(entry.signsSince.seconds)),
            validUntil: entry.signedUntil.map { Date(timeIntervalSince1970: Double($0.seconds)) },
            pem: entry.publicKeyPEM
        )
    }

    /// The one key of a PEM file.
    package init(export info: SignatureInfo, pem: String) {
        self.init(
            use: "exports",
            id: info.keyName.id,
            version: info.keyName.version,
            algorithm: info.algorithm ?? "",
            state: KeyRing.State.active.rawValue,
            validFrom: nil,
            validUntil: nil,
            pem: pem
        )
    }

    package init(messageKeyPEM pem: String) throws {
        self.init(
            use: "messages",
            id: try MessageVerificationKey(pem: pem).keyID,
            version: nil,
            algorithm: SignedContent.algorithm,
            state: KeyRing.State.active.rawValue,
            validFrom: nil,
            validUntil: nil,
            pem: pem
        )
    }
}
