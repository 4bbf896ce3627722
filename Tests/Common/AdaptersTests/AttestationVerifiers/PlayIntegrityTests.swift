import AttestationVerifiers
import Crypto
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import ExposureTesting
import Testing
import WireFormat

@Suite("Play Integrity tokens")
struct PlayIntegrityTests {
    private let fixture = PlayIntegrityFixture()

    private func decision(on token: String, minTier: AttestationTier = .platform) async throws -> AttestationDecision {
        try await fixture.verifier(minTier: minTier)
            .decide(.playIntegrity(token: token), boundTo: fixture.request.binding)
    }

    @Test("a genuine device with our app is accepted with its tier")
    func accepted() async throws {
        let expiry = UnixTime(fixture.request.time.seconds + 600)
        #expect(try await decision(on: fixture.token()) == .accepted(.hardware, expiry: expiry))
        let weaker = try fixture.token(["deviceRecognitionVerdict": ["MEETS_DEVICE_INTEGRITY"]])
        #expect(try await decision(on: weaker) == .accepted(.platform, expiry: expiry))
        #expect(try await decision(on: weaker, minTier: .hardware) == .refused(.tierTooLow))
    }

    @Test("each member that is wrong, absent or of another type refuses with its reason")
    func members() async throws {
        let other = JSONValue.string(Base64URL.encode([UInt8](repeating: 1, count: 32)))
        let ours = JSONValue.string(Base64URL.encode(fixture.request.app.certificateDigest))
        let padded = JSONValue.string(Base64.encode(fixture.request.binding))
        let cases: [([String: JSONValue?], AttestationRefusal)] = [
            (["requestHash": other], .wrongBinding), (["requestHash": padded], .wrongBinding),
            (["requestHash": nil], .wrongBinding), (["requestPackageName": "it.example"], .wrongApp),
            (["timestampMillis": 1_790_000_000_000], .malformed), (["timestampMillis": nil], .malformed),
            (["timestampMillis": "9223372036854775807"], .notFresh),
            (["timestampMillis": "92233720368547758080"], .malformed),
            (["requestDetails": nil], .malformed), (["appIntegrity": nil], .wrongApp),
            (["appRecognitionVerdict": "UNEVALUATED"], .wrongApp), (["packageName": "it.example"], .wrongApp),
            (["certificateSha256Digest": [ours, other]], .wrongAppSignature),
            (["certificateSha256Digest": []], .wrongAppSignature),
            (["certificateSha256Digest": ours], .wrongAppSignature),
            (["deviceRecognitionVerdict": []], .deviceNotGenuine),
            (["deviceRecognitionVerdict": "MEETS_STRONG_INTEGRITY"], .deviceNotGenuine),
            (["deviceIntegrity": nil], .deviceNotGenuine),
            (["testingDetails": ["isTestingResponse": true]], .testEvidence),
        ]
        for (changes, reason) in cases {
            #expect(try await decision(on: fixture.token(changes)) == .refused(reason), "\(changes)")
        }
    }

    @Test("a token is accepted for ten minutes, and up to a minute before its time")
    func time() async throws {
        let token = try fixture.token()
        for (offset, holds) in [(-61, false), (-60, true), (600, true), (601, false)] {
            fixture.clock.set(fixture.request.time.advanced(bySeconds: Int64(offset)))
            #expect(try await decision(on: token) == AndroidSample.decision(isFresh: holds), "\(offset)")
        }
    }

    @Test("only the configured algorithms and keys are accepted")
    func cryptography() async throws {
        let signed = try fixture.play.signed(fixture.verdict())
        let headers: [JSONValue] = [
            ["alg": "dir", "enc": "A256GCM"], ["alg": "A256KW", "enc": "A128GCM"], ["alg": "A256KW"], [],
            ["alg": "A256KW", "enc": "A256GCM", "zip": "DEF"], ["alg": "A256KW", "enc": "A256GCM", "crit": []],
        ]
        for header in headers {
            let token = try fixture.play.encrypted(signed, header: header)
            #expect(try await decision(on: token) == .refused(.algorithmNotAllowed))
        }
        let foreign = try fixture.play.encrypted(signed, key: SymmetricKey(size: .bits256))
        #expect(try await decision(on: foreign) == .refused(.notDecryptable))
        let forged = try fixture.play.encrypted(fixture.play.signed(fixture.verdict(), key: P256.Signing.PrivateKey()))
        #expect(try await decision(on: forged) == .refused(.wrongSignature))
        let none = try fixture.play.encrypted(fixture.play.signed(fixture.verdict(), algorithm: "none"))
        #expect(try await decision(on: none) == .refused(.algorithmNotAllowed))
        #expect(try await decision(on: signed) == .refused(.malformed))
        let verifier = try fixture.verifier()
        #expect(await verifier.decide(.safetyNet(jws: signed), boundTo: []) == .refused(.kindNotAccepted))
    }

    @Test("keys of another size or type are refused and never shown")
    func keys() throws {
        let key = Array(fixture.play.signer.publicKey.derRepresentation)
        #expect(throws: PlayIntegrityKeyError.wrongDecryptionKeyLength(16)) {
            try PlayIntegrityKeys(decryption: SecretBytes(Array(repeating: 1, count: 16)), verification: key)
        }
        let decryption = SecretBytes(Array(repeating: 1, count: 32))
        #expect(throws: PlayIntegrityKeyError.unreadableVerificationKey) {
            try PlayIntegrityKeys(decryption: decryption, verification: [1])
        }
        var dumped = ""
        dump(try PlayIntegrityKeys(decryption: decryption, verification: key), to: &dumped)
        #expect(dumped.contains("<redacted>") && dumped.count < 60)
    }

    @Test("no damaged token is accepted, outside or inside the encryption", arguments: [1, 2, 3])
    func mutations(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let signed = try fixture.play.signed(fixture.verdict())
        let outside = Mutations.of(Array(try fixture.token().utf8), count: 500, using: &generator)
        let inside = try Mutations.of(Array(signed.utf8), count: 500, using: &generator)
            .map { Array(try fixture.play.encrypted(String(decoding: $0, as: UTF8.self)).utf8) }
        for copy in outside + inside {
            #expect(try await !decision(on: String(decoding: copy, as: UTF8.self)).isAccepted)
        }
    }
}
