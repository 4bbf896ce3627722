public import AssociationProtocol
public import ExposurePrimitives
public import ProximityRadio

/// What the exchange needs of a registered phone: its keys, and a log.
public protocol ExchangeAccount: Sendable {
    /// The phone's keys in `interval`, the same at each call. Nil while it is not registered, or the
    /// owner turned the exchange off.
    func credentials(in interval: AssociationInterval) async -> ExchangeCredentials?

    /// Stores the record of a ticket. The ticket leaves the phone only if this returns.
    ///
    /// - Parameter side: that of this phone.
    func keep(_ record: IssuedTicketRecord, from side: ExchangeSide) async throws

    /// Stores a ticket that the phone got, and the signals of its issuer so far, in their order.
    func keep(_ contact: ReceivedContact, signals: [ExchangeSignal]) async throws

    /// Notes another signal of a phone whose ticket this phone has: contacts are rated by their length.
    ///
    /// - Parameter peerKey: the key of the phone in `interval`.
    func note(_ signal: ExchangeSignal, of peerKey: PublicAgreementKey, in interval: AssociationInterval) async
}

/// How strong one packet of another phone was.
public struct ExchangeSignal: Hashable, Sendable {
    /// dBm, corrected by the calibration of the phone that heard it.
    public let rssi: Int8
    public let time: UnixTime

    public init(rssi: Int8, time: UnixTime) {
        self.rssi = rssi
        self.time = time
    }
}

/// The keys of a registered phone in one interval.
public struct ExchangeCredentials: Sendable {
    public let issuer: TicketIssuer
    /// Only in the sealed profile.
    public let attestation: IdentityAttestation?
    public let policy: AttestationPolicy
    /// The phone's postal district, four bytes; zeros for none.
    public let district: [UInt8]
    public let calibration: RadioCalibration

    /// - Throws: `wrongLength` unless the district has four bytes.
    public init(
        issuer: TicketIssuer,
        attestation: IdentityAttestation? = nil,
        policy: AttestationPolicy,
        district: [UInt8] = [0, 0, 0, 0],
        calibration: RadioCalibration = .unknown
    ) throws(AssociationError) {
        guard district.count == IssuerObservation.districtSize else {
            throw .wrongLength(district.count)
        }
        self.issuer = issuer
        self.attestation = attestation
        self.policy = policy
        self.district = district
        self.calibration = calibration
    }

    /// What goes into a ticket.
    ///
    /// - Parameter rssi: dBm, corrected; nil if nothing was measured.
    func observation(rssi: Int8?) -> IssuerObservation? {
        try? IssuerObservation(
            rssi: rssi ?? IssuerObservation.none.rssi,
            district: district,
            transmitPower: calibration.transmitPower
        )
    }
}
