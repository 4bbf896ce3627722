import ExposurePrimitives
import HeraldPayloads

/// The ticket for the central server (the page's CTSTicket), encrypted for the issuer's authority: 64 bytes, 104 in the
/// sealed profile. The phone that holds it cannot read it.
public struct CTSTicket: Hashable, Sendable {
    public let profile: RadioProfile
    public let bytes: [UInt8]

    /// - Throws: `wrongLength` unless the length is that of a profile.
    public init(_ bytes: some Collection<UInt8>) throws(AssociationError) {
        guard let profile = RadioProfile.allCases.first(where: { Self.size($0) == bytes.count }) else {
            throw .wrongLength(bytes.count)
        }
        self.profile = profile
        self.bytes = Array(bytes)
    }

    public static func size(_ profile: RadioProfile) -> Int {
        switch profile {
        case .exact: CTSTicketContents.provenSize + SessionKey.size
        case .sealed:
            CTSTicketContents.provenSize + SessionKey.size + IssuerObservation.size + KerberosCipher.overhead
        }
    }
}

/// What a CTSTicket says.
public struct CTSTicketContents: Sendable {
    /// The phone that the ticket was issued to. Nobody else can use it.
    public let receiver: ClientID
    public let interval: AssociationInterval
    /// Known to issuer, receiver and authority: proves that the uploader opened the ticket packet.
    public let sessionKey: SessionKey
    /// What the issuer saw of the receiver; only in the sealed profile.
    public let observation: IssuerObservation?

    init(receiver: ClientID, interval: AssociationInterval, sessionKey: SessionKey, observation: IssuerObservation?) {
        self.receiver = receiver
        self.interval = interval
        self.sessionKey = sessionKey
        self.observation = observation
    }

    /// Receiver, start and end: what the authority computes itself and compares.
    static func provenBytes(receiver: ClientID, interval: AssociationInterval) -> [UInt8] {
        receiver.exposedBytes + interval.startBytes + interval.endBytes
    }

    /// Encrypts for the authority.
    ///
    /// - Parameter confounder: only used in the sealed profile.
    func encrypt(
        under keys: DayKeys,
        profile: RadioProfile,
        confounder: Bytes16
    ) throws(AssociationError) -> CTSTicket {
        let key = try keys.ticketKey(for: receiver, in: interval, profile: profile)
        let cipher = KerberosCipher(base: key, usage: .ticket)
        let plaintext = Self.provenBytes(receiver: receiver, interval: interval) + sessionKey.exposedBytes
        switch profile {
        case .exact: return try CTSTicket(cipher.encrypt(plaintext))
        case .sealed:
            let observed = (observation ?? .none).bytes
            return try CTSTicket(cipher.seal(plaintext + observed, confounder: confounder))
        }
    }

    /// Decrypts a ticket that claims this receiver and interval.
    ///
    /// - Throws: `notAuthentic` unless the phone whose keys these are issued it for exactly both.
    init(
        opening ticket: CTSTicket,
        under keys: DayKeys,
        receiver: ClientID,
        interval: AssociationInterval
    ) throws(AssociationError) {
        let key = try keys.ticketKey(for: receiver, in: interval, profile: ticket.profile)
        let cipher = KerberosCipher(base: key, usage: .ticket)
        let plaintext = ticket.profile == .exact ? try cipher.decrypt(ticket.bytes) : try cipher.open(ticket.bytes)
        let expected = SecretBytes(Self.provenBytes(receiver: receiver, interval: interval))
        guard SecretBytes(plaintext.prefix(Self.provenSize)) == expected else {
            throw .notAuthentic
        }
        let rest = plaintext.dropFirst(Self.provenSize)
        self.init(
            receiver: receiver,
            interval: interval,
            sessionKey: SessionKey(derived: rest.prefix(SessionKey.size)),
            observation: try IssuerObservation(optional: rest.dropFirst(SessionKey.size))
        )
    }

    static let provenSize = 48
}
