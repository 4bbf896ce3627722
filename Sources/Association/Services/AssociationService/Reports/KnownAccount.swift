import AssociationPorts
import AssociationProtocol
import ExposurePrimitives

/// An account with its keys of the days that a report is about. They are derived once for all records of a batch.
struct KnownAccount: Sendable {
    let registration: RegistrationID
    let keys: AccountKeys

    /// - Parameter times: of the contacts. Keys of the days beside them are there too, because clocks differ around
    ///   midnight.
    /// - Returns: nil if the account has no key of these days.
    init?(_ account: Account, times: ClosedRange<UnixTime>) {
        let first = times.lowerBound.utcDay.advanced(byDays: -1)
        let last = times.upperBound.utcDay.advanced(byDays: 1)
        guard let keys = try? AccountKeys(account.chain, from: first, through: last) else {
            return nil
        }
        registration = account.registration
        self.keys = keys
    }
}
