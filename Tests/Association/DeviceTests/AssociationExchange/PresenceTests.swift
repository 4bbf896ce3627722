import AssociationProtocol
import ExposurePrimitives
import PhonePorts
import Testing

@testable import AssociationExchange

@Suite("A phone's presence in an interval")
struct PresenceTests {
    @Test("counts the signals of the first address that showed a key")
    func repeatedKey() throws {
        let sample = SampleAssociationAir()
        let account = try sample.phone(seed: 1).account
        let interval = AssociationInterval(clamping: SampleAssociationAir.start)
        let credentials = try #require(account.credentials(in: interval))
        let (own, first, second) = (try Self.address(1), try Self.address(2), try Self.address(3))
        var presence = try ExchangePresence(credentials, at: own, limits: ExchangeLimits())
        let key = credentials.issuer.identity.publicKey
        let signals = zip([-60, -30, -61] as [Int8], [0, 0, 1] as [Int64]).map { rssi, second in
            ExchangeSignal(rssi: rssi, time: interval.start.advanced(bySeconds: second))
        }
        presence.note(key, at: first, signals[0])
        presence.note(key, at: second, signals[1])
        #expect(presence.measuredKey(at: first) == key)
        #expect(presence.measuredKey(at: second) == nil)
        presence.note(signals[1], of: key)
        presence.note(signals[2], of: key)
        #expect(presence.signals(of: key) == [signals[0], signals[2]])
    }

    @Test("calls an address three times, and once more to read")
    func budget() throws {
        let sample = SampleAssociationAir()
        let account = try sample.phone(seed: 1).account
        let interval = AssociationInterval(clamping: SampleAssociationAir.start)
        let credentials = try #require(account.credentials(in: interval))
        let other = try Self.address(2)
        var presence = try ExchangePresence(credentials, at: Self.address(1), limits: ExchangeLimits())
        func calls(after seconds: Int64) -> Int {
            let packet = ReceivedAdvertisement(
                packet: ExchangeValues.packet,
                rssi: -60,
                time: interval.start,
                previousScan: nil
            )
            let heard = [ConnectableAdvertisement(packet, from: other)]
            return presence.planCalls(heard, at: interval.start.advanced(bySeconds: seconds)).count
        }
        #expect((0..<4).map { _ in calls(after: 0) } == [1, 1, 1, 0])
        let key = credentials.issuer.identity.publicKey
        presence.note(key, at: other, ExchangeSignal(rssi: -60, time: interval.start))
        #expect(calls(after: 359) == 0)
        #expect(calls(after: 360) == 1)
        #expect(calls(after: 360) == 0)
        // With its ticket there is nothing to read, and one that was written is not written again.
        presence.noteWritten(to: other)
        _ = presence.noteTicket(of: key)
        #expect(calls(after: 361) == 0)
    }

    private static func address(_ value: UInt64) throws -> RadioAddress { try #require(RadioAddress(rawValue: value)) }
}
