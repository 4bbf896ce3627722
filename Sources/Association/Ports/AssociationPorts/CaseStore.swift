public import AssociationAPI
public import ExposurePrimitives
public import Persistence

/// Reports on their way to alerts, each as far as it has arrived. Each method is one transaction, durable on return.
public protocol CaseStore: Sendable {
    /// Cases in a state, up to `limit`, in the order of their random numbers.
    func cases(_ state: ReportCase.State, limit: Int) async throws(StoreError) -> [ReportCase]

    /// The contacts that count for the warnings of a case: its own, and those of decided cases with the same accounts
    /// on the same UTC days. By account, interval and case.
    func exposures(by caseID: CaseID) async throws(StoreError) -> [ContactEdge]

    /// Marks a case as decided and stores its alerts, as ``AlertStore/add(_:)`` does, within the limits of each
    /// account. Once no more of its report can arrive, its contacts with other authorities' phones are due, under a new
    /// random number for each authority, and nothing joins them with the case.
    ///
    /// - Returns: nil if the case is unknown, in another state, or has other batches. Nothing was changed then.
    func decide(
        _ decision: CaseDecision,
        limits: AlertLimits,
        now: UnixTime
    ) async throws(StoreError) -> DecisionOutcome?

    /// Marks a waiting case as held, and notes how many people it would warn.
    ///
    /// - Parameter batches: as many as were looked at.
    /// - Returns: false if no waiting case has this number and so many batches. Nothing was changed then.
    func hold(_ caseID: CaseID, batches: Int, people: Int, reasons: HoldReasons) async throws(StoreError) -> Bool

    /// The people near the phone of a case in each interval, by account and interval.
    func meetings(of caseID: CaseID) async throws(StoreError) -> [Meeting]

    /// Other cases of which a batch arrived after `moment`, in any state, that met at least `least` of the same people.
    /// The most in common first, and then by their numbers.
    func overlaps(
        with caseID: CaseID,
        completedAfter moment: UnixTime,
        least: Int
    ) async throws(StoreError) -> [CaseOverlap]

    /// How many people each decided case warned, in ascending order.
    ///
    /// - Parameter district: of the people who reported; nil for all cases.
    func sizes(in district: PostalDistrict?) async throws(StoreError) -> [Int]

    /// Deletes a held case with its contacts, also those for other authorities. A case whose latest batch waits for a
    /// look is held too. Later batches of the report are left out.
    ///
    /// - Returns: false if no held case has this number.
    func refuse(_ caseID: CaseID) async throws(StoreError) -> Bool
}

extension CaseStore {
    /// Marks a waiting case of one batch as held because of its number of people.
    public func hold(_ caseID: CaseID, people: Int) async throws(StoreError) -> Bool {
        try await hold(caseID, batches: 1, people: people, reasons: .crowd)
    }
}
