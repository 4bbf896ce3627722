import AttestationVerifiers
import CryptoExtras
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import ExposureTesting
import Testing
import WireFormat
import X509

@Suite("SafetyNet statements")
struct SafetyNetTests {
    private let fixture: SafetyNetFixture

    init() throws { fixture = try SafetyNetFixture() }

    private func decision(
        on statement: String,
        minTier: AttestationTier = .hardware,
        roots: String? = nil
    ) async throws -> AttestationDecision {
        try await fixture.verifier(minTier: minTier, roots: roots)
            .decide(.safetyNet(jws: statement), boundTo: fixture.request.binding)
    }

    @Test("a genuine device with our app is accepted, together with the end of its statement")
    func accepted() async throws {
        let expiry = UnixTime(fixture.request.time.seconds + 600)
        let statement = try fixture.safetyNet.statement(fixture.claims())
        #expect(try await decision(on: statement) == .accepted(.hardware, expiry: expiry))
        let software = try fixture.safetyNet.statement(fixture.claims(["evaluationType": "BASIC"]))
        #expect(try await decision(on: software) == .refused(.tierTooLow))
        #expect(try await decision(on: software, minTier: .platform) == .accepted(.platform, expiry: expiry))
    }

    @Test("each claim that is wrong, absent or of another type refuses with its reason")
    func claims() async throws {
        let other = JSONValue.string(Base64.encode([UInt8](repeating: 1, count: 32)))
        let ours = JSONValue.string(Base64.encode([UInt8](repeating: 9, count: 32)))
        let cases: [([String: JSONValue?], AttestationRefusal)] = [
            (["nonce": other], .wrongBinding), (["nonce": "?"], .wrongBinding), (["nonce": nil], .malformed),
            (["apkPackageName": "it.example.app2"], .wrongApp), (["apkPackageName": nil], .wrongApp),
            (["apkCertificateDigestSha256": [other]], .wrongAppSignature),
            (["apkCertificateDigestSha256": [ours, other]], .wrongAppSignature),
            (["apkCertificateDigestSha256": []], .wrongAppSignature),
            (["apkCertificateDigestSha256": ours], .malformed),
            (["basicIntegrity": false], .deviceNotGenuine), (["basicIntegrity": "true"], .deviceNotGenuine),
            (["basicIntegrity": nil], .deviceNotGenuine),
            (["ctsProfileMatch": false], .deviceNotGenuine), (["ctsProfileMatch": nil], .deviceNotGenuine),
            (["evaluationType": nil], .tierTooLow), (["evaluationType": "NOT_HARDWARE_BACKED"], .tierTooLow),
            (["timestampMs": .string("1790000000000")], .malformed), (["timestampMs": nil], .malformed),
            (["timestampMs": .number("9223372036854775807")], .notFresh),
            (["timestampMs": .number("-9223372036854775808")], .notFresh),
        ]
        for (changes, reason) in cases {
            let statement = try fixture.safetyNet.statement(fixture.claims(changes))
            #expect(try await decision(on: statement) == .refused(reason), "\(changes)")
        }
    }

    @Test("a statement is accepted within ten minutes before and after, to the second")
    func time() async throws {
        let statement = try fixture.safetyNet.statement(fixture.claims())
        for (offset, holds) in [(-601, false), (-600, true), (600, true), (601, false)] {
            fixture.clock.set(fixture.request.time.advanced(bySeconds: Int64(offset)))
            #expect(try await decision(on: statement) == AndroidSample.decision(isFresh: holds), "\(offset)")
        }
    }

    @Test("the algorithm is fixed, whatever the header says")
    func algorithm() async throws {
        for name in ["none", "HS256", "RS512", "rs256", "PS256", ""] {
            let statement = try fixture.safetyNet.statement(fixture.claims(), algorithm: name)
            #expect(try await decision(on: statement) == .refused(.algorithmNotAllowed), "\(name)")
        }
    }

    @Test("the signer must be a certificate of a configured root, for the host, valid now")
    func chain() async throws {
        let claims = fixture.claims()
        let stranger = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        #expect(try await decision(on: fixture.safetyNet.statement(claims, key: stranger)) == .refused(.wrongSignature))
        let now = fixture.request.time.seconds
        let chains: [[[UInt8]]] = try [
            fixture.safetyNet.chain(host: "attest.android.com.example.org"), fixture.safetyNet.chain(host: "*.org"),
            fixture.safetyNet.chain(usage: .clientAuth), fixture.safetyNet.chain(usage: nil),
            fixture.safetyNet.chain(validity: UnixTime(now - 100)..<UnixTime(now - 1)),
            fixture.safetyNet.chain(validity: UnixTime(now + 1)..<UnixTime(now + 100)),
            Array(fixture.safetyNet.chain().prefix(1)), [fixture.safetyNet.authority.issuers[1]],
            // A second certificate with the same name, which would allow many paths through the chain.
            fixture.safetyNet.chain() + fixture.safetyNet.chain().prefix(1),
        ]
        for (index, chain) in chains.enumerated() {
            let statement = try fixture.safetyNet.statement(claims, chain: chain)
            #expect(try await decision(on: statement) == .refused(.chainNotTrusted), "\(index)")
        }
        let foreign = try EmulatedAuthority(validity: fixture.safetyNet.authority.validity)
        let statement = try fixture.safetyNet.statement(claims)
        #expect(try await decision(on: statement, roots: foreign.rootPEM) == .refused(.chainNotTrusted))
        for chain in [[], Array(repeating: fixture.safetyNet.authority.issuers[0], count: 7), [[1, 2, 3]]] {
            #expect(try await decision(on: fixture.safetyNet.statement(claims, chain: chain)) == .refused(.malformed))
        }
    }

    @Test("evidence of another kind or size is refused before it is parsed")
    func form() async throws {
        let verifier = try fixture.verifier()
        #expect(await verifier.decide(.appAttest(object: []), boundTo: []) == .refused(.kindNotAccepted))
        let long = String(repeating: "A", count: AttestationEvidence.maxSize + 1)
        for statement in ["", "..", "a.b.c", "e30.e30", "e30.e30.e30.e30", long] {
            #expect(try await decision(on: statement) == .refused(.malformed))
        }
    }

    @Test("no damaged statement is accepted, and none stops the server", arguments: [1, 2, 3])
    func mutations(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let statement = try fixture.safetyNet.statement(fixture.claims())
        let verifier = try fixture.verifier()
        for copy in Mutations.of(Array(statement.utf8), count: 300, using: &generator) {
            let evidence = AttestationEvidence.safetyNet(jws: String(decoding: copy, as: UTF8.self))
            #expect(await !verifier.decide(evidence, boundTo: fixture.request.binding).isAccepted)
        }
    }
}
