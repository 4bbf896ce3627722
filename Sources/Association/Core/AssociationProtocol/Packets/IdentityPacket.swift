public import HeraldPayloads

/// The first packet of an exchange, read or written: the key that is used in one interval.
///
/// Its body has 32 bytes. In the sealed profile it has 96 with the authority's attestation.
public struct IdentityPacket: Hashable, Sendable {
    public let profile: RadioProfile
    public let jurisdiction: Jurisdiction
    public let publicKey: PublicAgreementKey
    /// Only in the sealed profile.
    public let attestation: IdentityAttestation?

    /// - Throws: `malformed` for an attestation in the exact profile, which has no place for it.
    public init(
        profile: RadioProfile,
        jurisdiction: Jurisdiction,
        publicKey: PublicAgreementKey,
        attestation: IdentityAttestation? = nil
    ) throws(AssociationError) {
        guard profile == .sealed || attestation == nil else {
            throw .malformed
        }
        self.profile = profile
        self.jurisdiction = jurisdiction
        self.publicKey = publicKey
        self.attestation = attestation
    }

    /// Reads header and body.
    public init(parsing bytes: some Collection<UInt8>, profile: RadioProfile) throws(AssociationError) {
        let packet = try FramedPacket(parsing: bytes, kind: .identity(profile), sizes: Self.sizes(profile))
        let rest = packet.body.dropFirst(Bytes32.count)
        try self.init(
            profile: profile,
            jurisdiction: packet.jurisdiction,
            publicKey: PublicAgreementKey(packet.body.prefix(Bytes32.count)),
            attestation: rest.isEmpty ? nil : IdentityAttestation(rest)
        )
    }

    /// Header and body.
    public var bytes: [UInt8] {
        let body = publicKey.bytes.bytes + (attestation?.bytes ?? [])
        return FramedPacket(kind: .identity(profile), jurisdiction: jurisdiction, body: body).bytes
    }

    /// Checks who stands behind the key, as far as the profile can say.
    ///
    /// - Throws: `notAuthentic` if `policy` requires an attestation and there is none that holds.
    public func verify(_ policy: AttestationPolicy, in interval: AssociationInterval) throws(AssociationError) {
        guard case .required(let keys) = policy else {
            return
        }
        guard let attestation else {
            throw .notAuthentic
        }
        for key in keys {
            let result = Result { () throws(AssociationError) in
                try key.verify(attestation, of: publicKey, in: interval, jurisdiction: jurisdiction)
            }
            if case .success = result {
                return
            }
        }
        throw .notAuthentic
    }

    /// The sizes of a body.
    public static func sizes(_ profile: RadioProfile) -> Set<Int> {
        profile == .exact ? [Bytes32.count] : [Bytes32.count, Bytes32.count + IdentityAttestation.size]
    }
}

/// Whether a phone deals only with identities that an authority attested.
public enum AttestationPolicy: Sendable {
    /// Only with those that one of these keys attested. An attacker in the middle has no such identity.
    case required(by: [AttestationVerificationKey])
    /// With all. It is the only choice in the exact profile.
    case off
}
