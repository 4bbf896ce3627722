import ExposureTesting
@testable import AttestationVerifiers
import DeviceAttestation
import ExposurePrimitives
import Foundation
import SwiftASN1
import Testing
import X509

@Suite("Android key attestation vectors", .needsForeignVectors)
struct KeyAttestationVectorTests {
    private static let folder = "android-key-attestation"

    /// The expected description beside each chain.
    private struct Expected: Decodable {
        let attestationVersion: String
        let attestationSecurityLevel: String
        let keyMintSecurityLevel: String
        let attestationChallenge: String
        let softwareEnforced: List
        let hardwareEnforced: List

        struct List: Decodable {
            let creationDateTime: String?
            let origin: String?
            let rootOfTrust: Root?
            let attestationApplicationId: Application?
        }

        struct Root: Decodable {
            let deviceLocked: Bool
            let verifiedBootState: String
        }

        struct Application: Decodable {
            let packages: [Package]
            let signatures: [String]
        }

        struct Package: Decodable { let name: String }

        var created: UnixTime? { softwareEnforced.creationDateTime.flatMap { Int64($0) }.map { UnixTime($0 / 1000) } }
    }

    private func anchors() throws -> TrustAnchors {
        let pems = try ForeignVectors.decode([String].self, from: "\(Self.folder)/roots.json")
        return try TrustAnchors(pem: pems.joined(separator: "\n"))
    }

    private func chain(_ path: String) throws -> [[UInt8]] {
        let text = String(decoding: try ForeignVectors.bytes(of: "\(Self.folder)/testdata/\(path)"), as: UTF8.self)
        return try PEMDocument.parseMultiple(pemString: text).map(\.derBytes)
    }

    private func expected(_ path: String) throws -> Expected {
        let text = String(decoding: try ForeignVectors.bytes(of: "\(Self.folder)/testdata/\(path)"), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        return try JSONDecoder().decode(Expected.self, from: Data(lines.joined(separator: "\n").utf8))
    }

    /// `device/system/name` of all chains with an expected description.
    private func names() throws -> [String] {
        let root = try ForeignVectors.url(of: "\(Self.folder)/testdata")
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        return files.filter { $0.hasSuffix(".pem") && $0.split(separator: "/").count == 3 }
            .map { String($0.dropLast(4)) }
            .sorted()
    }

    @Test("every chain of a hardware root is trusted and read as expected; chains of the software root are not")
    func chains() throws {
        let names = try names()
        #expect(names.count == 21)
        for name in names {
            let expected = try expected("\(name).json")
            let created = try #require(expected.created)
            let clock = ManualClock(created)
            let app = AndroidApp(packageName: "", certificateDigests: [])
            let verifier = KeyAttestation(app: app, anchors: try anchors(), clock: clock)
            let chain = try chain("\(name).pem")
            if name.hasPrefix("marlin") {
                #expect(throws: Self.softwareRefusal(name)) { try verifier.trustedDescription(of: chain, at: created) }
                continue
            }
            do {
                expect(try verifier.trustedDescription(of: chain, at: created), matches: expected, name)
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
    }

    /// The RSA keys of the software root and its intermediate have 1024 bits. No library reads such keys any more.
    private static func softwareRefusal(_ name: String) -> AttestationRefusal {
        name.hasSuffix("RSA_NONE") ? .malformed : .chainNotTrusted
    }

    private func expect(_ read: KeyDescription, matches expected: Expected, _ name: String) {
        let levels: [KeyDescription.SecurityLevel: String] = [
            .software: "SOFTWARE", .trustedEnvironment: "TRUSTED_ENVIRONMENT", .strongBox: "STRONG_BOX",
        ]
        let states: [RootOfTrust.BootState: String] = [
            .verified: "VERIFIED", .selfSigned: "SELF_SIGNED", .unverified: "UNVERIFIED", .failed: "FAILED",
        ]
        #expect(String(read.version) == expected.attestationVersion, "\(name)")
        #expect(levels[read.attestationLevel] == expected.attestationSecurityLevel, "\(name)")
        #expect(levels[read.keyLevel] == expected.keyMintSecurityLevel, "\(name)")
        #expect(Base64.encode(read.challenge) == expected.attestationChallenge, "\(name)")
        for (list, expected) in [(read.system, expected.softwareEnforced), (read.hardware, expected.hardwareEnforced)] {
            #expect(list.creationMillisecond.map { "\($0)" } == expected.creationDateTime, "\(name)")
            #expect(list.origin.map { $0 == 0 ? "GENERATED" : "\($0)" } == expected.origin, "\(name)")
            #expect(list.rootOfTrust?.isLocked == expected.rootOfTrust?.deviceLocked, "\(name)")
            let state = list.rootOfTrust.flatMap { states[$0.bootState] }
            #expect(state == expected.rootOfTrust?.verifiedBootState, "\(name)")
            let application = expected.attestationApplicationId
            #expect(list.application?.packageNames == application?.packages.map { Array($0.name.utf8) }, "\(name)")
            let signatures = list.application?.certificateDigests.map { Base64.encode($0) }
            #expect(signatures == application?.signatures, "\(name)")
        }
    }

    /// A check by the app that the description names, at the time of the key, and what it checks.
    private func sample(_ name: String) throws -> (KeyAttestation, [[UInt8]], challenge: [UInt8], time: UnixTime) {
        let expected = try expected("\(name).json")
        let application = try #require(expected.softwareEnforced.attestationApplicationId)
        let digests = try application.signatures.map { try #require(Base64.decode($0)) }
        let app = AndroidApp(packageName: application.packages[0].name, certificateDigests: Set(digests))
        let time = try #require(expected.created)
        let verifier = KeyAttestation(app: app, anchors: try anchors(), clock: ManualClock(time))
        return (verifier, try chain("\(name).pem"), try #require(Base64.decode(expected.attestationChallenge)), time)
    }

    @Test("whole decisions: only locked phones with their maker's system are accepted")
    func decisions() async throws {
        var accepted: [String] = []
        for name in try names() {
            let (verifier, chain, challenge, time) = try sample(name)
            let evidence = AttestationEvidence.keyAttestation(chain: chain)
            switch await verifier.decide(evidence, boundTo: challenge) {
            case .accepted(let tier, let expiry):
                #expect(tier == .hardware && expiry == time.advanced(bySeconds: 600))
                #expect(await verifier.decide(evidence, boundTo: challenge + [0]) == .refused(.wrongBinding))
                accepted.append(name)
            case .refused(let reason):
                let expected = name.hasPrefix("marlin") ? Self.softwareRefusal(name) : .deviceNotGenuine
                #expect(reason == expected, "\(name)")
            }
        }
        let genuine = [
            "caiman/sdk36/SB_EC_RKP", "caiman/sdk36/TEE_EC_RKP", "sony-xperia10-iii/sdk33/TEE_EC",
            "tegu/sdk36/SB_EC_2026_ROOT", "tegu/sdk36/TEE_EC_2026_ROOT",
        ]
        #expect(accepted == genuine)
    }

    private static let invalid = ["malformed_rot_device_locked", "tags_not_in_ascending_order"]

    @Test("malformed descriptions are refused", arguments: invalid)
    func malformed(name: String) throws {
        let chain = try chain("invalid/\(name).pem")
        #expect(throws: AttestationRefusal.malformed) { try AttestedKey(parsing: chain[0]) }
    }

    @Test("a remotely provisioned chain ends with its certificates, a factory chain does not")
    func ends() throws {
        let app = AndroidApp(packageName: "", certificateDigests: [])
        let verifier = KeyAttestation(app: app, anchors: try anchors(), clock: ManualClock(UnixTime(0)))
        let late = UnixTime(2_200_000_000)
        #expect(throws: AttestationRefusal.chainNotTrusted) {
            try verifier.trustedDescription(of: chain("tegu/sdk36/TEE_EC_2026_ROOT.pem"), at: late)
        }
        let factory = try chain("tokay/sdk37/TEE_MLDSA_FACTORY.pem")
        #expect(try verifier.trustedDescription(of: factory, at: late).version == 500)
    }

    @Test("no damaged chain is accepted, and none stops the server", arguments: [1, 2])
    func mutations(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let (verifier, chain, challenge, _) = try sample("tegu/sdk36/TEE_EC_2026_ROOT")
        // The root at the end is only a hint, so damage of it does no harm.
        for index in chain.indices.dropLast() {
            for copy in Mutations.of(chain[index], count: 150, using: &generator) {
                var damaged = chain
                damaged[index] = copy
                #expect(await !verifier.decide(.keyAttestation(chain: damaged), boundTo: challenge).isAccepted)
            }
        }
    }
}
