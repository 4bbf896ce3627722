import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import AttestationVerifiers
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import Testing

@Suite("Proofs of registration by an attestation")
struct AttestedPhonesTests {
    private static let now = UnixTime(1_790_000_000)

    private let emulator: AttestationEmulator
    private let verifier: AttestedPhones
    private let keys: [PublicAgreementKey]

    init() throws {
        let day = UnixTime.secondsPerDay
        let app = EmulatedApp(
            packageName: "it.example.app",
            certificateDigest: [UInt8](repeating: 9, count: 32),
            appID: "TEAM123456.it.example.app"
        )
        let validity = Self.now.advanced(bySeconds: -30 * day)..<Self.now.advanced(bySeconds: day)
        let authority = try EmulatedAuthority(validity: validity)
        emulator = try AttestationEmulator(app: app, authority: authority)
        let anchors = try TrustAnchors(pem: authority.rootPEM)
        let clock = ManualClock(Self.now)
        verifier = AttestedPhones(
            AcceptedAttestations([
                .keyAttestation: KeyAttestation(
                    app: AndroidApp(packageName: app.packageName, certificateDigests: [app.certificateDigest]),
                    anchors: anchors,
                    revoked: RevokedSerials(),
                    clock: clock
                ),
                .appAttest: AppAttestation(appID: app.appID, environment: .development, anchors: anchors, clock: clock),
            ])
        )
        keys = try [1, 2].map { try PublicAgreementKey([UInt8](repeating: $0, count: 32)) }
    }

    private func proof(_ kind: AttestationEvidence.Kind, for key: PublicAgreementKey) throws -> [UInt8] {
        let evidence = try emulator.issue(kind, boundTo: PlatformProof.binding(to: key), at: Self.now)
        return switch evidence {
        case .keyAttestation(let chain): PlatformProof.keyAttestation(chain: chain).exposedBytes
        case .appAttest(let object): PlatformProof.appAttest(object: object).exposedBytes
        case .playIntegrity(let token): PlatformProof.playIntegrity(token: token).exposedBytes
        case .safetyNet: []
        }
    }

    @Test(
        "name the phone's key, for which the evidence must be made",
        arguments: [AttestationEvidence.Kind.keyAttestation, .appAttest]
    )
    func bound(kind: AttestationEvidence.Kind) async throws {
        let proof = try proof(kind, for: keys[0])
        #expect(proof.count <= AssociationLimits.maxProofSize)
        let subject = try await verifier.subject(of: proof, for: keys[0])
        #expect(subject?.name.exposedBytes == keys[0].bytes.bytes)
        #expect(try await verifier.subject(of: proof, for: keys[1]) == nil)
    }

    @Test("end the account of the same key, and of no other")
    func registeringAgain() async throws {
        let authority = try await SampleAuthority(proofs: verifier)
        /// - Returns: the status, and the number of accounts afterwards.
        func register(_ key: PublicAgreementKey, provenFor proven: PublicAgreementKey) async throws -> [Int] {
            let request = try RegistrationRequest(
                phoneKey: key,
                jurisdiction: AssociationSamples.jurisdiction,
                district: AssociationSamples.district,
                proof: proof(.appAttest, for: proven)
            )
            let answer = try await authority.post(AssociationEndpoint.registration, request.bytes)
            return [answer.status, try await authority.stores.accounts.count(in: nil)]
        }
        #expect(try await register(keys[0], provenFor: keys[0]) == [200, 1])
        #expect(try await register(keys[0], provenFor: keys[0]) == [200, 1], "an answer was lost")
        #expect(try await register(keys[1], provenFor: keys[1]) == [200, 2], "the control: a key of another attempt")
        // A stranger's proof is for a key of the stranger.
        #expect(try await register(keys[0], provenFor: keys[1]) == [403, 2])
    }

    @Test("show nobody if the kind is not accepted, or the bytes are no evidence")
    func refused() async throws {
        #expect(try await verifier.subject(of: proof(.playIntegrity, for: keys[0]), for: keys[0]) == nil)
        for bytes: [UInt8] in [[], [9], [2], [3], [3, 0xA0], [2, 0, 1, 0]] {
            #expect(try await verifier.subject(of: bytes, for: keys[0]) == nil)
        }
    }

    @Test("wait for a better time if too many proofs are being checked")
    func crowded() async throws {
        let full = AttestedPhones(AcceptedAttestations([:]), pool: WorkPool(limit: 0))
        let proof = try proof(.appAttest, for: keys[0])
        await #expect(throws: ProofFailure.self) { try await full.subject(of: proof, for: keys[0]) }
        // Bytes that are no proof need no computation.
        #expect(try await full.subject(of: [], for: keys[0]) == nil)
    }

    @Test("name the phone's key if no proof is asked for")
    func unproven() async throws {
        let subject = try await UnprovenPhones().subject(of: [], for: keys[1])
        #expect(subject?.name.exposedBytes == keys[1].bytes.bytes)
    }
}
