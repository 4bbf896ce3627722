import AppleAttestation
import AttestationTesting
import CertificateChains
import Crypto
import ExposurePrimitives
import ExposureTesting
import Foundation
import SwiftASN1
import X509

/// An App Attest of a test's own: one phone, and an Apple that certifies its keys.
struct AppAttestFixture {
    let now = UnixTime(1_790_000_000)
    let binding = [UInt8](repeating: 7, count: 32)
    let clock: ManualClock
    let authority: FixtureAuthority
    let key = P256.Signing.PrivateKey()

    static let appID = "TEAM123456.it.example.app"

    init() throws {
        clock = ManualClock(now)
        authority = try FixtureAuthority(validity: UnixTime(now.seconds - 86_400)..<UnixTime(now.seconds + 86_400))
    }

    func verifier(
        environment: AppAttestation.Environment = .production,
        roots: String? = nil
    ) throws -> AppAttestation {
        AppAttestation(
            appID: Self.appID,
            environment: environment,
            anchors: try TrustAnchors(pem: roots ?? authority.rootPEM),
            clock: clock
        )
    }

    /// The parts of an object, each of which a test may change.
    struct Parts {
        var appID = AppAttestFixture.appID
        var environment = Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
        var counter: UInt32 = 0
        var flags: UInt8 = 0x40
        var credentialID: [UInt8]?
        var coseKey: [UInt8]?
        var extensions: [UInt8] = []
        var nonce: [UInt8]?
        var binding = [UInt8](repeating: 7, count: 32)
        var validity: Range<UnixTime>?
    }

    func object(_ parts: Parts = Parts()) throws -> [UInt8] {
        let point = Array(key.publicKey.x963Representation)
        let id = parts.credentialID ?? Array(SHA256.hash(data: point))
        let credential = parts.environment + [0, UInt8(id.count)] + id + (parts.coseKey ?? CBOR.coseKey(point))
        let data = head(parts.appID, parts.flags, parts.counter) + credential + parts.extensions
        let nonce = parts.nonce ?? Array(SHA256.hash(data: data + parts.binding))
        let content: [UInt8] =
            [0x30, UInt8(nonce.count + 4), 0xA1, UInt8(nonce.count + 2), 0x04, UInt8(nonce.count)] + nonce
        let extensions = try Certificate.Extensions([
            .init(oid: [1, 2, 840, 113635, 100, 8, 2], critical: false, value: content[...])
        ])
        let leaf = try authority.issue(to: .init(key.publicKey), extensions: extensions, validity: parts.validity)
        return CBOR.map([
            ("fmt", CBOR.text("apple-appattest")),
            (
                "attStmt",
                CBOR.map([
                    ("x5c", CBOR.array([CBOR.bytes(leaf), CBOR.bytes(authority.issuers[0])])),
                    ("receipt", CBOR.bytes([1, 2])),
                ])
            ),
            ("authData", CBOR.bytes(data)),
        ])
    }

    func assertion(
        counter: UInt32,
        binding: [UInt8]? = nil,
        appID: String = appID,
        key: P256.Signing.PrivateKey? = nil
    ) throws -> [UInt8] {
        let data = head(appID, 0x40, counter)
        let nonce = Array(SHA256.hash(data: data + (binding ?? self.binding)))
        let signature = try (key ?? self.key).signature(for: nonce)
        return CBOR.map([
            ("signature", CBOR.bytes(Array(signature.derRepresentation))), ("authenticatorData", CBOR.bytes(data)),
        ])
    }

    private func head(_ appID: String, _ flags: UInt8, _ counter: UInt32) -> [UInt8] {
        Array(SHA256.hash(data: Array(appID.utf8))) + [flags]
            + (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
    }
}

/// Writes the little CBOR that fixtures need, in its shortest form.
enum CBOR {
    static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
        switch count {
        case ..<24: [kind << 5 | UInt8(count)]
        case ..<256: [kind << 5 | 24, UInt8(count)]
        default: [kind << 5 | 25, UInt8(count >> 8), UInt8(count & 255)]
        }
    }

    static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }
    static func text(_ text: String) -> [UInt8] { head(3, text.utf8.count) + Array(text.utf8) }
    static func array(_ elements: [[UInt8]]) -> [UInt8] { head(4, elements.count) + elements.joined() }

    static func map(_ members: [(String, [UInt8])]) -> [UInt8] {
        head(5, members.count) + members.flatMap { text($0.0) + $0.1 }
    }

    static func coseKey(_ point: [UInt8]) -> [UInt8] {
        [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21] + bytes(Array(point[1..<33])) + [0x22]
            + bytes(Array(point[33..<65]))
    }
}
