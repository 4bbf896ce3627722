public import ExposurePrimitives
public import HeraldPayloads

/// The secret that a phone and its authority agree on once. All keys of the account follow from it.
///
/// Both sides keep it no longer than until the first chain key is made.
public struct RegistrationSecret: Sendable, Redacted {
    private let bytes: SecretBytes

    /// The phone's side.
    ///
    /// - Throws: `unusableKey` if `authority` is a key of small order.
    public init(
        phone: PrivateAgreementKey,
        authority: PublicAgreementKey,
        registration: RegistrationID,
        jurisdiction: Jurisdiction
    ) throws(AssociationError) {
        bytes = try Self.agree(
            phone,
            with: authority,
            registration,
            info: Self.info(jurisdiction, phone: phone.publicKey, authority: authority)
        )
    }

    /// The authority's side.
    ///
    /// - Throws: `unusableKey` if `phone` is a key of small order.
    public init(
        authority: PrivateAgreementKey,
        phone: PublicAgreementKey,
        registration: RegistrationID,
        jurisdiction: Jurisdiction
    ) throws(AssociationError) {
        bytes = try Self.agree(
            authority,
            with: phone,
            registration,
            info: Self.info(jurisdiction, phone: phone, authority: authority.publicKey)
        )
    }

    /// The first link of the chain, for the day of registration.
    ///
    /// - Throws: `otherDay` for a day before the epoch.
    public func chainKey(startingOn day: CalendarDay) throws(AssociationError) -> ChainKey {
        guard let number = UInt32(exactly: day.daysSinceEpoch) else {
            throw .otherDay
        }
        let key = Derivation.expand(bytes, "HAA chain", [UInt8](number))
        return try ChainKey(day: day, bytes: key)
    }

    var exposedBytes: [UInt8] { bytes.exposedBytes }

    private static func agree(
        _ own: PrivateAgreementKey,
        with peer: PublicAgreementKey,
        _ registration: RegistrationID,
        info: [UInt8]
    ) throws(AssociationError) -> SecretBytes {
        try own.agree(with: peer).derive(salt: registration.exposedBytes, info: info, count: Bytes32.count)
    }

    private static func info(
        _ jurisdiction: Jurisdiction,
        phone: PublicAgreementKey,
        authority: PublicAgreementKey
    ) -> [UInt8] {
        Array("HAA registration".utf8) + jurisdiction.bytes + phone.bytes.bytes + authority.bytes.bytes
    }
}

extension Jurisdiction {
    /// Country and state as derivations and packets have them.
    var bytes: [UInt8] { [UInt8](country) + [UInt8](state) }
}
