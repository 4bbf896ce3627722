import ExposurePrimitives
import HeraldPayloads
import Testing

@testable import AssociationProtocol

/// Two registered phones that meet in one interval, and all that they exchange: A issues, B receives.
struct Scene {
    let profile: RadioProfile
    let a: Phone
    let b: Phone
    let received: ReceivedTicket
    let issued: IssuedTicket
    let time: UnixTime

    static let interval = AssociationInterval(clamping: UnixTime(1_800_010_777))
    static let jurisdiction = Jurisdiction(country: 380, state: 9)

    init(_ profile: RadioProfile, seed: UInt64 = 1, time: UnixTime = interval.start.advanced(bySeconds: 60)) throws {
        var generator = SeededGenerator(seed: seed)
        self.profile = profile
        self.time = time
        a = try Phone(profile, using: &generator)
        b = try Phone(profile, using: &generator)
        let (forth, back) = (try a.issuer.pair(with: b.key), try b.issuer.pair(with: a.key))
        let name = try forth.open(back.seal(b.issuer.clientID, jurisdiction: Self.jurisdiction))
        issued = try a.issuer.issue(to: forth, receiver: name, observation: Phone.observation(), using: &generator)
        let issuer = try back.open(forth.seal(a.issuer.clientID, jurisdiction: Self.jurisdiction))
        received = try back.open(issued.packet, from: issuer)
    }

    /// The contact as B keeps it.
    func draft(details: RiskExposureDetails = RiskExposureDetails(), at time: UnixTime? = nil) -> ContactDraft {
        ContactDraft(
            timeReceived: time ?? self.time,
            myClientID: b.issuer.clientID,
            observedClientID: a.issuer.clientID,
            ticket: received.ticket,
            serverSessionKey: received.serverSessionKey,
            details: details
        )
    }

    /// The contact as B reports it five days later.
    func event(details: RiskExposureDetails = RiskExposureDetails(), seed: UInt64 = 2) throws -> ContactEventDetails {
        var generator = SeededGenerator(seed: seed)
        let moment = try AuthenticatorMoment(time: uploadTime, microseconds: 7)
        return try draft(details: details).authenticated(at: moment, sequence: 1, using: &generator)
    }

    var uploadTime: UnixTime { time.advanced(bySeconds: 5 * UnixTime.secondsPerDay) }
    var validator: ContactValidator { ContactValidator(receiptTime: uploadTime) }
}

/// A registered phone in the interval of the scene.
struct Phone {
    let registration: RegistrationID
    let chain: ChainKey
    let localSecret: LocalDaySecret
    let issuer: TicketIssuer

    init(
        _ profile: RadioProfile,
        in interval: AssociationInterval = Scene.interval,
        using generator: inout some RandomNumberGenerator
    ) throws {
        registration = RegistrationID.random(using: &generator)
        let secret = try RegistrationSecret(
            phone: .generate(using: &generator),
            authority: PrivateAgreementKey.generate(using: &generator).publicKey,
            registration: registration,
            jurisdiction: Scene.jurisdiction
        )
        chain = try secret.chainKey(startingOn: interval.day.advanced(byDays: -1))
        localSecret = .generate(for: interval.day, using: &generator)
        issuer = try TicketIssuer(
            identity: .generate(for: interval, using: &generator),
            dayKeys: chain.dayKeys(on: interval.day),
            localSecret: localSecret,
            jurisdiction: Scene.jurisdiction,
            profile: profile
        )
    }

    var key: PublicAgreementKey { issuer.identity.publicKey }

    /// What the authority derives for a report.
    func keys() throws -> AccountKeys {
        let day = issuer.interval.day
        return try AccountKeys(chain, from: day.advanced(byDays: -1), through: day.advanced(byDays: 1))
    }

    static func observation() throws -> IssuerObservation {
        try IssuerObservation(rssi: -60, district: Array("RM01".utf8))
    }
}

func hex(_ text: String) throws -> [UInt8] { try #require(Hex.decode(text)) }

func secret(_ text: String) throws -> SecretBytes { SecretBytes(try hex(text)) }

extension [UInt8] {
    /// The bytes with one bit changed.
    func flipping(bit: Int) -> [UInt8] {
        var bytes = self
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return bytes
    }

    static func drawn(_ count: Int, using generator: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
