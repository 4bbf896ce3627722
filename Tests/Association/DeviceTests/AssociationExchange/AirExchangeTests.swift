import AssociationExchange
import AssociationProtocol
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization
import Testing

@Suite("Exchanges on the air")
struct AirExchangeTests {
    private let sample = SampleAssociationAir()

    @Test(
        "give each of two phones one ticket in each interval, over one call by each",
        arguments: RadioProfile.allCases
    )
    func twoPhones(profile: RadioProfile) async throws {
        let (anna, ben) = try sample.pair(profile: profile)
        for interval in 1...2 {
            await sample.air.scan()
            await sample.air.scan()
            for (phone, other) in [(anna, ben), (ben, anna)] {
                #expect(phone.account.received.count == interval && phone.account.issued.count == interval)
                let contact = try #require(phone.account.received.last).contact
                // Anna scans first.
                #expect(contact.side == (phone.account === anna.account ? .calling : .answering))
                // Callers that read take no room from tickets that are written.
                #expect(other.account.issuedSides.allSatisfy { $0 == .calling })
                let record = try #require(other.account.issued.last)
                let secret = try #require(other.account.secret(of: record.interval.day))
                #expect(record.confirms(contact.ticket.handle, secret: secret))
                _ = try phone.validate(phone.event(of: contact), issuedBy: other)
            }
            sample.clock.advance(bySeconds: 900)
        }
    }

    @Test("put the strength of the issuer's scan into each ticket")
    func strengths() async throws {
        let (anna, ben) = try sample.pair()
        await sample.air.scan()
        // -14 dBm less 50 dB are -64 dBm.
        for (phone, other) in [(anna, ben), (ben, anna)] {
            let received = try #require(phone.account.received.first)
            let observation = try phone.validate(phone.event(of: received.contact), issuedBy: other).observation
            #expect(observation?.rssi == -64 && observation?.district == Array("RM01".utf8))
        }
        // Anna scanned first. So Ben had not heard her when her ticket came.
        #expect(anna.account.received.first?.signals.map(\.rssi) == [-64])
        #expect(ben.account.received.first?.signals == [])
        #expect(anna.account.received.first?.contact.side == .calling)
    }

    @Test(
        "read the ticket of a phone that does not call, six minutes after it answered, with all signals until then",
        arguments: [(359, 0), (360, 1)] as [(Int64, Int)]
    )
    func fallback(seconds: Int64, tickets: Int) async throws {
        let anna = try sample.phone(seed: 1)
        let ben = try sample.quietPhone(seed: 2)
        await sample.air.scan()
        #expect(ben.account.received.count == 1 && ben.account.received.first?.contact.side == .answering)
        sample.clock.advance(bySeconds: 60)
        await sample.air.scan()
        sample.clock.advance(bySeconds: seconds - 60)
        await sample.air.scan()
        #expect(anna.account.received.count == tickets)
        for received in anna.account.received {
            #expect(received.contact.side == .calling && received.signals.map(\.rssi) == [-64, -64, -64])
            // Ben did not measure her.
            #expect(try anna.validate(anna.event(of: received.contact), issuedBy: ben).observation?.rssi == 127)
        }
    }

    @Test("note the signals of phones whose tickets came, on both sides")
    func signals() async throws {
        let (anna, ben) = try sample.pair()
        _ = sample.antenna(at: 1)
        for _ in 0..<5 {
            await sample.air.scan()
            sample.clock.advance(bySeconds: 60)
        }
        for phone in [anna, ben] {
            let received = try #require(phone.account.received.first)
            let notes = try #require(phone.account.notes[received.contact.peerKey])
            #expect((received.signals + notes).map(\.rssi) == [-64, -64, -64, -64, -64])
            #expect(phone.account.notes.count == 1)
        }
    }

    @Test("put the power of the issuer into each ticket, and correct what it hears, by the calibration of its model")
    func calibration() async throws {
        let calibration = RadioCalibration(transmitPower: -20, receiveCorrection: 6, confidence: .high)
        let anna = try sample.phone(seed: 1, calibration: calibration)
        let ben = try sample.phone(seed: 2, metres: 1)
        for _ in 0..<2 {
            await sample.air.scan()
        }
        let received = try #require(ben.account.received.first).contact
        let observation = try ben.validate(ben.event(of: received), issuedBy: anna).observation
        #expect(observation?.rssi == -58 && observation?.transmitPower == -20)
        #expect(anna.account.received.first?.signals.map(\.rssi) == [-58])
        #expect(anna.account.notes.values.flatMap(\.self).map(\.rssi) == [-58])
    }

    @Test("give a phone that cannot advertise its ticket at once")
    func silentPhone() async throws {
        var silent = ExchangeSettings()
        silent.canAdvertise = false
        let anna = try sample.phone(seed: 1)
        let ben = try sample.phone(seed: 2, metres: 1, settings: silent)
        await sample.air.scan()
        #expect(await ben.peer.advertise(at: sample.clock.now()) == nil)
        #expect(anna.account.received.count == 1 && ben.account.received.count == 1)
        let annas = try #require(anna.account.received.first).contact
        let bens = try #require(ben.account.received.first).contact
        #expect(try anna.validate(anna.event(of: annas), issuedBy: ben).observation?.rssi == -64)
        #expect(try ben.validate(ben.event(of: bens), issuedBy: anna).observation?.rssi == 127)
    }

    @Test("do not happen while the exchange is off, and begin when it is turned on")
    func off() async throws {
        let (anna, ben) = try sample.pair()
        ben.account.turn(on: false)
        await sample.air.scan()
        #expect(anna.account.received.isEmpty && ben.account.received.isEmpty && ben.account.issued.isEmpty)
        #expect(await ben.refusal { _ = try await $0.read(ExchangeValues.identity, over: $1) } == .notReady)
        ben.account.turn(on: true)
        await sample.air.scan()
        #expect(anna.account.received.count == 1 && ben.account.received.count == 1)
    }

    @Test("end when the exchange is turned off, also those that have begun")
    func turnedOff() async throws {
        let (anna, ben) = try sample.pair()
        let (first, second) = (ConnectionID(1), ConnectionID(2))
        let introduction = try await ben.introduction(by: anna.account)
        for connection in [first, second] {
            try await ben.peer.accept(introduction, for: ExchangeValues.introduction, over: connection)
        }
        _ = try await ben.peer.read(ExchangeValues.delivery, over: first)
        ben.account.turn(on: false)
        await #expect(throws: ConnectionRefusal.self) { try await ben.peer.read(ExchangeValues.delivery, over: second) }
        #expect(ben.account.issued.count == 1)
        #expect(await ben.peer.intervals.isEmpty)
    }

    @Test("leave no private key five minutes after the interval, although the radio is off")
    func erasure() async throws {
        let anna = try sample.phone(seed: 1)
        _ = await anna.peer.advertise(at: sample.clock.now())
        sample.clock.advance(bySeconds: 1199)
        await anna.peer.eraseExpired()
        #expect(await anna.peer.intervals.count == 1)
        sample.clock.advance(bySeconds: 1)
        await anna.peer.eraseExpired()
        #expect(await anna.peer.intervals.isEmpty)
    }

    @Test("let no ticket leave whose record is not stored, and try again")
    func brokenStorage() async throws {
        let (anna, ben) = try sample.pair()
        ben.account.breakStorage(true)
        await sample.air.scan()
        #expect(anna.account.received.isEmpty && ben.account.issued.isEmpty)
        ben.account.breakStorage(false)
        await sample.air.scan()
        #expect(anna.account.received.count == 1 && ben.account.issued.count == 1)
        #expect(ben.account.received.count == 1)
    }

    @Test("need both phones in the same interval", arguments: [(-30, 0), (0, 1), (300, 1)] as [(Int64, Int)])
    func clocks(skew: Int64, tickets: Int) async throws {
        // At the beginning of an interval, a clock that is behind is still in the last one.
        let anna = try sample.phone(seed: 1)
        let ben = try sample.phone(seed: 2, skew: skew, metres: 1)
        await sample.air.scan()
        #expect(anna.account.received.count == tickets && ben.account.received.count == tickets)
        sample.clock.advance(bySeconds: 30)
        await sample.air.scan()
        #expect(anna.account.received.count == 1 && ben.account.received.count == 1)
    }

    @Test("show a key under one address alone, and are silent otherwise")
    func oneAddress() async throws {
        let source = SettableAddress(1)
        let anna = try sample.phone(seed: 1, addresses: source)
        func isOnAir() async -> Bool { await anna.peer.advertise(at: sample.clock.now()) != nil }
        #expect(await isOnAir())
        source.set(2)
        #expect(await !isOnAir())
        sample.clock.advance(bySeconds: 900)
        #expect(await isOnAir())
        sample.clock.advance(bySeconds: 900)
        #expect(await !isOnAir())
        sample.clock.advance(bySeconds: EphemeralIdentity.grace)
        #expect(await !isOnAir())
        source.set(3)
        #expect(await isOnAir())
    }

    @Test("continue within an hour after the clock was set back")
    func setBack() async throws {
        let anna = try sample.phone(seed: 1)
        _ = await anna.peer.advertise(at: sample.clock.now())
        sample.clock.advance(bySeconds: -1800)
        #expect(await anna.peer.advertise(at: sample.clock.now()) == nil)
        sample.clock.advance(bySeconds: -1801)
        #expect(await anna.peer.advertise(at: sample.clock.now()) != nil)
    }

    @Test("refuse with the codes of the protocol")
    func codes() async throws {
        let anna = try sample.phone(seed: 1)
        let introduction = try await anna.introduction(by: sample.phone(seed: 2, metres: 1).account)
        #expect(await anna.refusal { _ = try await $0.read(ExchangeValues.delivery, over: $1) } == .notReady)
        #expect(await anna.refusal(of: [1]) == .malformed)
        for number in 0..<9 {
            #expect(await anna.refusal(of: introduction, over: 7) == (number < 8 ? nil : .rateLimited))
        }
        sample.clock.advance(bySeconds: 900)
        #expect(await anna.refusal(7) { _ = try await $0.read(ExchangeValues.identity, over: $1) } == .staleInterval)
        #expect(await anna.refusal(7) { _ = try await $0.read(ExchangeValues.delivery, over: $1) } == nil)
        sample.clock.advance(bySeconds: EphemeralIdentity.grace)
        #expect(await anna.refusal(7) { _ = try await $0.read(ExchangeValues.delivery, over: $1) } == .notReady)
    }
}

extension AirPhone {
    /// The refusal with which the phone answers a step; nil if it accepts.
    func refusal(
        _ number: UInt64 = 1,
        _ step: (AssociationPeer, ConnectionID) async throws -> Void
    ) async -> ExchangeRefusal? {
        do {
            try await step(peer, ConnectionID(number))
            return nil
        } catch {
            return (error as? ConnectionRefusal).flatMap { ExchangeRefusal(rawValue: $0.code) }
        }
    }

    /// The refusal of bytes that a caller writes.
    func refusal(
        of bytes: [UInt8],
        as value: ConnectionValueID = ExchangeValues.introduction,
        over number: UInt64 = 1
    ) async -> ExchangeRefusal? {
        await refusal(number) { try await $0.accept(bytes, for: value, over: $1) }
    }

    /// What `caller` writes to this phone.
    func introduction(by caller: SampleAccount) async throws -> [UInt8] {
        let interval = AssociationInterval(clamping: SampleAssociationAir.start)
        let credentials = try #require(caller.credentials(in: interval))
        let visit = try ExchangeVisit(
            identity: await peer.read(ExchangeValues.identity, over: ConnectionID(99)),
            issuer: credentials.issuer,
            attestation: credentials.attestation,
            policy: .off
        )
        return try visit.introduction()
    }

    /// The ticket that this phone would write to `other`, to which it introduced itself over connection 1.
    func ticket(for other: AirPhone) async throws -> [UInt8] {
        let interval = AssociationInterval(clamping: SampleAssociationAir.start)
        let credentials = try #require(account.credentials(in: interval))
        let visit = try ExchangeVisit(
            identity: await other.peer.read(ExchangeValues.identity, over: ConnectionID(1)),
            issuer: credentials.issuer,
            policy: .off
        )
        let clientID = try visit.open(await other.peer.read(ExchangeValues.introduction, over: ConnectionID(1)))
        var responder = try ExchangeResponder(issuer: credentials.issuer, policy: .off)
        var generator = SeededGenerator(seed: 5)
        return try responder.delivery(to: clientID, of: visit, observation: nil, using: &generator).bytes
    }
}

/// An address that a test sets.
final class SettableAddress: RadioAddressSource {
    private let value: Mutex<UInt64>

    init(_ value: UInt64) {
        self.value = Mutex(value)
    }

    func set(_ value: UInt64) { self.value.withLock { $0 = value } }

    func address(at time: UnixTime) -> RadioAddress? { RadioAddress(rawValue: value.withLock { $0 }) }
}
