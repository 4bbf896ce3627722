import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads

/// A phone with an account.
struct BenchMember {
    let account: Account

    init(_ number: UInt64, used: CalendarDay? = nil) throws {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } + [UInt8](repeating: 7, count: 24)
        let first = Self.now.utcDay.advanced(byDays: -Account.chainLife)
        guard let registration = Bytes16(bytes.prefix(Bytes16.count)), let district = PostalDistrict("RM1") else {
            preconditionFailure("sixteen bytes are a number, and RM1 is a district")
        }
        account = Account(
            registration: RegistrationID(registration),
            jurisdiction: Self.place,
            district: district,
            chain: try ChainKey(day: first, bytes: SecretBytes(bytes)),
            registered: first,
            used: used
        )
    }

    func issuer(in interval: AssociationInterval) throws -> TicketIssuer {
        var generator = SystemRandomNumberGenerator()
        return try TicketIssuer(
            identity: .generate(for: interval, using: &generator),
            dayKeys: account.chain.dayKeys(on: interval.day),
            localSecret: .generate(for: interval.day, using: &generator),
            jurisdiction: Self.place,
            profile: .sealed
        )
    }

    static let place = Jurisdiction(country: 380, state: 9)
    /// 2021-03-01 12:00:00 in UTC.
    static let now = UnixTime(1_614_600_000)
}

extension TicketIssuer {
    /// A contact of ten minutes: this phone gets a ticket of `other`, which is in the same interval.
    func meet(_ other: TicketIssuer, at time: UnixTime) throws -> ContactEventDetails {
        var generator = SystemRandomNumberGenerator()
        let observation = try IssuerObservation(rssi: -60, district: Array("RM1".utf8) + [0])
        let issued = try other.issue(
            to: other.pair(with: identity.publicKey),
            receiver: clientID,
            observation: observation,
            using: &generator
        )
        let received = try pair(with: other.identity.publicKey).open(issued.packet, from: other.clientID)
        let samples = (0..<10).map { RSSISample(second: UInt16($0) * 60, rssi: -60) }
        let handle = try TaggedValue(code: RiskExposureDetails.Code.ticketHandle, value: received.handle.bytes)
        return try ContactDraft(
            timeReceived: time,
            myClientID: clientID,
            observedClientID: other.clientID,
            ticket: received.ticket,
            serverSessionKey: received.serverSessionKey,
            details: RiskExposureDetails(try RSSISample.entries(of: samples) + [handle])
        ).authenticated(
            at: AuthenticatorMoment(time: BenchMember.now, microseconds: 0),
            sequence: 0,
            using: &generator
        )
    }
}
