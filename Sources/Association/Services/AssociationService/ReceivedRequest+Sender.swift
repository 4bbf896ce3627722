import AssociationProtocol
import AssociationStores
import ExposurePrimitives

extension ReceivedRequest {
    /// The account that sent this request.
    ///
    /// - Returns: nil for another purpose, a clock that is off by more than ``SignedRequest/tolerance`` seconds, an
    ///   unknown account, and a wrong signature. No answer may tell which.
    func sender(
        for purpose: SignedRequest.Purpose,
        among accounts: any AccountStore,
        now: UnixTime
    ) async throws -> Account? {
        guard request.purpose == purpose,
            request.time.seconds(since: now).magnitude <= UInt64(SignedRequest.tolerance),
            let account = try await accounts.account(request.registration),
            account.hasDayKeys(around: now, where: isAuthentic)
        else {
            return nil
        }
        return account
    }
}

extension Account {
    /// Whether the keys of the day of `moment`, or of a day beside it, fit: clocks differ around midnight. The day
    /// itself comes first, because the keys of a day cost more than twenty derivations.
    fileprivate func hasDayKeys(around moment: UnixTime, where fit: (DayKeys) -> Bool) -> Bool {
        [0, -1, 1].contains { offset in
            (try? chain.dayKeys(on: moment.utcDay.advanced(byDays: offset))).map(fit) ?? false
        }
    }
}
