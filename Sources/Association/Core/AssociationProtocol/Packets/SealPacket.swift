public import HeraldPayloads

/// The second packet of an exchange: the sender's ClientID for one peer. Its body has 32 bytes, 48 in the sealed
/// profile.
///
/// The page has no such packet. It needs one, because an upload names both ClientIDs and none is sent in the clear.
public struct SealPacket: Hashable, Sendable {
    public let profile: RadioProfile
    public let jurisdiction: Jurisdiction
    let body: [UInt8]

    init(profile: RadioProfile, jurisdiction: Jurisdiction, body: [UInt8]) {
        self.profile = profile
        self.jurisdiction = jurisdiction
        self.body = body
    }

    /// Reads header and body.
    public init(parsing bytes: some Collection<UInt8>, profile: RadioProfile) throws(AssociationError) {
        let packet = try FramedPacket(parsing: bytes, kind: .seal(profile), sizes: [Self.size(profile)])
        self.init(profile: profile, jurisdiction: packet.jurisdiction, body: packet.body)
    }

    /// Header and body.
    public var bytes: [UInt8] {
        FramedPacket(kind: .seal(profile), jurisdiction: jurisdiction, body: body).bytes
    }

    /// The size of a body.
    public static func size(_ profile: RadioProfile) -> Int {
        profile == .exact ? Bytes32.count : Bytes32.count + SealedBox.tagSize
    }
}

extension PairAgreement {
    /// Seals this phone's ClientID for the peer. The same input gives the same bytes.
    public func seal(_ clientID: ClientID, jurisdiction: Jurisdiction) throws(AssociationError) -> SealPacket {
        let keys = outgoing
        let body: [UInt8]
        switch profile {
        case .exact:
            body = try KerberosCipher(base: keys.sealKey, usage: .sealedClientID).encrypt(clientID.exposedBytes)
        case .sealed:
            let data = keys.authenticatedData(.sealedSeal, jurisdiction)
            body = try SealedBox.seal(clientID.exposedBytes, key: keys.sealKey, authenticating: data)
        }
        return SealPacket(profile: profile, jurisdiction: jurisdiction, body: body)
    }

    /// The ClientID that the peer sealed for this phone.
    ///
    /// - Throws: `notAuthentic` in the sealed profile if anything was changed. The exact profile cannot notice: then
    ///   the ClientID is random.
    public func open(_ seal: SealPacket) throws(AssociationError) -> ClientID {
        guard seal.profile == profile else {
            throw .malformed
        }
        let keys = incoming
        switch profile {
        case .exact:
            return try ClientID(KerberosCipher(base: keys.sealKey, usage: .sealedClientID).decrypt(seal.body))
        case .sealed:
            let data = keys.authenticatedData(.sealedSeal, seal.jurisdiction)
            return try ClientID(SealedBox.open(seal.body, key: keys.sealKey, authenticating: data))
        }
    }
}
