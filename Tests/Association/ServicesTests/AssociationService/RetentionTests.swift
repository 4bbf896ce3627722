import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ClockPorts
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("The authority's jobs")
struct RetentionTests {
    private static let day = UnixTime.secondsPerDay

    @Test("the keys of more than 21 days ago are gone, and indexes of more than 15")
    func retention() async throws {
        let authority = try await SampleAuthority()
        let phone = try await authority.register("anna")
        _ = try await authority.indexing.run()
        authority.clock.advance(bySeconds: 21 * Self.day)
        #expect(try await authority.retention.run().keys == 0)
        authority.clock.advance(bySeconds: Self.day)
        let outcome = try await authority.retention.run()
        #expect(outcome.keys == 1)
        #expect(outcome.tracesErased)
        let account = try #require(try await authority.stores.accounts.account(phone.registration))
        #expect(account.chain.day == AssociationSamples.today.advanced(byDays: 1))
        #expect(account.chain.exposedBytes == (try phone.chain.advanced(to: account.chain.day)).exposedBytes)
        let interval = AssociationInterval(clamping: AssociationSamples.now.advanced(bySeconds: -3000))
        #expect(try await authority.stores.indexes.index(of: interval) == nil)
    }

    @Test("counts of codes of more than 28 days ago are gone")
    func codeCounts() async throws {
        let authority = try await SampleAuthority()
        _ = try await authority.code()
        authority.clock.advance(bySeconds: 28 * Self.day)
        _ = try await authority.retention.run()
        #expect(try await authority.stores.reports.codeCounts().map(\.codes) == [1])
        authority.clock.advance(bySeconds: Self.day)
        _ = try await authority.retention.run()
        #expect(try await authority.stores.reports.codeCounts() == [])
    }

    @Test("an index exists for every interval of 15 days, and only once it has ended")
    func indexes() async throws {
        let authority = try await SampleAuthority()
        _ = try await authority.register("anna")
        #expect(try await authority.indexing.run() == 15 * 96)
        // The clock shows the start of an interval; the one before is open for five minutes.
        authority.clock.advance(bySeconds: 299)
        #expect(try await authority.indexing.run() == 0)
        authority.clock.advance(bySeconds: 1)
        #expect(try await authority.indexing.run() == 1)
    }

    @Test("nothing is deleted while the clock is not trusted")
    func hold() async throws {
        let authority = try await SampleAuthority()
        authority.clock.hold(since: AssociationSamples.now)
        await #expect(throws: ClockHold.self) { try await authority.retention.run() }
        await #expect(throws: ClockHold.self) { try await authority.indexing.run() }
        authority.clock.trust()
        _ = try await authority.retention.run()
    }
}
