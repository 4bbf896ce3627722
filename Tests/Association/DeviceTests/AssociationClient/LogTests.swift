import AssociationAPI
import AssociationExchange
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import Testing

@testable import AssociationClient

@Suite("The log of a phone")
struct LogTests {
    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    @Test("keeps contacts for as many days as are set", arguments: [14, 21])
    func contacts(days: Int) async throws {
        await ben.app.send(.setContactDays(days))
        try await ben.meet(anna)
        authority.clock.advance(bySeconds: Int64(days) * 86_400)
        await ben.app.send(.phoneChanged)
        #expect(await ben.state.exchange.log.contacts.count == 1)
        authority.clock.advance(bySeconds: 86_400)
        await ben.app.send(.phoneChanged)
        #expect(await ben.state.exchange.log.contacts.isEmpty)
    }

    @Test("has no other setting", arguments: [(13, 14), (14, 14), (21, 21), (22, 21)])
    func setting(chosen: Int, kept: Int) async throws {
        await anna.app.send(.setContactDays(chosen))
        #expect(await anna.state.exchange.contactDays == kept)
    }

    @Test("keeps records of issued tickets and local secrets for 15 days")
    func records() async throws {
        try await ben.meet(anna)
        let day = authority.clock.now().utcDay
        let contact = try #require(await ben.state.exchange.log.contacts.first)
        let handle = try #require(try contact.draft.details.ticketHandle)
        #expect(await anna.state.exchange.log.confirms(handle, of: AssociationSamples.today))
        authority.clock.advance(bySeconds: 15 * 86_400)
        await anna.app.send(.phoneChanged)
        #expect(await anna.state.exchange.log.confirms(handle, of: AssociationSamples.today))
        authority.clock.advance(bySeconds: 86_400)
        await anna.app.send(.phoneChanged)
        #expect(await !anna.state.exchange.log.confirms(handle, of: AssociationSamples.today))
        #expect(await anna.state.exchange.log.issued.isEmpty)
        #expect(await anna.state.exchange.log.secret(of: day) == nil)
    }

    @Test("has one entry for a phone in an interval, and takes more measurements")
    func measurements() async throws {
        try await ben.meet(anna, samples: 3)
        try await ben.meet(anna, samples: 130)
        let contacts = await ben.state.exchange.log.contacts
        #expect(contacts.count == 1)
        #expect(try contacts.first?.draft.details.rssiSeries?.count == StoredContact.maxSamples)
        authority.clock.advance(bySeconds: 900)
        try await ben.meet(anna)
        #expect(await ben.state.exchange.log.contacts.count == 2)
    }

    @Test("has an end in each interval and on each day, for each side of an exchange", arguments: ExchangeSide.allCases)
    func limits(side: ExchangeSide) throws {
        var log = ContactLog()
        let first = AssociationInterval(clamping: AssociationSamples.today.startInUTC)
        for place in 0..<UInt32(20) {
            for _ in 0..<70 {
                log.add(try Self.record(in: AssociationInterval(first.number + place), from: side))
            }
        }
        #expect(log.issued.count == ContactLog.maxIssuedPerDay)
        #expect(log.issued.count { $0.interval == first } == ContactLog.maxPerInterval)
        // Another day has room again, and so has the other side.
        log.add(try Self.record(in: AssociationInterval(first.number + AssociationInterval.perDay), from: side))
        #expect(log.issued.count == ContactLog.maxIssuedPerDay + 1)
        let other: ExchangeSide = side == .calling ? .answering : .calling
        log.add(try Self.record(in: first, from: other))
        #expect(log.issued.count == ContactLog.maxIssuedPerDay + 2)
    }

    private static func record(in interval: AssociationInterval, from side: ExchangeSide) throws -> StoredTicketRecord {
        let digest = AssociationSamples.digest(1)
        return StoredTicketRecord(
            IssuedTicketRecord(
                profile: .sealed,
                interval: interval,
                jurisdiction: AssociationSamples.jurisdiction,
                handleDigest: digest,
                receiver: ClientID(digest),
                receiverKey: PublicAgreementKey(digest)
            ),
            from: side
        )
    }

    @Test("an identity key is erased five minutes after its interval, by a wake-up of its own")
    func erasure() async throws {
        let parts = try #require(await anna.app.exchangeParts())
        let interval = parts.issuer.interval
        #expect(anna.scheduler[.rotation] == interval.end.advanced(bySeconds: 300))
        authority.clock.set(interval.end.advanced(bySeconds: 299))
        await anna.app.send(.phoneChanged)
        #expect(await anna.state.exchange.identities.first?.identity(in: interval) != nil)
        await anna.run(hours: 1)
        #expect(await anna.state.exchange.identities.first?.identity(in: interval) == nil)
    }

    @Test("everything changes with the interval, and nothing exchanges with the service off")
    func rotation() async throws {
        let before = try #require(await anna.app.exchangeParts())
        let same = try #require(await anna.app.exchangeParts())
        #expect(before.issuer.identity.publicKey == same.issuer.identity.publicKey)
        authority.clock.advance(bySeconds: 900)
        let after = try #require(await anna.app.exchangeParts())
        #expect(before.issuer.identity.publicKey != after.issuer.identity.publicKey)
        #expect(before.issuer.clientID != after.issuer.clientID)
        let strict = try await SamplePhone("carla", authority, policy: .required(by: [])).settleIn()
        #expect(await strict.app.exchangeParts() == nil, "it has no attestation")
        await anna.app.send(.setService(isOn: false))
        #expect(await anna.app.exchangeParts() == nil)
    }
}
