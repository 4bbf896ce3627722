public import AssociationAPI
public import ExposurePrimitives
public import Persistence

/// Complete reports on their way to alerts. Each method is one transaction, durable on return.
public protocol CaseStore: Sendable {
    /// Cases in a state, up to `limit`, in the order of their random numbers.
    func cases(_ state: ReportCase.State, limit: Int) async throws(StoreError) -> [ReportCase]

    /// The contacts that count for the warnings of a case: its own, and those of decided cases with the same accounts
    /// on the same UTC days. By account, interval and case.
    func exposures(by caseID: CaseID) async throws(StoreError) -> [ContactEdge]

    /// Marks a case as decided and stores its alerts, as ``AlertStore/add(_:)`` does, within the limits of each
    /// account.
    ///
    /// - Returns: nil if the case is unknown or in another state. Nothing was changed then.
    func decide(
        _ decision: CaseDecision,
        limits: AlertLimits,
        now: UnixTime
    ) async throws(StoreError) -> DecisionOutcome?

    /// Marks a waiting case as held, and notes how many people it would warn.
    ///
    /// - Returns: false if no waiting case has this number. Nothing was changed then.
    func hold(_ caseID: CaseID, people: Int) async throws(StoreError) -> Bool

    /// How many people each decided case warned, in ascending order.
    ///
    /// - Parameter district: of the people who reported; nil for all cases.
    func sizes(in district: PostalDistrict?) async throws(StoreError) -> [Int]

    /// Deletes a held case with its contacts.
    ///
    /// - Returns: false if no held case has this number.
    func refuse(_ caseID: CaseID) async throws(StoreError) -> Bool
}
