import AssociationExchange
import AssociationProtocol
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import PhonePorts
import PhoneSimulation
import Synchronization
import Testing

/// T10: whatever a phone nearby does, the others exchange their tickets.
@Suite("Hostile phones on the air", .timeLimit(.minutes(10)))
struct HostilePeerTests {
    private let sample = SampleAssociationAir()

    @Test("cannot use a changed introduction or ticket, whatever the bit")
    func everyBit() async throws {
        var settings = ExchangeSettings()
        settings.limits = ExchangeLimits(maxIntroductions: 10_000, maxIntroductionsPerMinute: 10_000)
        let anna = try sample.phone(seed: 1, settings: settings)
        let ben = try sample.phone(seed: 2, metres: 1)
        let introduction = try await anna.introduction(by: ben.account)
        for bit in 0..<introduction.count * 8 {
            // X25519 ignores the highest bit of a key (RFC 7748 section 5). The packet's tag does not.
            #expect(await anna.refusal(of: introduction.flipping(bit)) == .malformed, "bit \(bit)")
        }
        #expect(await anna.refusal(of: introduction) == nil, "the control")
        // The receiver can check seal and session keys. The rest is encrypted for issuer and authority.
        let ticket = try await ben.ticket(for: anna)
        let checked = HeraldHeader.size + SealPacket.size(.sealed) + HeraldHeader.size + 96
        for bit in 0..<checked * 8 {
            let refusal = await anna.refusal(of: ticket.flipping(bit), as: ExchangeValues.delivery)
            #expect(refusal == .malformed, "bit \(bit)")
        }
        #expect(anna.account.received.isEmpty)
        #expect(await anna.refusal(of: ticket, as: ExchangeValues.delivery) == nil)
        #expect(anna.account.received.count == 1)
    }

    @Test("lie, break off or hang, and the phone beside them gets its ticket", arguments: Misconduct.allCases)
    func misconduct(misconduct: Misconduct) async throws {
        let gate = Gate()
        for number in 0..<3 as Range<UInt64> {
            let address = try #require(RadioAddress(rawValue: 100 + number))
            sample.antenna(at: 0.5).startConnecting(for: Liar(misconduct, at: address, gate: gate))
        }
        let (anna, ben) = try sample.pair()
        let scan = Task { await sample.air.scan() }
        // A phone that never answers is ended by the radio in reality. Here the test does it, after the others.
        while misconduct == .hangs && ben.account.received.isEmpty {
            await Task.yield()
        }
        #expect(misconduct != .hangs || ben.account.received.count == 1)
        gate.open()
        _ = await scan.value
        #expect(anna.account.received.count == 1 && ben.account.received.count == 1)
    }

    @Test("answer within two seconds, or not at all", arguments: [(2, 1), (3, 0)] as [(Int64, Int)])
    func slow(seconds: Int64, tickets: Int) async throws {
        let clock = sample.clock
        let anna = try sample.phone(seed: 1) { WatchedRadio(radio: $0, delay: { clock.advance(bySeconds: seconds) }) }
        let ben = try sample.quietPhone(seed: 2)
        await sample.air.scan()
        clock.advance(bySeconds: 360)
        await sample.air.scan()
        #expect(anna.account.received.count == tickets && ben.account.received.count == tickets)
    }

    @Test("flood a phone with 1000 connections a second, and honest phones exchange tickets with it by its own calls")
    func flood() async throws {
        let anna = try sample.phone(seed: 1)
        var introductions: [[UInt8]] = []
        for seed in 100..<300 as Range<UInt64> {
            let stranger = try SampleAccount(seed: seed, profile: .sealed, attestation: nil, policy: .off)
            introductions.append(try await anna.introduction(by: stranger))
        }
        let seconds = Effort.choose(quick: 5, whole: 120)
        #expect(await flood(anna, introductions, seconds: seconds) == 64 * ((seconds + 59) / 60))
        let ben = try sample.phone(seed: 2, metres: 1)
        await sample.air.scan()
        #expect(anna.account.received.isEmpty && ben.account.received.count == 1)
        // Ben's calls are refused, so she reads his ticket.
        sample.clock.advance(bySeconds: 360)
        #expect(await flood(anna, introductions, seconds: 1) == 64)
        await sample.air.scan()
        #expect(anna.account.received.count == 1 && ben.account.received.count == 1)
        // She measured him, and he could not measure her.
        let received = try #require(anna.account.received.first)
        #expect(received.signals.map(\.rssi) == [-64, -64])
        #expect(try anna.validate(anna.event(of: received.contact), issuedBy: ben).observation?.rssi == 127)
    }

    /// Calls a phone 1000 times a second.
    ///
    /// - Returns: how many key agreements it makes.
    private func flood(_ phone: AirPhone, _ introductions: [[UInt8]], seconds: Int) async -> Int {
        let before = await phone.peer.agreementsForCallers
        for number in 0..<seconds * 1000 {
            if number.isMultiple(of: 1000), number > 0 {
                sample.clock.advance(bySeconds: 1)
            }
            let connection = UInt64(sample.clock.now().seconds) * 1000 + UInt64(number % 1000)
            _ = await phone.refusal(of: introductions[number % introductions.count], over: connection)
        }
        return await phone.peer.agreementsForCallers - before
    }

    @Test("repeat the introduction of another phone, which costs nothing and makes no ticket worse")
    func repeated() async throws {
        let (anna, ben) = try sample.pair()
        let introduction = try await anna.introduction(by: ben.account)
        for number in 0..<1000 as Range<UInt64> {
            #expect(await anna.refusal(of: introduction, over: number + 10) == nil)
        }
        #expect(await anna.peer.agreementsForCallers == 1)
        // The ticket that the attacker reads is without a measurement. Nobody but Ben could open it.
        _ = try await anna.peer.read(ExchangeValues.delivery, over: ConnectionID(10))
        await sample.air.scan()
        let received = try #require(ben.account.received.first).contact
        #expect(try ben.validate(ben.event(of: received), issuedBy: anna).observation?.rssi == -64)
        #expect(anna.account.issued.count == 2)
    }

    @Test("invent a hundred addresses, and the nearest phone is called first")
    func addresses() async throws {
        let calls = Counter()
        for number in 0..<100 as Range<UInt64> {
            let address = try #require(RadioAddress(rawValue: 100 + number))
            sample.antenna(at: 20).startConnecting(for: Liar(.lies, at: address, gate: Gate()))
        }
        let anna = try sample.phone(seed: 1) { WatchedRadio(radio: $0, delay: { calls.increment() }) }
        let ben = try sample.phone(seed: 2, metres: 1)
        for _ in 0..<2 {
            await sample.air.scan()
        }
        #expect(anna.account.received.count == 1 && ben.account.received.count == 1)
        // 63 liars fail at their first answer. The exchange with Ben has four steps.
        #expect(calls.value == 63 + 4)
    }
}

enum Misconduct: CaseIterable {
    case lies, refuses, breaksOff, hangs, tooLong
}

/// A phone that does not keep to the protocol.
private final class Liar: ConnectionPeer {
    let values: [ConnectionValue]
    private let misconduct: Misconduct
    private let home: RadioAddress
    private let gate: Gate
    private let isGone = Mutex(false)

    init(_ misconduct: Misconduct, at home: RadioAddress, gate: Gate) {
        values = [ConnectionValue(ExchangeValues.identity, isReadable: true, maxWriteLength: nil)].compactMap(\.self)
        (self.misconduct, self.home, self.gate) = (misconduct, home, gate)
    }

    func advertise(at time: UnixTime) -> Broadcast? {
        isGone.withLock { $0 } ? nil : Broadcast(packet: ExchangeValues.packet, address: home)
    }

    func receive(_ heard: [ConnectableAdvertisement]) {}
    func forget(_ connection: ConnectionID) {}

    func read(_ value: ConnectionValueID, over connection: ConnectionID) async throws(ConnectionRefusal) -> [UInt8] {
        switch misconduct {
        case .lies: return [UInt8](repeating: 9, count: 37)
        case .refuses: if let refusal = ConnectionRefusal(code: 0x80) { throw refusal }
        case .breaksOff: isGone.withLock { $0 = true }
        case .hangs: await gate.wait()
        case .tooLong: return [UInt8](repeating: 9, count: 513)
        }
        return []
    }

    func accept(
        _ bytes: [UInt8],
        for value: ConnectionValueID,
        over connection: ConnectionID
    ) async throws(ConnectionRefusal) {}
}

private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
}

/// Lets everyone who waits go on once it is open.
private final class Gate: Sendable {
    private let content = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = content.withLock { content in
                if !content.isOpen {
                    content.waiting.append(continuation)
                }
                return content.isOpen
            }
            if isOpen {
                continuation.resume()
            }
        }
    }

    func open() {
        let waiting = content.withLock { content in
            defer { content = (true, []) }
            return content.waiting
        }
        waiting.forEach { $0.resume() }
    }
}

/// A radio of which a test delays or hears what phones send over connections.
struct WatchedRadio: ConnectionRadio {
    let radio: any ConnectionRadio
    var delay: @Sendable () -> Void = {}
    var hear: @Sendable (_ bytes: [UInt8], _ isOwn: Bool) -> Void = { _, _ in }

    func startConnecting(for peer: any ConnectionPeer) { radio.startConnecting(for: peer) }
    func stopConnecting() { radio.stopConnecting() }

    func connect(to address: RadioAddress) async throws(ConnectionError) -> any RadioConnection {
        Connection(connection: try await radio.connect(to: address), delay: delay, hear: hear)
    }

    private struct Connection: RadioConnection {
        let connection: any RadioConnection
        let delay: @Sendable () -> Void
        let hear: @Sendable (_ bytes: [UInt8], _ isOwn: Bool) -> Void

        func read(_ value: ConnectionValueID) async throws(ConnectionError) -> [UInt8] {
            delay()
            let bytes = try await connection.read(value)
            hear(bytes, false)
            return bytes
        }

        func write(_ bytes: [UInt8], to value: ConnectionValueID) async throws(ConnectionError) {
            delay()
            hear(bytes, true)
            try await connection.write(bytes, to: value)
        }

        func disconnect() async { await connection.disconnect() }
    }
}

extension [UInt8] {
    /// The bytes with one bit changed.
    func flipping(_ bit: Int) -> [UInt8] {
        var bytes = self
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return bytes
    }
}
