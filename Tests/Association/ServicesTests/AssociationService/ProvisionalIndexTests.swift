import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import Persistence
import Synchronization
import Testing

@Suite("Indexes of intervals that have not ended")
struct ProvisionalIndexTests {
    private typealias Samples = AssociationSamples

    @Test("are made once, whoever asks")
    func once() async throws {
        let accounts = CountedAccounts(try await AssociationStoreSet.temporary().accounts)
        _ = try await accounts.register(Samples.new(1), limits: Samples.limits(10), now: Samples.now)
        let indexes = ProvisionalIndexes(accounts: accounts)
        let interval = AssociationInterval(clamping: Samples.now)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask { try await indexes.index(of: interval).index.count }
            }
            for try await count in group {
                #expect(count == 1)
            }
        }
        #expect(accounts.reads == 1)
        await indexes.forget(before: AssociationInterval(interval.number + 1))
        _ = try await indexes.index(of: interval)
        #expect(accounts.reads == 2)
    }

    @Test("are ready for the present interval and the next, before an upload")
    func ready() async throws {
        let stores = try await AssociationStoreSet.temporary()
        let accounts = CountedAccounts(stores.accounts)
        let indexes = ProvisionalIndexes(accounts: accounts)
        let job = ClientIDIndexJob(stores: stores, clock: ManualClock(Samples.now), provisional: indexes)
        _ = try await job.run()
        let made = accounts.reads
        let present = AssociationInterval(clamping: Samples.now)
        for number in present.number...present.number + 1 {
            _ = try await indexes.index(of: AssociationInterval(number))
        }
        #expect(accounts.reads == made)
        // The control: nobody made the one after.
        _ = try await indexes.index(of: AssociationInterval(present.number + 2))
        #expect(accounts.reads == made + 1)
    }

    @Test("a phone that registers after the first report of an interval is found in the second")
    func newcomer() async throws {
        let (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen()
        let now = authority.clock.now()
        #expect(try await authority.takeReport(of: ben, [ben.meet(anna, at: now)]).count == 1)
        let dora = try await authority.register("dora")
        #expect(try await authority.takeReport(of: anna, [anna.meet(dora, at: now)]).count == 2)
    }

    @Test("a phone that registers at another process is found by the next report, also right before midnight")
    func newcomerElsewhere() async throws {
        for time in [Samples.now, Samples.today.startInUTC.advanced(bySeconds: UnixTime.secondsPerDay - 60)] {
            let here = try await SampleAuthority()
            let elsewhere = try await SampleAuthority(beside: here)
            here.clock.set(time)
            let (anna, ben) = (try await here.register("anna"), try await here.register("ben"))
            #expect(try await here.takeReport(of: ben, [ben.meet(anna, at: time)]).count == 1)
            let dora = try await elsewhere.register("dora")
            here.clock.advance(bySeconds: 70)
            let now = here.clock.now()
            #expect(try await here.takeReport(of: anna, [anna.meet(dora, at: now)]).count == 2)
            #expect(here.refused(.unknownIssuer) == 0)
        }
    }

    @Test("the accounts of a day are read once in a round, and only for an interval whose index is not stored")
    func rounds() async throws {
        let accounts = CountedAccounts(try await AssociationStoreSet.temporary().accounts)
        let indexes = ProvisionalIndexes(accounts: accounts)
        let interval = AssociationInterval(clamping: Samples.now)
        func register(_ number: UInt8) async throws {
            let subject = ProofSubject(Samples.digest(number))
            let new = NewAccount(try Samples.account(number, since: Samples.today), subject: subject)
            _ = try await accounts.register(new, limits: Samples.limits(10), now: Samples.now)
        }
        #expect(try await !indexes.catchUp(for: [interval]))
        try await register(1)
        #expect(try await indexes.index(of: interval).index.count == 1)
        #expect(try await !indexes.catchUp(for: [AssociationInterval(interval.number + 9)]))
        #expect(accounts.dayReads == 0)
        try await register(2)
        #expect(try await indexes.catchUp(for: [interval]))
        #expect(try await indexes.index(of: interval).newcomers.values.map(\.self) == [Samples.registration(2)])
        #expect(accounts.dayReads == 1)
        try await register(3)
        #expect(try await !indexes.catchUp(for: [interval]))
        await indexes.beginRound()
        #expect(try await indexes.catchUp(for: [interval]))
        #expect(try await indexes.index(of: interval).newcomers.count == 2)
        #expect(accounts.dayReads == 2)
        // The index of the next interval has all of them.
        let next = AssociationInterval(interval.number + 1)
        #expect(try await indexes.index(of: next).index.count == 3)
        await indexes.beginRound()
        #expect(try await indexes.catchUp(for: [next]))
        #expect(try await indexes.index(of: next).newcomers.isEmpty)
    }
}

/// Counts the readings of parts of all accounts.
private final class CountedAccounts: AccountStore {
    private let base: any AccountStore
    private let count = Mutex((all: 0, ofDays: 0))

    init(_ base: any AccountStore) {
        self.base = base
    }

    var reads: Int { count.withLock { $0.all } }
    /// The readings of parts of the accounts of a day.
    var dayReads: Int { count.withLock { $0.ofDays } }

    func count(in district: PostalDistrict?) async throws(StoreError) -> Int { try await base.count(in: district) }

    func accounts(after last: AccountNumber?, limit: Int) async throws(StoreError) -> [NumberedAccount] {
        count.withLock { $0.all += 1 }
        return try await base.accounts(after: last, limit: limit)
    }

    func register(
        _ new: NewAccount,
        limits: RegistrationLimits,
        now: UnixTime
    ) async throws(StoreError) -> RegistrationOutcome {
        try await base.register(new, limits: limits, now: now)
    }

    func hasRoom(
        in district: PostalDistrict,
        limits: RegistrationLimits,
        now: UnixTime
    ) async throws(StoreError) -> Bool {
        try await base.hasRoom(in: district, limits: limits, now: now)
    }

    func account(_ registration: RegistrationID) async throws(StoreError) -> Account? {
        try await base.account(registration)
    }

    func proven(
        _ registration: RegistrationID
    ) async throws(StoreError) -> (account: Account, subject: ProofSubject)? {
        try await base.proven(registration)
    }

    func end(_ registration: RegistrationID) async throws(StoreError) -> Bool { try await base.end(registration) }

    func countAttestations(
        of registration: RegistrationID,
        on day: CalendarDay,
        limit: Int
    ) async throws(StoreError) -> Bool {
        try await base.countAttestations(of: registration, on: day, limit: limit)
    }

    func noteUse(of registrations: [RegistrationID], on day: CalendarDay) async throws(StoreError) {
        try await base.noteUse(of: registrations, on: day)
    }

    func endUnused(before day: CalendarDay, today: CalendarDay, limit: Int) async throws(StoreError) -> Int {
        try await base.endUnused(before: day, today: today, limit: limit)
    }

    func advanceChains(to day: CalendarDay, limit: Int) async throws(StoreError) -> Int {
        try await base.advanceChains(to: day, limit: limit)
    }

    func accounts(_ numbers: Set<AccountNumber>) async throws(StoreError) -> [NumberedAccount] {
        try await base.accounts(numbers)
    }

    func accounts(
        registeredOn day: CalendarDay,
        after last: RegistrationID?,
        limit: Int
    ) async throws(StoreError) -> [NumberedAccount] {
        count.withLock { $0.ofDays += 1 }
        return try await base.accounts(registeredOn: day, after: last, limit: limit)
    }

    func deleteCounts(now: UnixTime) async throws(StoreError) -> Int { try await base.deleteCounts(now: now) }
}
