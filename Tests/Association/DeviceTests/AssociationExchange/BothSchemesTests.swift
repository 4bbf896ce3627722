import AssociationExchange
import AssociationProtocol
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Testing

@Suite("Two phones with both schemes")
struct BothSchemesTests {
    @Test("change address, identifier and key together, at each quarter of an hour of a week")
    func week() async throws {
        let quarters = 7 * 96
        let phones = try await Self.live(for: quarters, .together)
        for phone in phones {
            #expect(phone.changes == ChangeCount(whole: quarters))
            #expect(phone.recurring == 0)
            // They meet for two hours of each day.
            #expect(Set(phone.tickets).count == 7 * 8 && phone.tickets.count == 7 * 8)
            #expect(await phone.sightings == 7 * 8)
        }
    }

    @Test("are found if their schemes change at different moments")
    func separate() async throws {
        for phone in try await Self.live(for: 96, .separate) {
            #expect(phone.changes.partial > 0 && phone.recurring > 0)
        }
    }

    private enum Clocks {
        case together, separate
    }

    /// The looks are at the first second of each quarter of an hour and at the last: so a change at any other second is
    /// one within the quarter. The phones scan in its first second.
    private static func live(for quarters: Int, _ clocks: Clocks) async throws -> [HeardPhone] {
        let sample = SampleAssociationAir()
        var phones: [HeardPhone] = []
        for seed in [UInt64(1), 2] {
            phones.append(try await HeardPhone(in: sample, seed: seed, shareAddress: clocks == .together))
        }
        for quarter in 0...quarters {
            for index in phones.indices {
                try await phones[index].look(at: sample.clock.now(), in: quarter)
            }
            if quarter < quarters, quarter % 96 < 8 {
                await sample.air.scan()
                try await phones[0].hear(phones[1], at: sample.clock.now())
                try await phones[1].hear(phones[0], at: sample.clock.now())
            }
            sample.clock.advance(bySeconds: 899)
            for index in phones.indices {
                try await phones[index].look(at: sample.clock.now(), in: quarter)
            }
            sample.clock.advance(bySeconds: 1)
        }
        return phones
    }
}

/// How often something on the air changed: everything, or a part only.
private struct ChangeCount: Equatable {
    var whole = 0
    var partial = 0
}

/// A phone with both schemes, and what an observer noted of it.
private struct HeardPhone {
    private let framework: PortableExposureFramework
    private let phone: AirPhone
    private var last: [[UInt8]] = []
    /// The quarter of an hour in which each value was seen first.
    private var quarters: [[UInt8]: Int] = [:]
    private(set) var changes = ChangeCount()
    /// Values of one quarter of an hour that were seen in another.
    private(set) var recurring = 0

    /// - Parameter shareAddress: otherwise each scheme has a clock and addresses of its own.
    init(in sample: SampleAssociationAir, seed: UInt64, shareAddress: Bool) async throws {
        framework = try await BesideGAENTests.boot(
            shareAddress ? .quarterHours : .irregular,
            seed: seed + 100,
            clock: sample.clock
        )
        phone = try sample.phone(
            seed: seed,
            metres: Double(seed),
            addresses: ClockedAddress(
                beside: shareAddress ? FrameworkAddress(of: framework) : nil,
                using: SeededGenerator(seed: seed + 200)
            )
        )
    }

    /// The received tickets.
    var tickets: [[UInt8]] { phone.account.received.map(\.contact.ticket.ticket.bytes) }

    var sightings: Int { get async { await framework.rawSightings.count } }

    mutating func look(at time: UnixTime, in quarter: Int) async throws {
        let packet = try #require(await framework.broadcast(at: time))
        let exchange = try #require(await phone.peer.advertise(at: time))
        let identity = try await phone.peer.read(ExchangeValues.identity, over: ConnectionID(1))
        let values = [packet.address.bytes, exchange.address.bytes, packet.packet, identity]
        let changed = zip(values, last).count { $0 != $1 }
        if changed == values.count {
            changes.whole += 1
        } else if changed > 0 {
            changes.partial += 1
        }
        recurring += values.count { quarters[$0, default: quarter] != quarter }
        quarters.merge(values.map { ($0, quarter) }) { first, _ in first }
        last = values
    }

    /// Scans for the other's framework.
    func hear(_ other: HeardPhone, at time: UnixTime) async throws {
        let packet = try #require(await other.framework.broadcast(at: time)).packet
        await framework.receive([ReceivedAdvertisement(packet: packet, rssi: -60, time: time, previousScan: nil)])
    }
}
