import AttestationVerifiers
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("Play Integrity vectors")
struct PlayIntegrityVectorTests {
    private struct Vectors: Decodable {
        let nowMs: Int64
        let package: String
        let certSha256B64Url: String
        let requestHash: String
        let decryptionKeyB64: String
        let verificationKeySpkiB64: String
        let cases: [Case]

        struct Case: Decodable {
            let name: String
            let token: String
            let expect: String
        }
    }

    /// Our reason for each refused case; the vectors say only that it is refused.
    private static let reasons: [String: AttestationRefusal] = [
        "wrong-request-hash": .wrongBinding, "stale": .notFresh, "future": .notFresh, "wrong-package": .wrongApp,
        "unrecognized-app": .wrongApp, "wrong-cert": .wrongAppSignature, "basic-only": .deviceNotGenuine,
        "no-verdict": .deviceNotGenuine, "virtual": .deviceNotGenuine, "testing-details": .testEvidence,
        "bad-signature-key": .wrongSignature, "alg-none": .algorithmNotAllowed, "alg-hs256": .algorithmNotAllowed,
        "der-signature": .wrongSignature, "bare-jws": .malformed, "alg-dir": .algorithmNotAllowed,
        "tampered-wrapped-key": .notDecryptable, "tampered-ciphertext": .notDecryptable,
        "tampered-tag": .notDecryptable, "wrong-kek": .notDecryptable,
    ]

    @Test("all cases are decided as expected; a replay is refused until the token expires")
    func cases() async throws {
        let vectors = try ExposureTesting.Vectors.decode(Vectors.self, from: "play-integrity/vectors.json")
        let clock = ManualClock(UnixTime(vectors.nowMs / 1000))
        let digest = try #require(Base64URL.decode(vectors.certSha256B64Url))
        let verifier = PlayIntegrityAttestation(
            app: AndroidApp(packageName: vectors.package, certificateDigests: [digest]),
            keys: try PlayIntegrityKeys(
                decryption: SecretBytes(try #require(Base64.decode(vectors.decryptionKeyB64))),
                verification: try #require(Base64.decode(vectors.verificationKeySpkiB64))
            ),
            minTier: .platform,
            clock: clock
        )
        let binding = try #require(Base64URL.decode(vectors.requestHash))
        #expect(vectors.cases.count == 24)
        var remembered: [String: UnixTime] = [:]
        for vector in vectors.cases {
            let decision = await verifier.decide(.playIntegrity(token: vector.token), boundTo: binding)
            switch decision {
            case .accepted(_, let expiry):
                let isReplay = remembered.updateValue(expiry, forKey: vector.token).map { $0 >= clock.now() } ?? false
                #expect((isReplay ? "reject" : "accept") == vector.expect, "\(vector.name)")
            case .refused(let reason):
                #expect(vector.expect == "reject", "\(vector.name)")
                let isRight = Self.reasons[vector.name].map { $0 == reason } ?? (vector.name == "truncated")
                #expect(isRight, "\(vector.name)")
            }
        }
        #expect(remembered.count == 2)
        for (token, expiry) in remembered {
            clock.set(expiry.advanced(bySeconds: 1))
            #expect(await verifier.decide(.playIntegrity(token: token), boundTo: binding) == .refused(.notFresh))
        }
    }
}
