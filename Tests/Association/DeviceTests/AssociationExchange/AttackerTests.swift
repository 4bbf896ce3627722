import AssociationAPI
import AssociationExchange
import AssociationProtocol
import AssociationRisk
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import PhonePorts
import PhoneSimulation
import Testing

/// The attacks of the specification's table (1.13) that begin on the air. Each has a control.
@Suite("Attackers on the air")
struct AttackerTests {
    private let sample = SampleAssociationAir()

    @Test(
        "T4: a relay in real time succeeds, and one that needs more than two seconds fails",
        arguments: [(2, 1), (3, 0)] as [(Int64, Int)]
    )
    func relay(seconds: Int64, tickets: Int) async throws {
        let authority = try Self.authority(7)
        let policy = AttestationPolicy.required(by: [authority.verificationKey])
        let anna = try sample.quietPhone(seed: 1, attestation: authority, policy: policy, metres: 0)
        let ben = try sample.phone(seed: 2, attestation: authority, policy: policy, metres: 1_000_000)
        let far = sample.antenna(at: 1_000_001)
        let near = sample.antenna(at: 1)
        let clock = sample.clock
        let address = try #require(await anna.peer.advertise(at: clock.now())).address
        let home = try #require(RadioAddress(rawValue: 5))
        far.startConnecting(
            for: Relay(at: home, from: try await near.connect(to: address)) { clock.advance(bySeconds: seconds) }
        )
        await sample.air.scan()
        // Until then the phone waits for the other one to write.
        sample.clock.advance(bySeconds: 360)
        await sample.air.scan()
        #expect(ben.account.received.count == tickets && anna.account.received.count == tickets)
        // The residue: no signature tells how far away its maker is.
        for received in ben.account.received {
            _ = try ben.validate(ben.event(of: received.contact), issuedBy: anna)
        }
    }

    @Test(
        "T5: a phone in the middle has no attested key; without attestation it reads both ClientIDs",
        arguments: [true, false]
    )
    func middle(isAttested: Bool) async throws {
        let (authority, own) = (try Self.authority(7), try Self.authority(8))
        let policy = isAttested ? AttestationPolicy.required(by: [authority.verificationKey]) : .off
        let anna = try sample.phone(seed: 1, attestation: authority, policy: policy)
        let ben = try sample.phone(seed: 2, attestation: authority, policy: policy, metres: 1_000_000)
        // One attacker beside each. It shows keys of its own, with signatures of its own.
        let attackers = try [1, 1_000_001].map { place in
            try sample.phone(seed: place + 10, attestation: own, policy: .off, metres: Double(place))
        }
        await sample.air.scan()
        let stolen = attackers.map { $0.account.received.map(\.contact.observedClientID) }
        let interval = AssociationInterval(clamping: SampleAssociationAir.start)
        let names = [anna, ben].map { $0.account.credentials(in: interval)?.issuer.clientID }
        #expect(stolen == (isAttested ? [[], []] : names.map { [$0].compactMap(\.self) }))
        #expect([anna, ben].map(\.account.received.count) == (isAttested ? [0, 0] : [1, 1]))
        #expect([anna, ben].map(\.account.issued.count) == (isAttested ? [0, 0] : [1, 1]))
    }

    @Test(
        "T9: a phone far away cannot come near by claims, whether it calls, is called, or states a low power",
        arguments: [true, false],
        [-15, -50, 127] as [Int8]
    )
    func inflation(alwaysCalls: Bool, power: Int8) async throws {
        var settings = ExchangeSettings()
        settings.canAdvertise = !alwaysCalls
        let anna = try sample.phone(seed: 1)
        let attacker = try sample.phone(seed: 2, metres: 20, settings: settings)
        let ben = try sample.phone(seed: 3, metres: 1)
        for _ in 0..<40 {
            await sample.air.scan()
            sample.clock.advance(bySeconds: 60)
        }
        // It claims to have been beside her.
        let claim = try attacker.claim(rssi: -40, power: power)
        let claims = try attacker.measurements(of: anna) { _ in claim }
        #expect(claims.count == 3 && band(of: claims) == nil)
        // The controls: the same claim without her own measurements, and somebody who was there.
        #expect(band(of: claims.map { _ in ContactMeasurement(claim).sent(with: nil) }) == .medium)
        let honest = try ben.measurements(of: anna) { try ben.details(ofContact: $0, transmitPower: -15) }
        #expect(band(of: honest) == .medium)
    }

    private func band(of measurements: [ContactMeasurement]) -> AssociationAPI.ExposureAlert.ScoreBand? {
        let day = SampleAssociationAir.start.utcDay
        return ExposureRule().band(of: measurements, on: day, today: day)
    }

    @Test("T7: two hundred tickets are of no use to two hundred others")
    func shared() async throws {
        let ben = try sample.phone(seed: 1_000)
        let phones = try (1...20).map { (seed: UInt64) in try sample.phone(seed: seed, metres: 1) }
        for _ in 0..<10 {
            await sample.air.scan()
            sample.clock.advance(bySeconds: 900)
        }
        let contacts = ben.account.received.map(\.contact)
        #expect(contacts.count == 200)
        var refusals: [ValidationRefusal: Int] = [:]
        for (number, contact) in contacts.enumerated() {
            let interval = contact.ticket.interval
            let issuer = try #require(phones.first { $0.account.issuerID(in: interval) == contact.observedClientID })
            _ = try ben.validate(ben.event(of: contact), issuedBy: issuer)
            let fake = try sample.phone(seed: 5_000 + UInt64(number), metres: 1_000_000)
            for name in [nil, fake.account.issuerID(in: interval)] {
                let event = try fake.event(of: contact, as: name)
                let refusal = #expect(throws: ValidationRefusal.self) { try fake.validate(event, issuedBy: issuer) }
                refusals[try #require(refusal), default: 0] += 1
            }
        }
        #expect(refusals == [.notYourID: 200, .badTicket: 200])
    }

    @Test("T3: a ticket is valid five minutes beside its interval, an authenticator five minutes beside the report")
    func clocks() async throws {
        let (anna, ben) = try sample.pair()
        await sample.air.scan()
        let contact = try #require(ben.account.received.first).contact
        let (start, end) = (contact.ticket.interval.start, contact.ticket.interval.end)
        func refusal(at time: UnixTime, after seconds: Int64 = 0) throws -> ValidationRefusal? {
            let event = try ben.event(of: contact, receivedAt: time, authenticatedAfter: seconds)
            do {
                _ = try ben.validate(event, issuedBy: anna)
                return nil
            } catch let refusal as ValidationRefusal {
                return refusal
            }
        }
        #expect(try refusal(at: start.advanced(bySeconds: -300)) == nil)
        #expect(try refusal(at: start.advanced(bySeconds: -301)) == .outsideValidity)
        #expect(try refusal(at: end.advanced(bySeconds: 299)) == nil)
        #expect(try refusal(at: end.advanced(bySeconds: 300)) == .outsideValidity)
        for sign in [-1, 1] as [Int64] {
            #expect(try refusal(at: start, after: sign * 300) == nil)
            #expect(try refusal(at: start, after: sign * 301) == .staleAuthenticator)
        }
    }

    private static func authority(_ byte: UInt8) throws -> AttestationSigningKey {
        try AttestationSigningKey(SecretBytes([UInt8](repeating: byte, count: 32)))
    }
}

extension AirPhone {
    /// A signal of one strength each minute for a quarter of an hour.
    fileprivate func claim(rssi: Int8, power: Int8) throws -> RiskExposureDetails {
        let samples = (0..<15).map { RSSISample(second: UInt16($0 * 60), rssi: rssi) }
        let power = try TaggedValue(code: RiskExposureDetails.Code.transmitPower, value: [UInt8(bitPattern: power)])
        return RiskExposureDetails(try RSSISample.entries(of: samples) + [power])
    }
}

extension SampleAccount {
    /// The phone's ClientID, if it was on the air.
    func issuerID(in interval: AssociationInterval) -> ClientID? { credentials(in: interval)?.issuer.clientID }
}

/// One half of a relay: it answers with what the phone at the other end of a connection answers.
private final class Relay: ConnectionPeer {
    let values: [ConnectionValue]
    private let home: RadioAddress
    private let connection: any RadioConnection
    private let delay: @Sendable () -> Void

    init(at home: RadioAddress, from connection: any RadioConnection, delay: @escaping @Sendable () -> Void) {
        values = [ExchangeValues.identity, ExchangeValues.introduction, ExchangeValues.delivery].compactMap {
            ConnectionValue($0, isReadable: true, maxWriteLength: ConnectionValue.maxLength)
        }
        self.home = home
        self.connection = connection
        self.delay = delay
    }

    func advertise(at time: UnixTime) -> Broadcast? { Broadcast(packet: ExchangeValues.packet, address: home) }

    func receive(_ heard: [ConnectableAdvertisement]) {}
    func forget(_ connection: ConnectionID) {}

    func read(_ value: ConnectionValueID, over connection: ConnectionID) async throws(ConnectionRefusal) -> [UInt8] {
        delay()
        return (try? await self.connection.read(value)) ?? []
    }

    func accept(
        _ bytes: [UInt8],
        for value: ConnectionValueID,
        over connection: ConnectionID
    ) async throws(ConnectionRefusal) {
        delay()
        try? await self.connection.write(bytes, to: value)
    }
}
