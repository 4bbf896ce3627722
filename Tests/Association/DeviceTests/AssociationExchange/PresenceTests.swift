import AssociationProtocol
import ExposurePrimitives
import PhonePorts
import Testing

@testable import AssociationExchange

@Suite("A phone's presence in an interval")
struct PresenceTests {
    @Test("counts the signals of the first address that showed a key, and of no phone without a ticket")
    func repeatedKey() throws {
        let sample = SampleAssociationAir()
        let account = try sample.phone(seed: 1).account
        let interval = AssociationInterval(clamping: SampleAssociationAir.start)
        let credentials = try #require(account.credentials(in: interval))
        let (own, first, second) = (try Self.address(1), try Self.address(2), try Self.address(3))
        var presence = try ExchangePresence(credentials, at: own, limits: ExchangeLimits())
        let key = credentials.issuer.identity.publicKey
        presence.note(key, at: first, rssi: -60)
        presence.note(key, at: second, rssi: -30)
        #expect(presence.measuredKey(at: first) == nil)
        _ = presence.noteTicket(of: key)
        #expect(presence.measuredKey(at: first) == key)
        #expect(presence.measuredKey(at: second) == nil)
        #expect(presence.strength(of: key) == -60)
        presence.forgetTicket(of: key)
        #expect(presence.measuredKey(at: first) == nil)
    }

    private static func address(_ value: UInt64) throws -> RadioAddress { try #require(RadioAddress(rawValue: value)) }
}
