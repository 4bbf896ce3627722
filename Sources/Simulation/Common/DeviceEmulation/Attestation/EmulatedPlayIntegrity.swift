package import Crypto
import ExposurePrimitives
import Foundation
package import WireFormat

/// Play Integrity with the two keys of one app: it signs and encrypts any verdict.
package struct EmulatedPlayIntegrity: Sendable {
    package let signer: P256.Signing.PrivateKey
    package let wrapper: SymmetricKey

    package init(
        signer: P256.Signing.PrivateKey = P256.Signing.PrivateKey(),
        wrapper: SymmetricKey = SymmetricKey(size: .bits256)
    ) {
        (self.signer, self.wrapper) = (signer, wrapper)
    }

    /// A verdict that is accepted. `changes` replace or, if nil, remove a member or a group.
    package func verdict(for request: EmulatedRequest, _ changes: [String: JSONValue?] = [:]) -> JSONValue {
        let package = JSONValue.string(request.app.packageName)
        let groups: [(String, [(String, JSONValue)])] = [
            (
                "requestDetails",
                [
                    ("requestPackageName", package), ("requestHash", .string(Base64URL.encode(request.binding))),
                    ("timestampMillis", .string("\(request.time.seconds)000")),
                ]
            ),
            (
                "appIntegrity",
                [
                    ("appRecognitionVerdict", "PLAY_RECOGNIZED"), ("packageName", package),
                    ("certificateSha256Digest", [.string(Base64URL.encode(request.app.certificateDigest))]),
                    ("versionCode", "42"),
                ]
            ),
            ("deviceIntegrity", [("deviceRecognitionVerdict", ["MEETS_DEVICE_INTEGRITY", "MEETS_STRONG_INTEGRITY"])]),
        ]
        var members: [JSONValue.Member] = []
        for (name, values) in groups where changes[name] == nil {
            let kept = values.compactMap { name, value -> JSONValue.Member? in
                (changes[name] ?? value).map { JSONValue.Member(name: name, value: $0) }
            }
            members.append(JSONValue.Member(name: name, value: .object(kept)))
        }
        if let details = changes["testingDetails"] ?? nil {
            members.append(JSONValue.Member(name: "testingDetails", value: details))
        }
        return .object(members)
    }

    /// The JWS inside a token.
    package func signed(
        _ verdict: JSONValue,
        algorithm: String = "ES256",
        key: P256.Signing.PrivateKey? = nil
    ) throws -> String {
        let header: JSONValue = ["alg": .string(algorithm)]
        let text = Base64URL.encode(header.encoded) + "." + Base64URL.encode(verdict.encoded)
        let signature = try (key ?? signer).signature(for: Array(text.utf8))
        return text + "." + Base64URL.encode(Array(signature.rawRepresentation))
    }

    /// The JWE around `content`.
    package func encrypted(
        _ content: String,
        header: JSONValue = ["alg": "A256KW", "enc": "A256GCM"],
        key: SymmetricKey? = nil
    ) throws -> String {
        let contentKey = SymmetricKey(size: .bits256)
        let protected = Base64URL.encode(header.encoded)
        let box = try AES.GCM.seal(Array(content.utf8), using: contentKey, authenticating: Array(protected.utf8))
        let wrapped = try AES.KeyWrap.wrap(contentKey, using: key ?? wrapper)
        let parts = [Array(wrapped), Array(box.nonce), Array(box.ciphertext), Array(box.tag)]
        return ([protected] + parts.map { Base64URL.encode($0) }).joined(separator: ".")
    }
}
