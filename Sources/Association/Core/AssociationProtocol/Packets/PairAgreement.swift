import ExposurePrimitives
import HeraldPayloads

/// What two phones agree on in one interval: the keys of seals and tickets in both directions.
public struct PairAgreement: Sendable, Redacted {
    public let profile: RadioProfile
    public let interval: AssociationInterval
    public let ownKey: PublicAgreementKey
    public let peerKey: PublicAgreementKey
    private let secret: AgreedSecret

    /// - Throws: `unusableKey` if the peer shows this phone's own key or one of small order.
    public init(own: EphemeralIdentity, peer: PublicAgreementKey, profile: RadioProfile) throws(AssociationError) {
        self.profile = profile
        interval = own.interval
        ownKey = own.publicKey
        peerKey = peer
        secret = try own.key.agree(with: peer)
    }

    /// Keys for what this phone sends.
    var outgoing: DirectionKeys { keys(from: ownKey, to: peerKey) }
    /// Keys for what the peer sends.
    var incoming: DirectionKeys { keys(from: peerKey, to: ownKey) }

    private func keys(from sender: PublicAgreementKey, to receiver: PublicAgreementKey) -> DirectionKeys {
        let context = sender.bytes.bytes + receiver.bytes.bytes + interval.startBytes
        let size = profile == .exact ? KerberosCipher.keySize : DirectionKeys.sealedKeySize
        func derive(_ purpose: String) -> SecretBytes {
            let info = Array(profile.label(purpose).utf8) + context
            return secret.derive(salt: profile.salt, info: info, count: size)
        }
        return DirectionKeys(sealKey: derive("seal"), wrapKey: derive("wrap"), context: context)
    }
}

/// The keys of one direction. Each encrypts one message at most.
struct DirectionKeys {
    /// Encrypts the sender's ClientID.
    let sealKey: SecretBytes
    /// Encrypts the session keys of a ticket.
    let wrapKey: SecretBytes
    /// Both public keys, the sender's first, and the interval's start.
    let context: [UInt8]

    /// The size of a key of ChaCha20-Poly1305, in the sealed profile.
    static let sealedKeySize = 32

    /// What a packet of the sealed profile authenticates beside its content.
    func authenticatedData(_ kind: PacketKind, _ jurisdiction: Jurisdiction) -> [UInt8] {
        HeraldHeader(code: kind.rawValue, jurisdiction: jurisdiction).bytes + context
    }
}
