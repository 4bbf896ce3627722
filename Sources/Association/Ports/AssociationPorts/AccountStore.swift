public import AssociationAPI
public import AssociationProtocol
public import ExposurePrimitives
public import Persistence

/// Accounts. Each method is one transaction, durable on return.
public protocol AccountStore: Sendable {
    /// Stores a new account and ends the earlier account of the same subject.
    func register(
        _ new: NewAccount,
        limits: RegistrationLimits,
        now: UnixTime
    ) async throws(StoreError) -> RegistrationOutcome

    /// Whether a district has a registration left in this hour. A registration may be refused all the same: another one
    /// can come between.
    func hasRoom(
        in district: PostalDistrict,
        limits: RegistrationLimits,
        now: UnixTime
    ) async throws(StoreError) -> Bool

    func account(_ registration: RegistrationID) async throws(StoreError) -> Account?

    /// The account with the person or device that it is for.
    func proven(
        _ registration: RegistrationID
    ) async throws(StoreError) -> (account: Account, subject: ProofSubject)?

    /// Ends an account: deletes its keys, its alerts, and the contacts that name it.
    ///
    /// - Returns: false for an unknown account.
    func end(_ registration: RegistrationID) async throws(StoreError) -> Bool

    /// Counts a request for attestations on a day.
    ///
    /// - Returns: false if the account is unknown or has `limit` of them on that day. Nothing was changed then.
    func countAttestations(
        of registration: RegistrationID,
        on day: CalendarDay,
        limit: Int
    ) async throws(StoreError) -> Bool

    /// Notes that accounts are in use on a day, all or none of them. An earlier day changes nothing. Unknown accounts
    /// are left out.
    func noteUse(of registrations: [RegistrationID], on day: CalendarDay) async throws(StoreError)

    /// Ends up to `limit` accounts that were registered before `day` and not used since.
    ///
    /// - Parameter today: the day of the last use for accounts of which it is not known.
    /// - Returns: the number of ended accounts.
    func endUnused(before day: CalendarDay, today: CalendarDay, limit: Int) async throws(StoreError) -> Int

    /// Moves the chain keys of up to `limit` accounts to `day` and overwrites the older ones.
    ///
    /// - Returns: the number of accounts that were moved.
    func advanceChains(to day: CalendarDay, limit: Int) async throws(StoreError) -> Int

    /// How many accounts a district has; nil for all districts.
    func count(in district: PostalDistrict?) async throws(StoreError) -> Int

    /// Up to `limit` accounts in the order of their random numbers.
    func accounts(after last: AccountNumber?, limit: Int) async throws(StoreError) -> [NumberedAccount]

    /// Up to `limit` accounts that were registered on a day, in the order of their random IDs.
    func accounts(
        registeredOn day: CalendarDay,
        after last: RegistrationID?,
        limit: Int
    ) async throws(StoreError) -> [NumberedAccount]

    /// The accounts with these numbers, in the order of their numbers.
    func accounts(_ numbers: Set<AccountNumber>) async throws(StoreError) -> [NumberedAccount]

    /// Deletes the counts of registrations of past hours.
    ///
    /// - Returns: the number of deleted rows.
    func deleteCounts(now: UnixTime) async throws(StoreError) -> Int
}

/// The index of ClientIDs. It can be made again from the accounts.
public protocol ClientIDIndexStore: Sendable {
    /// Those of `intervals` that have no index yet.
    func intervalsWithoutIndex(
        _ intervals: ClosedRange<AssociationInterval>
    ) async throws(StoreError) -> [AssociationInterval]

    /// Stores the index of an interval, in place of an earlier one.
    func put(_ index: ClientIDIndex, of interval: AssociationInterval) async throws(StoreError)

    /// The index of an interval; nil if it has none.
    func index(of interval: AssociationInterval) async throws(StoreError) -> ClientIDIndex?

    /// Deletes the indexes of intervals before `interval`.
    ///
    /// - Returns: the number of deleted rows.
    func deleteIndexes(before interval: AssociationInterval) async throws(StoreError) -> Int
}

/// The stores of the authority, as one adapter provides them.
public struct AssociationStoreSet: Sendable {
    public let accounts: any AccountStore
    public let reports: any ReportStore
    public let inbox: any BatchInbox
    public let cases: any CaseStore
    public let forwarding: any ForwardingStore
    public let boxes: any BoxStore
    public let alerts: any AlertStore
    public let indexes: any ClientIDIndexStore
    public let traces: any TraceErasure

    public init(
        accounts: any AccountStore,
        reports: any ReportStore,
        inbox: any BatchInbox,
        cases: any CaseStore,
        forwarding: any ForwardingStore,
        boxes: any BoxStore,
        alerts: any AlertStore,
        indexes: any ClientIDIndexStore,
        traces: any TraceErasure
    ) {
        self.accounts = accounts
        self.reports = reports
        self.inbox = inbox
        self.cases = cases
        self.forwarding = forwarding
        self.boxes = boxes
        self.alerts = alerts
        self.indexes = indexes
        self.traces = traces
    }
}
