public import AssociationAPI
public import AssociationProtocol
public import ExposurePrimitives
public import Persistence

/// Alerts for the phones of accounts: one for each account and day of exposure. Each method is one transaction, durable
/// on return.
public protocol AlertStore: Sendable {
    /// Stores an alert. In place of an earlier one for the same account and day only if its band is higher: the new one
    /// is then visible once one of them would have been.
    ///
    /// - Returns: false if nothing was changed: the account is unknown, or has an alert of this band or a higher one.
    func add(_ new: NewAlert) async throws(StoreError) -> Bool

    /// The visible alerts of an account: the newest days first, up to
    /// ``/AssociationAPI/AssociationLimits/maxPollAlerts``, and none of more than ``NewAlert/handleLife`` days ago.
    func alerts(for registration: RegistrationID, now: UnixTime) async throws(StoreError) -> [ExposureAlert]

    /// Deletes the alerts of days more than ``NewAlert/life`` days ago, and handles after ``NewAlert/handleLife`` days.
    ///
    /// - Returns: the number of deleted rows.
    func deleteAlerts(now: UnixTime) async throws(StoreError) -> Int
}
