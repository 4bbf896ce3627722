import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ExposurePrimitives
import Testing

@Suite("Who makes indexes")
struct IndexMakerTests {
    private typealias Samples = AssociationSamples

    @Test("keeps keys between intervals, and finds new accounts, ended ones and the next day")
    func reuse() async throws {
        let stores = try await AssociationStoreSet.temporary()
        let maker = ClientIDIndexMaker(accounts: stores.accounts)
        let intervals =
            AssociationInterval.all(of: Samples.today).prefix(4)
            + AssociationInterval.all(of: Samples.today.advanced(byDays: 1)).prefix(2)
        var sizes: [Int] = []
        for (step, interval) in intervals.enumerated() {
            for number in 1...3 {
                let new = try Samples.new(UInt8(step * 10 + number))
                _ = try await stores.accounts.register(new, limits: Samples.limits(100), now: Samples.now)
            }
            if step > 0 {
                _ = try await stores.accounts.end(Samples.registration(UInt8(step * 10 - 9)))
            }
            let index = try await maker.index(of: interval)
            #expect(try await index == ClientIDIndexMaker(accounts: stores.accounts).index(of: interval))
            sizes.append(index.count)
            // The account that ended has left the index, and one that stays is in it.
            for (number, isThere) in [(UInt8(1), step == 0), (2, true)] {
                let keys = try Samples.account(number).chain.dayKeys(on: interval.day)
                #expect(try index.candidates(for: keys.clientID(in: interval)).isEmpty == !isThere)
            }
        }
        #expect(sizes == [3, 5, 7, 9, 11, 13])
    }

    @Test("leaves out an account without a key of that day")
    func younger() async throws {
        let stores = try await AssociationStoreSet.temporary()
        _ = try await stores.accounts.register(Samples.new(1), limits: Samples.limits(10), now: Samples.now)
        let maker = ClientIDIndexMaker(accounts: stores.accounts)
        for (age, count) in [(21, 1), (22, 0)] {
            let day = Samples.today.advanced(byDays: -age)
            let interval = try #require(AssociationInterval.all(of: day).first)
            #expect(try await maker.index(of: interval).count == count)
        }
    }
}
