public import AssociationProtocol
import Crypto
import ExposurePrimitives
import HeraldPayloads

/// A proof of registration by the phone's platform: an attestation that is bound to the phone's key.
public enum PlatformProof: Hashable, Sendable {
    /// A token of Google's Play Integrity, as text.
    case playIntegrity(token: String)
    /// The certificates of a key in an Android phone's hardware, DER, the key's own first.
    case keyAttestation(chain: [[UInt8]])
    /// An object of Apple's App Attest (CBOR).
    case appAttest(object: [UInt8])

    /// The digest that the evidence must be made for: SHA-256 of the label and the phone's key.
    public static func binding(to key: PublicAgreementKey) -> [UInt8] {
        Array(SHA256.hash(data: Array("HAA proof".utf8) + key.bytes.bytes))
    }

    /// Kind 1 ‖ content. A chain is a list of certificates, each behind two bytes of its length. A certificate beyond
    /// that length makes a proof that is too large for a registration.
    public var exposedBytes: [UInt8] {
        switch self {
        case .playIntegrity(let token): [Kind.playIntegrity.rawValue] + token.utf8
        case .keyAttestation(let chain):
            [Kind.keyAttestation.rawValue] + chain.flatMap { [UInt8](UInt16(clamping: $0.count)) + $0 }
        case .appAttest(let object): [Kind.appAttest.rawValue] + object
        }
    }

    /// - Throws: `malformed` for an unknown kind and a token that is not in UTF-8, `wrongLength` for a chain that ends
    ///   within a certificate.
    public init(parsing bytes: [UInt8]) throws(AssociationError) {
        guard let kind = bytes.first.flatMap(Kind.init(rawValue:)) else {
            throw .malformed
        }
        let content = Array(bytes.dropFirst())
        switch kind {
        case .playIntegrity:
            guard let token = String(validating: content, as: UTF8.self) else {
                throw .malformed
            }
            self = .playIntegrity(token: token)
        case .keyAttestation:
            self = .keyAttestation(chain: try Self.certificates(content))
        case .appAttest:
            self = .appAttest(object: content)
        }
    }

    private static func certificates(_ bytes: [UInt8]) throws(AssociationError) -> [[UInt8]] {
        var rest = bytes[...]
        var chain: [[UInt8]] = []
        while !rest.isEmpty {
            let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
            guard rest.count >= 2 + length else {
                throw .wrongLength(bytes.count)
            }
            chain.append(Array(rest.dropFirst(2).prefix(length)))
            rest = rest.dropFirst(2 + length)
        }
        return chain
    }

    private enum Kind: UInt8 {
        case playIntegrity = 1
        case keyAttestation = 2
        case appAttest = 3
    }
}
