public import AssociationExchange
public import AssociationProtocol
import ClientKit
import ExposurePrimitives
import ProximityRadio

/// The parts of exchanges in one interval. Identity key, ClientID and responder change together, so nothing links two
/// intervals.
public struct ExchangeParts: Sendable {
    public let issuer: TicketIssuer
    /// Nil if the phone deals with all others.
    public let attestation: IdentityAttestation?
    public let policy: AttestationPolicy
    /// The owner's district, for the observations in tickets.
    private let district: [UInt8]
    private let calibration: RadioCalibration

    init(
        issuer: TicketIssuer,
        attestation: IdentityAttestation?,
        policy: AttestationPolicy,
        district: [UInt8],
        calibration: RadioCalibration
    ) {
        self.issuer = issuer
        self.attestation = attestation
        self.policy = policy
        self.district = district
        self.calibration = calibration
    }

    /// The answering side, for the whole interval.
    public func responder() throws(AssociationError) -> ExchangeResponder {
        try ExchangeResponder(issuer: issuer, attestation: attestation, policy: policy)
    }

    @available(*, deprecated, renamed: "responder()")
    public func desk() throws(AssociationError) -> ExchangeResponder { try responder() }

    /// The calling side of one exchange.
    ///
    /// - Parameter identity: the bytes that were read from the other phone.
    public func visit(identity: [UInt8]) throws(ExchangeRefusal) -> ExchangeVisit {
        try ExchangeVisit(identity: identity, issuer: issuer, attestation: attestation, policy: policy)
    }

    /// What a radio's exchange needs.
    var credentials: ExchangeCredentials {
        get throws(AssociationError) {
            try ExchangeCredentials(
                issuer: issuer,
                attestation: attestation,
                policy: policy,
                district: district,
                calibration: calibration
            )
        }
    }

    /// What this phone saw of another, for its ticket.
    ///
    /// - Parameter rssi: dBm.
    public func observation(rssi: Int8) throws(AssociationError) -> IssuerObservation {
        try IssuerObservation(rssi: rssi, district: district, transmitPower: calibration.transmitPower)
    }
}

extension AssociationApp {
    /// The parts for this interval. Before the first exchange in it, they are in the file.
    ///
    /// - Returns: nil without an account, with the service switched off, and without an attestation if the policy
    ///   requires one.
    public func exchangeParts() async -> ExchangeParts? {
        await send(.rotate)
        let interval = AssociationInterval(clamping: container.clock.now())
        return await container.state.exchangeParts(in: interval, of: container.definition.reducer.app)
    }
}

extension AppState {
    func exchangeParts(in interval: AssociationInterval, of app: AssociationApp.App) -> ExchangeParts? {
        guard onboarding.isServiceWanted, !isBeingDeleted, let account = account.account,
            let secret = exchange.log.secret(of: interval.day),
            let identities = exchange.identities.first(where: { $0.day == interval.day }),
            let identity = identities.identity(in: interval),
            let issuer = try? TicketIssuer(
                identity: identity,
                dayKeys: account.chainKey.dayKeys(on: interval.day),
                localSecret: secret,
                jurisdiction: app.jurisdiction,
                profile: app.profile
            )
        else {
            return nil
        }
        let attestation = identities.attestation(in: interval)
        guard attestation != nil || !app.needsAttestations else {
            return nil
        }
        return ExchangeParts(
            issuer: issuer,
            attestation: attestation,
            policy: app.policy,
            district: account.districtBytes,
            calibration: app.calibration
        )
    }
}
