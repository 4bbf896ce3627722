import AttestationVerifiers
import Crypto
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import ExposureTesting
import SwiftASN1
import Testing
import X509

@Suite("Android key attestation")
struct KeyAttestationTests {
    private let fixture: KeyAttestationFixture

    init() throws { fixture = try KeyAttestationFixture() }

    private func decision(
        on chain: [[UInt8]],
        by fixture: KeyAttestationFixture? = nil,
        roots: String? = nil
    ) async throws -> AttestationDecision {
        let fixture = fixture ?? self.fixture
        return try await fixture.verifier(roots: roots)
            .decide(.keyAttestation(chain: chain), boundTo: fixture.request.binding)
    }

    @Test("a key made for the request on a genuine device is accepted, whether its root is presented or not")
    func accepted() async throws {
        let whole = try fixture.chain()
        for chain in [whole, Array(whole.dropLast()), try fixture.chain { $0.levels = [2, 2] }] {
            #expect(try await decision(on: chain) == AndroidSample.accepted)
        }
    }

    @Test("each fact that is wrong, absent or only claimed by the system refuses with its reason")
    func facts() async throws {
        let other = [UInt8](repeating: 1, count: 32)
        let cases: [([[UInt8]], AttestationRefusal)] = try [
            (fixture.chain { $0.levels = [0, 1] }, .keyNotGenuine),
            (fixture.chain { $0.levels = [1, 0] }, .keyNotGenuine),
            (fixture.chain { $0.levels = [3, 1] }, .malformed), (fixture.chain { $0.origin = 2 }, .keyNotGenuine),
            (fixture.chain { $0.isSaidBySystem = true }, .keyNotGenuine),
            (fixture.chain { $0.isLocked = 0 }, .deviceNotGenuine), (fixture.chain { $0.isLocked = 1 }, .malformed),
            (fixture.chain { $0.bootState = 1 }, .deviceNotGenuine),
            (fixture.chain { $0.bootState = 2 }, .deviceNotGenuine),
            (fixture.chain { $0.bootState = 4 }, .malformed),
            (fixture.chain { $0.hasRootOfTrust = false }, .deviceNotGenuine),
            (fixture.chain { $0.challenge = other }, .wrongBinding),
            (fixture.chain { $0.challenge = [] }, .wrongBinding),
            (fixture.chain { $0.packages = ["it.example"] }, .wrongApp),
            (fixture.chain { $0.packages = [] }, .wrongApp),
            (fixture.chain { $0.packages.append("it.example.other") }, .wrongApp),
            (fixture.chain { $0.digests = [other] }, .wrongAppSignature),
            (fixture.chain { $0.digests.append(other) }, .wrongAppSignature),
            (fixture.chain { $0.digests = [] }, .wrongAppSignature),
            (fixture.chain { $0.created = nil }, .malformed), (fixture.chain { $0.created = .max }, .notFresh),
            (fixture.chain { $0.isReversed = true }, .malformed), ([], .malformed), ([[1]], .malformed),
            ([fixture.keystore.certificate([])] + fixture.authority.issuers, .malformed),
        ]
        for (index, (chain, reason)) in cases.enumerated() {
            #expect(try await decision(on: chain) == .refused(reason), "\(index)")
        }
        let verifier = try fixture.verifier()
        #expect(await verifier.decide(.safetyNet(jws: ""), boundTo: []) == .refused(.kindNotAccepted))
    }

    @Test("an attestation is accepted within ten minutes before and after")
    func time() async throws {
        let chain = try fixture.chain()
        for (offset, holds) in [(-601, false), (-600, true), (600, true), (601, false)] {
            fixture.clock.set(fixture.request.time.advanced(bySeconds: Int64(offset)))
            #expect(try await decision(on: chain) == AndroidSample.decision(isFresh: holds), "\(offset)")
        }
    }

    @Test("a genuine key cannot certify another one")
    func extended() async throws {
        let genuine = P256.Signing.PrivateKey()
        let description = EmulatedKeystore.extension(EmulatedKeystore.description(fixture.parts))
        let owned = try fixture.authority.issue(to: .init(genuine.publicKey), extensions: .init([description]))
        let forged = try EmulatedAuthority.forge(
            by: owned,
            genuine,
            to: .init(P256.Signing.PrivateKey().publicKey),
            extensions: .init([description]),
            validity: fixture.authority.validity
        )
        let chain = [forged, owned] + fixture.authority.issuers
        #expect(try await decision(on: chain) == .refused(.chainNotTrusted))
        #expect(try await decision(on: Array(chain.dropFirst())) != .refused(.chainNotTrusted))
    }

    @Test("a chain must be complete, in order, from a configured root and not too long")
    func order() async throws {
        let chain = try fixture.chain()
        let foreign = try EmulatedAuthority(validity: fixture.authority.validity)
        #expect(try await decision(on: chain, roots: foreign.rootPEM) == .refused(.chainNotTrusted))
        for wrong in [[chain[0]], [chain[0], chain[2]], [chain[0], chain[2], chain[1]], [chain[0]] + foreign.issuers] {
            #expect(try await decision(on: wrong) == .refused(wrong.count == 1 ? .malformed : .chainNotTrusted))
        }
        let long = [chain[0]] + Array(repeating: chain[1], count: 6)
        #expect(try await decision(on: long) == .refused(.malformed))
    }

    @Test("a key below a revoked certificate is refused in every spelling of its serial number")
    func revoked() async throws {
        let serial = try fixture.authority.issuerSerial
        func decision(revoking list: String) async throws -> AttestationDecision {
            try await fixture.verifier(revoked: RevokedSerials(statusList: Array(list.utf8)))
                .decide(.keyAttestation(chain: fixture.chain()), boundTo: fixture.request.binding)
        }
        let lists = [serial, serial.uppercased(), "00" + serial].map { #"{"entries":{"\#($0)":{"status":"REVOKED"}}}"# }
        for list in lists {
            #expect(try await decision(revoking: list) == .refused(.chainNotTrusted))
        }
        let others = #"{"entries":{"\#(serial)1":{},"1":{}}}"#
        #expect(try await decision(revoking: others) == AndroidSample.accepted)
        for list in ["", "{}", #"{"entries":[]}"#] {
            #expect(throws: RevokedSerialsError.unreadable) { try RevokedSerials(statusList: Array(list.utf8)) }
        }
    }

    @Test("a renewable certificate must be valid now; a factory certificate is accepted after its end")
    func expiry() async throws {
        let fiveYears: Int64 = 5 * 365 * 86_400
        for (lifetime, goesOn) in [(fiveYears - 2, false), (fiveYears, true)] {
            let fixture = try KeyAttestationFixture(lifetime: lifetime)
            let late = fixture.authority.validity.upperBound.advanced(bySeconds: 1)
            let chain = try fixture.chain { $0.created = late.seconds * 1000 }
            fixture.clock.set(late)
            let accepted = AttestationDecision.accepted(.hardware, expiry: late.advanced(bySeconds: 600))
            #expect(try await decision(on: chain, by: fixture) == (goesOn ? accepted : .refused(.chainNotTrusted)))
            let early = fixture.authority.validity.lowerBound.advanced(bySeconds: -1)
            fixture.clock.set(early)
            let young = try fixture.chain { $0.created = early.seconds * 1000 }
            #expect(try await decision(on: young, by: fixture) == .refused(.chainNotTrusted))
        }
    }

    @Test("no damaged chain is accepted, and none stops the server", arguments: [1, 2])
    func mutations(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let chain = try fixture.chain()
        // The root at the end is only a hint, so damage of it does no harm.
        for index in 0..<2 {
            for copy in Mutations.of(chain[index], count: 300, using: &generator) {
                var damaged = chain
                damaged[index] = copy
                #expect(try await !decision(on: damaged).isAccepted)
            }
        }
    }
}
