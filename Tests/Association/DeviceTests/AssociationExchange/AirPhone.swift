import AssociationExchange
import AssociationProtocol
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization

/// Phones that exchange tickets in a simulated air, one metre from each other, without noise unless a test wants it.
struct SampleAssociationAir {
    static let start = AssociationInterval(2_000_011).start
    static let jurisdiction = Jurisdiction(country: 380, state: 9)

    let clock = ManualClock(SampleAssociationAir.start)
    let air: ConnectionAir

    init() {
        var model = RadioModel()
        model.attenuationAtOneMetre = 50
        model.pairDeviation = 0
        model.scanDeviation = 0
        self.init(model: model, seed: 1)
    }

    init(model: RadioModel, seed: UInt64) {
        air = ConnectionAir(model: model, seed: seed, clock: clock)
    }

    /// Adds a radio at a place.
    ///
    /// - Parameter power: that with which it sends, in dBm.
    func antenna(at metres: Double = 0, power: Int8 = -14) -> ConnectionAntenna {
        air.add(.init(peer: SimulatedAntenna(), transmitPower: power, position: .init(x: metres, y: 0)))
    }

    /// Adds two registered phones beside each other.
    func pair(
        profile: RadioProfile = .sealed,
        settings: ExchangeSettings = ExchangeSettings()
    ) throws -> (anna: AirPhone, ben: AirPhone) {
        let anna = try phone(seed: 1, profile: profile, settings: settings)
        return (anna, try phone(seed: 2, profile: profile, metres: 1, settings: settings))
    }

    /// Adds a registered phone.
    ///
    /// - Parameters:
    ///   - skew: how far its clock is ahead, in seconds.
    ///   - power: that with which it sends, in dBm.
    ///   - calibration: what it knows of its radio.
    ///   - radio: what it calls with, instead of its own antenna.
    func phone(
        seed: UInt64,
        profile: RadioProfile = .sealed,
        attestation: AttestationSigningKey? = nil,
        policy: AttestationPolicy = .off,
        skew: Int64 = 0,
        metres: Double = 0,
        power: Int8 = -14,
        calibration: RadioCalibration = .unknown,
        settings: ExchangeSettings = ExchangeSettings(),
        addresses: (any RadioAddressSource)? = nil,
        observed radio: (ConnectionAntenna) -> any ConnectionRadio = { $0 }
    ) throws -> AirPhone {
        let antenna = antenna(at: metres, power: power)
        let account = try SampleAccount(
            seed: seed,
            profile: profile,
            attestation: attestation,
            policy: policy,
            calibration: calibration
        )
        let peer = AssociationPeer(
            profile: profile,
            radio: radio(antenna),
            account: account,
            addresses: addresses ?? ClockedAddress(using: SeededGenerator(seed: seed)),
            clock: SkewedClock(clock: clock, seconds: skew),
            settings: settings,
            using: SeededGenerator(seed: seed &+ 1_000_000)
        )
        antenna.startConnecting(for: peer)
        return AirPhone(account: account, peer: peer)
    }

    /// Adds a registered phone that answers and does not call.
    func quietPhone(
        seed: UInt64,
        attestation: AttestationSigningKey? = nil,
        policy: AttestationPolicy = .off,
        metres: Double = 1
    ) throws -> AirPhone {
        var quiet = ExchangeSettings()
        quiet.limits.maxCalls = 0
        return try phone(seed: seed, attestation: attestation, policy: policy, metres: metres, settings: quiet)
    }
}

/// A phone with its log.
struct AirPhone {
    let account: SampleAccount
    let peer: AssociationPeer
}

/// A clock that is ahead of another one.
struct SkewedClock: WallClock {
    let clock: ManualClock
    let seconds: Int64

    func now() -> UnixTime { clock.now().advanced(bySeconds: seconds) }
}

/// A registered phone's keys, and a log in memory.
final class SampleAccount: ExchangeAccount {
    let chain: ChainKey
    private let profile: RadioProfile
    private let attestation: AttestationSigningKey?
    private let policy: AttestationPolicy
    private let calibration: RadioCalibration
    private let content: Mutex<Content>

    private struct Content {
        var generator: SeededGenerator
        var isOn = true
        var isBroken = false
        var frozen: PrivateAgreementKey?
        var credentials: [AssociationInterval: ExchangeCredentials] = [:]
        var secrets: [CalendarDay: LocalDaySecret] = [:]
        var issued: [IssuedTicketRecord] = []
        var issuedSides: [ExchangeSide] = []
        var received: [Received] = []
        var notes: [PublicAgreementKey: [ExchangeSignal]] = [:]
    }

    struct Received {
        let contact: ReceivedContact
        let signals: [ExchangeSignal]
    }

    struct BrokenStorage: Error {}

    init(
        seed: UInt64,
        profile: RadioProfile,
        attestation: AttestationSigningKey?,
        policy: AttestationPolicy,
        calibration: RadioCalibration = .unknown
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let bytes = SecretBytes((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        chain = try ChainKey(day: SampleAssociationAir.start.utcDay.advanced(byDays: -1), bytes: bytes)
        (self.profile, self.attestation, self.policy, self.calibration) = (profile, attestation, policy, calibration)
        content = Mutex(Content(generator: generator))
    }

    var issued: [IssuedTicketRecord] { content.withLock { $0.issued } }
    /// Of each record.
    var issuedSides: [ExchangeSide] { content.withLock { $0.issuedSides } }
    var received: [Received] { content.withLock { $0.received } }
    /// Later signals, by the sender's key.
    var notes: [PublicAgreementKey: [ExchangeSignal]] { content.withLock { $0.notes } }

    func turn(on isOn: Bool) { content.withLock { $0.isOn = isOn } }

    func breakStorage(_ isBroken: Bool) { content.withLock { $0.isBroken = isBroken } }

    /// Uses one key in all intervals, as no phone may.
    func freezeKey() { content.withLock { $0.frozen = .generate(using: &$0.generator) } }

    func secret(of day: CalendarDay) -> LocalDaySecret? { content.withLock { $0.secrets[day] } }

    func credentials(in interval: AssociationInterval) -> ExchangeCredentials? {
        content.withLock { content in
            guard content.isOn else {
                return nil
            }
            if let known = content.credentials[interval] {
                return known
            }
            content.credentials[interval] = try? make(in: interval, &content)
            return content.credentials[interval]
        }
    }

    func keep(_ record: IssuedTicketRecord, from side: ExchangeSide) throws {
        try store {
            $0.issued.append(record)
            $0.issuedSides.append(side)
        }
    }

    func keep(_ contact: ReceivedContact, signals: [ExchangeSignal]) throws {
        try store { $0.received.append(Received(contact: contact, signals: signals)) }
    }

    private func store(_ change: (inout Content) -> Void) throws {
        try content.withLock { content in
            guard !content.isBroken else {
                throw BrokenStorage()
            }
            change(&content)
        }
    }

    func note(_ signal: ExchangeSignal, of peerKey: PublicAgreementKey, in interval: AssociationInterval) async {
        content.withLock { $0.notes[peerKey, default: []].append(signal) }
    }

    private func make(in interval: AssociationInterval, _ content: inout Content) throws -> ExchangeCredentials {
        let (day, jurisdiction) = (interval.day, SampleAssociationAir.jurisdiction)
        let key = content.frozen ?? .generate(using: &content.generator)
        let secret = content.secrets[day] ?? LocalDaySecret.generate(for: day, using: &content.generator)
        content.secrets[day] = secret
        return try ExchangeCredentials(
            issuer: TicketIssuer(
                identity: EphemeralIdentity(interval: interval, key: key),
                dayKeys: chain.dayKeys(on: day),
                localSecret: secret,
                jurisdiction: jurisdiction,
                profile: profile
            ),
            attestation: attestation?.attest(key.publicKey, in: interval, jurisdiction: jurisdiction),
            policy: policy,
            district: Array("RM01".utf8),
            calibration: calibration
        )
    }
}

extension AirPhone {
    /// What the authority derives for its report.
    func keys() throws -> AccountKeys {
        let day = SampleAssociationAir.start.utcDay
        return try AccountKeys(account.chain, from: day.advanced(byDays: -1), through: day.advanced(byDays: 1))
    }

    /// The contact as this phone reports it a day later.
    func event(
        of contact: ReceivedContact,
        receivedAt time: UnixTime? = nil,
        as clientID: ClientID? = nil,
        details: RiskExposureDetails = RiskExposureDetails(),
        authenticatedAfter seconds: Int64 = 0
    ) throws -> ContactEventDetails {
        var generator = SeededGenerator(seed: 9)
        let draft = ContactDraft(
            timeReceived: time ?? contact.time,
            myClientID: clientID ?? contact.myClientID,
            observedClientID: contact.observedClientID,
            ticket: contact.ticket.ticket,
            serverSessionKey: contact.ticket.serverSessionKey,
            details: details
        )
        let moment = try AuthenticatorMoment(time: Self.reportTime.advanced(bySeconds: seconds), microseconds: 0)
        return try draft.authenticated(at: moment, sequence: 1, using: &generator)
    }

    /// What this phone measured of a contact.
    func details(ofContact number: Int, transmitPower: Int8) throws -> RiskExposureDetails {
        let received = account.received[number]
        let signals = received.signals + account.notes[received.contact.peerKey, default: []]
        let samples = signals.map { signal in
            RSSISample(second: UInt16(signal.time.seconds(since: signals[0].time)), rssi: signal.rssi)
        }
        let power = try TaggedValue(
            code: RiskExposureDetails.Code.transmitPower,
            value: [UInt8(bitPattern: transmitPower)]
        )
        return RiskExposureDetails(try RSSISample.entries(of: samples) + [power])
    }

    /// What the authority says of a contact that this phone reports.
    func validate(_ event: ContactEventDetails, issuedBy issuer: AirPhone) throws -> CTSTicketContents {
        let validator = ContactValidator(receiptTime: Self.reportTime)
        let claim = event.claim
        try validator.checkTime(of: claim, within: UnixTime(0)...Self.reportTime)
        try validator.checkUploader(of: claim, keys: keys())
        let contents = try validator.openTicket(of: claim, issuer: issuer.keys())
        _ = try validator.checkAuthenticator(of: claim, under: contents.sessionKey)
        return contents
    }

    /// This phone's contacts with `issuer` as the authority takes them.
    ///
    /// - Parameter details: what this phone says of the contact with a number.
    func measurements(
        of issuer: AirPhone,
        details: (Int) throws -> RiskExposureDetails
    ) throws -> [ContactMeasurement] {
        try account.received.enumerated().compactMap { number, received in
            let interval = received.contact.ticket.interval
            guard issuer.account.issuerID(in: interval) == received.contact.observedClientID else {
                return nil
            }
            let details = try details(number)
            let ticket = try validate(event(of: received.contact, details: details), issuedBy: issuer)
            let measured = ContactMeasurement(details)
            return measured.weakened(by: ticket.observation, reporterPower: details.transmitPower)
        }
    }

    static let reportTime = SampleAssociationAir.start.advanced(bySeconds: 86_400)
}
