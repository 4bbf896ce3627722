import AssociationExchange
import AssociationProtocol
import AssociationStoreConformance
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import PhonePorts
import PhoneSimulation
import Testing

@testable import AssociationClient

@Suite("The app on a radio")
struct RadioTests {
    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    /// Puts both apps on one air, one metre from each other, without noise.
    private func air() -> ConnectionAir {
        var model = RadioModel()
        model.pairDeviation = 0
        model.scanDeviation = 0
        let air = ConnectionAir(model: model, seed: 1, clock: authority.clock)
        for (number, phone) in [anna, ben].enumerated() {
            let antenna = air.add(
                .init(peer: SimulatedAntenna(), transmitPower: -14, position: .init(x: Double(number), y: 0))
            )
            let seed = UInt64(number)
            let peer = AssociationPeer(
                profile: .sealed,
                radio: antenna,
                account: AppExchangeAccount(phone.app),
                addresses: ClockedAddress(using: SeededGenerator(seed: 10 + seed)),
                clock: authority.clock,
                using: SeededGenerator(seed: 20 + seed)
            )
            antenna.startConnecting(for: peer)
        }
        return air
    }

    @Test("logs a contact of 25 minutes with all that was measured")
    func meeting() async throws {
        let air = air()
        // The phones' clock is at the beginning of an interval.
        for _ in 0..<25 {
            await air.scan()
            authority.clock.advance(bySeconds: 60)
        }
        authority.clock.advance(bySeconds: 300)
        await air.scan()
        for phone in [anna, ben] {
            let drafts = try await phone.state.exchange.log.contacts.map { try $0.draft }
            let lengths = drafts.map { $0.details.rssiSeries?.last?.second }
            // The third contact is of the last scan alone.
            #expect(lengths.count == 3 && lengths[0] == 840 && lengths[1] == 540)
            #expect(await phone.state.exchange.log.issued.count == 3)
        }
    }

    @Test("loses the signals of five minutes at most if the app is killed")
    func killed() async throws {
        let air = air()
        for _ in 0..<10 {
            await air.scan()
            authority.clock.advance(bySeconds: 60)
        }
        for phone in [anna, ben] {
            let restarted = try phone.restarted()
            let contact = try #require(await restarted.state.exchange.log.contacts.first)
            #expect(try contact.draft.details.rssiSeries?.last?.second == 300)
        }
    }

    @Test("shows the key of an interval in one run of the app alone, because each run has another address")
    func restart() async throws {
        let account = AppExchangeAccount(anna.app)
        let interval = AssociationInterval(clamping: authority.clock.now())
        let first = try #require(await account.credentials(in: interval))
        // The control: the same run shows it for the whole interval.
        let again = try #require(await account.credentials(in: interval))
        #expect(first.issuer.identity.publicKey == again.issuer.identity.publicKey)
        let restarted = AppExchangeAccount(try anna.restarted().app)
        #expect(await restarted.credentials(in: interval) == nil)
        authority.clock.set(interval.end)
        let next = try #require(await restarted.credentials(in: AssociationInterval(clamping: interval.end)))
        #expect(next.issuer.identity.publicKey != first.issuer.identity.publicKey)
    }

    /// A phone's account for exchanges, with the credentials of this interval.
    private func account(of phone: SamplePhone) async throws -> (AppExchangeAccount, ExchangeCredentials) {
        let account = AppExchangeAccount(phone.app)
        return (account, try #require(await account.credentials(in: AssociationInterval(clamping: phone.clock.now()))))
    }

    /// The record of a ticket for another phone.
    private static func record(
        _ number: Int,
        by credentials: ExchangeCredentials,
        using generator: inout SeededGenerator
    ) throws -> IssuedTicketRecord {
        let other = PrivateAgreementKey.generate(using: &generator).publicKey
        return try credentials.issuer.issue(
            to: try credentials.issuer.pair(with: other),
            receiver: ClientID(AssociationSamples.digest(UInt8(number))),
            observation: nil,
            using: &generator
        ).record
    }

    @Test("gives no ticket whose record cannot be written, and gives it once there is space")
    func fullStorage() async throws {
        let storage = FillingStorage()
        let claire = try await SamplePhone("claire", authority, storage: storage).settleIn()
        let (account, credentials) = try await account(of: claire)
        var generator = SeededGenerator(seed: 1)
        let record = try Self.record(1, by: credentials, using: &generator)
        storage.isFull = true
        await #expect(throws: AppLogError.notKept) { try await account.keep(record, from: .calling) }
        storage.isFull = false
        try await account.keep(record, from: .calling)
        #expect(await claire.state.exchange.log.issued.count == 1)
    }

    @Test("gives no ticket that the log has no room for, and callers take no room from the phone's own calls")
    func fullLog() async throws {
        let (account, credentials) = try await account(of: anna)
        var generator = SeededGenerator(seed: 1)
        func keep(_ number: Int, from side: ExchangeSide) async throws {
            try await account.keep(Self.record(number, by: credentials, using: &generator), from: side)
        }
        for side in [ExchangeSide.answering, .calling] {
            for number in 0..<ContactLog.maxPerInterval {
                try await keep(number, from: side)
            }
            await #expect(throws: AppLogError.notKept) { try await keep(ContactLog.maxPerInterval, from: side) }
        }
    }
}
