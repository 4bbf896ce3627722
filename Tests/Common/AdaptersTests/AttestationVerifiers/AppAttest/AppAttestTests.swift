import AttestationVerifiers
import Crypto
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("App Attest")
struct AppAttestTests {
    private let fixture: AppAttestFixture

    init() throws { fixture = try AppAttestFixture() }

    private func decision(
        on object: [UInt8],
        environment: AppAttestation.Environment = .production,
        roots: String? = nil
    ) async throws -> AttestationDecision {
        try await fixture.verifier(environment: environment, roots: roots)
            .decide(.appAttest(object: object), boundTo: fixture.request.binding)
    }

    @Test("a key of a genuine device is accepted as long as its certificate is valid")
    func accepted() async throws {
        let end = fixture.authority.validity.upperBound
        let object = try fixture.object()
        #expect(try await decision(on: object) == .accepted(.hardware, expiry: end))
        let extensions = CBORText.map([("apple_bundle_version_01", CBORText.text("1"))])
        let later = try fixture.object { $0.extensions = extensions }
        #expect(try await decision(on: later) == .accepted(.hardware, expiry: end))
        for flags in [UInt8(0), 0xC0] {
            let object = try fixture.object { $0.flags = flags }
            #expect(try await decision(on: object) == .accepted(.hardware, expiry: end))
        }
        fixture.clock.set(end)
        #expect(try await decision(on: object) == .accepted(.hardware, expiry: end))
        fixture.clock.set(end.advanced(bySeconds: 1))
        #expect(try await decision(on: object) == .refused(.chainNotTrusted))
    }

    @Test("each part that is wrong refuses with its reason")
    func parts() async throws {
        let other = Array(P256.Signing.PrivateKey().publicKey.x963Representation)
        let develop = Array("appattestdevelop".utf8)
        let cases: [([UInt8], AttestationRefusal)] = try [
            (fixture.object { $0.appID += "2" }, .wrongApp), (fixture.object { $0.binding[0] ^= 1 }, .wrongBinding),
            (fixture.object { $0.nonce = [1] }, .wrongBinding),
            (fixture.object { $0.environment = develop }, .testEvidence),
            (fixture.object { $0.environment[15] = 1 }, .keyNotGenuine),
            (fixture.object { $0.counter = 1 }, .counterNotGrown),
            (fixture.object { $0.credentialID = [1, 2] }, .keyNotGenuine),
            (fixture.object { $0.credentialID = [] }, .malformed),
            (fixture.object { $0.coseKey = CBORText.coseKey(other) }, .keyNotGenuine),
            (fixture.object { $0.coseKey = [0xA0] }, .malformed),
            (fixture.object { $0.extensions = [0xA0, 0] }, .malformed),
            (fixture.object { $0.extensions = [1] }, .malformed), ([], .malformed), ([0xA0], .malformed),
            (fixture.object() + [0], .malformed), ([UInt8](repeating: 0xA0, count: 40_000), .malformed),
        ]
        for (index, (object, reason)) in cases.enumerated() {
            #expect(try await decision(on: object) == .refused(reason), "\(index)")
        }
        let testing = try fixture.object { $0.environment = develop }
        #expect(try await decision(on: testing, environment: .development) != .refused(.testEvidence))
        #expect(try await decision(on: fixture.object(), environment: .development) == .refused(.keyNotGenuine))
        let foreign = try EmulatedAuthority(validity: fixture.authority.validity)
        #expect(try await decision(on: fixture.object(), roots: foreign.rootPEM) == .refused(.chainNotTrusted))
        let verifier = try fixture.verifier()
        #expect(await verifier.decide(.safetyNet(jws: ""), boundTo: []) == .refused(.kindNotAccepted))
    }

    @Test("an assertion's counter must grow, and a refused one changes nothing")
    func assertions() async throws {
        var key = try await fixture.verifier().key(in: fixture.object(), boundTo: fixture.request.binding)
        let binding = fixture.request.binding
        let stranger = P256.Signing.PrivateKey()
        #expect(throws: AttestationRefusal.counterNotGrown) {
            try key.accept(fixture.assertion(counter: 0), boundTo: binding)
        }
        try key.accept(fixture.assertion(counter: 1), boundTo: binding)
        try key.accept(fixture.assertion(counter: 5), boundTo: binding)
        let refused: [([UInt8], AttestationRefusal)] = try [
            (fixture.assertion(counter: 5), .counterNotGrown), (fixture.assertion(counter: 4), .counterNotGrown),
            (fixture.assertion(counter: 9, key: stranger), .wrongSignature),
            (fixture.assertion(counter: 9, binding: [1]), .wrongSignature),
            (fixture.assertion(counter: 9, appID: "other"), .wrongApp),
            (fixture.assertion(counter: 9) + [0], .malformed),
            (CBORText.map([("signature", CBORText.bytes([1]))]), .malformed),
        ]
        for (assertion, reason) in refused {
            #expect(throws: reason) { try key.accept(assertion, boundTo: binding) }
        }
        try key.accept(fixture.assertion(counter: 6), boundTo: binding)
        try key.accept(fixture.assertion(counter: .max), boundTo: binding)
        #expect(throws: AttestationRefusal.counterNotGrown) {
            try key.accept(fixture.assertion(counter: .max), boundTo: binding)
        }
        var dumped = ""
        dump(key, to: &dumped)
        #expect(dumped.contains("<redacted>") && dumped.count < 60)
    }

    @Test("no damaged object or assertion is accepted, and none stops the server", arguments: [1, 2, 3])
    func mutations(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        // Apple does not sign the receipt, so a change of the receipt alone may be accepted.
        let object = try fixture.object()
        let receipt = CBORText.text("receipt") + CBORText.bytes([1, 2])
        for copy in Mutations.of(object, count: 400, using: &generator) {
            if case .accepted = try await decision(on: copy) {
                #expect(copy.count == object.count && Self.differsOnly(in: receipt, object, copy))
            }
        }
        var key = try await fixture.verifier().key(in: object, boundTo: fixture.request.binding)
        for copy in try Mutations.of(fixture.assertion(counter: 1), count: 1000, using: &generator) {
            #expect(throws: AttestationRefusal.self) { try key.accept(copy, boundTo: fixture.request.binding) }
        }
    }

    private static func differsOnly(in part: [UInt8], _ original: [UInt8], _ copy: [UInt8]) -> Bool {
        guard let start = original.indices.first(where: { original[$0...].starts(with: part) }) else {
            return false
        }
        return zip(original, copy).enumerated().allSatisfy { index, pair in
            pair.0 == pair.1 || (start..<start + part.count).contains(index)
        }
    }
}
