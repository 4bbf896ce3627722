import AndroidAttestation
import AttestationTesting
import CertificateChains
import Crypto
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import SwiftASN1
import X509

/// A phone of a test's own, whose Keystore says whatever a test wants.
struct KeyAttestationFixture {
    let now = UnixTime(1_790_000_000)
    let binding = [UInt8](repeating: 7, count: 32)
    let digest = [UInt8](repeating: 9, count: 32)
    let clock: ManualClock
    let authority: FixtureAuthority

    static let package = "it.example.app"

    /// - Parameter lifetime: seconds that the issuers' certificates hold, half of it past.
    init(lifetime: Int64 = 86_400) throws {
        clock = ManualClock(now)
        let half = lifetime / 2
        authority = try FixtureAuthority(validity: now.advanced(bySeconds: -half)..<now.advanced(bySeconds: half))
    }

    func verifier(roots: String? = nil, revoked: RevokedSerials = RevokedSerials()) throws -> KeyAttestation {
        KeyAttestation(
            app: AndroidApp(packageName: Self.package, certificateDigests: [digest]),
            anchors: try TrustAnchors(pem: roots ?? authority.rootPEM),
            revoked: revoked,
            clock: clock
        )
    }

    /// The parts of a description, each of which a test may change.
    struct Parts {
        var levels: [UInt8] = [1, 1]
        var challenge = [UInt8](repeating: 7, count: 32)
        var packages = [KeyAttestationFixture.package]
        var digests = [[UInt8](repeating: 9, count: 32)]
        var created: Int64? = 1_790_000_000_000
        var origin: UInt8 = 0
        var isLocked: UInt8 = 0xFF
        var bootState: UInt8 = 0
        var hasRootOfTrust = true
        /// Where origin and root of trust stand: what the system says instead of the hardware counts for nothing.
        var isSaidBySystem = false
        /// Tags in another order than the ascending one.
        var isReversed = false
    }

    static func description(_ parts: Parts = Parts()) -> [UInt8] {
        let packages = parts.packages.map { DERText.sequence(DERText.bytes(Array($0.utf8)) + DERText.integer(1)) }
        let application = DERText.sequence(
            DERText.tlv([0x31], packages.flatMap { $0 }) + DERText.tlv([0x31], parts.digests.flatMap(DERText.bytes))
        )
        var system: [[UInt8]] = parts.created.map { [DERText.tagged(701, DERText.integer($0))] } ?? []
        system.append(DERText.tagged(709, DERText.bytes(application)))
        let root = DERText.sequence(
            DERText.bytes([1]) + DERText.tlv([0x01], [parts.isLocked]) + DERText.tlv([0x0A], [parts.bootState])
                + DERText.bytes([2])
        )
        var key = [DERText.tagged(702, DERText.integer(Int64(parts.origin)))]
        if parts.hasRootOfTrust {
            key.append(DERText.tagged(704, root))
        }
        if parts.isReversed {
            key.reverse()
        }
        if parts.isSaidBySystem {
            system.insert(contentsOf: key, at: system.count - 1)
            key = []
        }
        let head = DERText.integer(400) + DERText.tlv([0x0A], [parts.levels[0]]) + DERText.integer(400)
        return DERText.sequence(
            head + DERText.tlv([0x0A], [parts.levels[1]]) + DERText.bytes(parts.challenge) + DERText.bytes([])
                + DERText.sequence(system.flatMap { $0 }) + DERText.sequence(key.flatMap { $0 })
        )
    }

    func key(_ description: [UInt8]) throws -> [UInt8] {
        try authority.issue(
            to: .init(P256.Signing.PrivateKey().publicKey),
            extensions: Certificate.Extensions([
                .init(oid: [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17], critical: false, value: description[...])
            ])
        )
    }

    func chain(_ change: (inout Parts) -> Void = { _ in }) throws -> [[UInt8]] {
        var parts = Parts()
        change(&parts)
        return try [key(Self.description(parts))] + authority.issuers
    }
}

/// Writes the little DER that fixtures need.
enum DERText {
    static func tlv(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<128: identifier + [UInt8(content.count)] + content
        case ..<256: identifier + [0x81, UInt8(content.count)] + content
        default: identifier + [0x82, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
        }
    }

    static func sequence(_ content: [UInt8]) -> [UInt8] { tlv([0x30], content) }
    static func bytes(_ content: [UInt8]) -> [UInt8] { tlv([0x04], content) }

    static func integer(_ value: Int64) -> [UInt8] {
        var content = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
        while content.count > 1, content[0] == 0, content[1] < 128 {
            content.removeFirst()
        }
        return tlv([0x02], content)
    }

    /// An explicit tag of 128 to 16 383.
    static func tagged(_ tag: Int, _ content: [UInt8]) -> [UInt8] {
        tlv([0xBF, UInt8(0x80 | tag >> 7), UInt8(tag & 127)], content)
    }
}
