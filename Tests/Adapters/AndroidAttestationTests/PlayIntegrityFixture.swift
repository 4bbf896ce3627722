import AndroidAttestation
import Crypto
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import WireFormat

/// A Play Integrity of a test's own: it signs and encrypts any verdict.
struct PlayIntegrityFixture {
    let now = UnixTime(1_790_000_000)
    let binding = [UInt8](repeating: 7, count: 32)
    let digest = [UInt8](repeating: 9, count: 32)
    let clock: ManualClock
    let signer = P256.Signing.PrivateKey()
    let wrapper = SymmetricKey(size: .bits256)

    init() {
        clock = ManualClock(now)
    }

    func verifier(leastTier: AttestationTier = .platform) throws -> PlayIntegrityAttestation {
        PlayIntegrityAttestation(
            app: AndroidApp(packageName: "it.example.app", certificateDigests: [digest]),
            keys: try PlayIntegrityKeys(
                decryption: SecretBytes(wrapper.withUnsafeBytes { Array($0) }),
                verification: Array(signer.publicKey.derRepresentation)
            ),
            leastTier: leastTier,
            clock: clock
        )
    }

    /// A verdict that is accepted; `changes` replace or, where nil, remove a member of a group.
    func verdict(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
        let groups: [(String, [(String, JSONValue)])] = [
            (
                "requestDetails",
                [
                    ("requestPackageName", "it.example.app"), ("requestHash", .string(Base64URL.encode(binding))),
                    ("timestampMillis", .string("\(now.seconds)000")),
                ]
            ),
            (
                "appIntegrity",
                [
                    ("appRecognitionVerdict", "PLAY_RECOGNIZED"), ("packageName", "it.example.app"),
                    ("certificateSha256Digest", [.string(Base64URL.encode(digest))]), ("versionCode", "42"),
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

    func signed(_ verdict: JSONValue, algorithm: String = "ES256", key: P256.Signing.PrivateKey? = nil) throws -> String
    {
        let header: JSONValue = ["alg": .string(algorithm)]
        let text = Base64URL.encode(header.encoded) + "." + Base64URL.encode(verdict.encoded)
        let signature = try (key ?? signer).signature(for: Array(text.utf8))
        return text + "." + Base64URL.encode(Array(signature.rawRepresentation))
    }

    func encrypted(
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

    func token(_ changes: [String: JSONValue?] = [:]) throws -> String {
        try encrypted(signed(verdict(changes)))
    }
}
