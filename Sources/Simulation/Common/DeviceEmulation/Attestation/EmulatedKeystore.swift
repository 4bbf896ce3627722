import Crypto
import ExposurePrimitives
import SwiftASN1
package import X509

/// A phone's Keystore that certifies any description, by an authority in the maker's place.
package struct EmulatedKeystore: Sendable {
    package let authority: EmulatedAuthority

    package init(authority: EmulatedAuthority) {
        self.authority = authority
    }

    /// The parts of a description. Each may be changed.
    package struct Parts: Sendable {
        /// The levels of the attestation and of the key: 0 for software, 1 for the trusted environment, 2 for a
        /// StrongBox.
        package var levels: [UInt8] = [1, 1]
        package var challenge: [UInt8]
        package var packages: [String]
        package var digests: [[UInt8]]
        /// Milliseconds since 1970.
        package var created: Int64?
        package var origin: UInt8 = 0
        package var isLocked: UInt8 = 0xFF
        package var bootState: UInt8 = 0
        package var hasRootOfTrust = true
        /// Whether origin and root of trust come from the system instead of the hardware. Such values do not count.
        package var isSaidBySystem = false
        /// Whether the tags are in descending instead of ascending order.
        package var isReversed = false

        /// The parts of a genuine phone.
        package init(for request: EmulatedRequest) {
            challenge = request.binding
            packages = [request.app.packageName]
            digests = [request.app.certificateDigest]
            created = request.time.seconds * 1000
        }
    }

    /// The certificates of a new key, its own first.
    package func chain(_ parts: Parts) throws -> [[UInt8]] {
        try [certificate(Self.description(parts))] + authority.issuers
    }

    /// The certificate of a new key with a description of any content.
    package func certificate(_ description: [UInt8]) throws -> [UInt8] {
        try authority.issue(
            to: .init(P256.Signing.PrivateKey().publicKey),
            extensions: Certificate.Extensions([Self.extension(description)])
        )
    }

    package static func `extension`(_ description: [UInt8]) -> Certificate.Extension {
        .init(oid: [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17], critical: false, value: description[...])
    }

    /// KeyDescription in DER (Android, "Verify hardware-backed key pairs").
    package static func description(_ parts: Parts) -> [UInt8] {
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
}
