import AssociationPorts
import AssociationProtocol
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
        try await signedSender(for: purpose, among: accounts, now: now)?.account
    }

    /// The same with the person or device that the account is for, and the keys that signed the request.
    func signedSender(
        for purpose: SignedRequest.Purpose,
        among accounts: any AccountStore,
        now: UnixTime
    ) async throws -> (account: Account, subject: ProofSubject, keys: DayKeys)? {
        guard request.purpose == purpose,
            request.time.seconds(since: now).magnitude <= UInt64(SignedRequest.tolerance),
            let (account, subject) = try await accounts.proven(request.registration),
            let keys = account.dayKeys(around: now, where: isAuthentic)
        else {
            return nil
        }
        return (account, subject, keys)
    }
}

extension Account {
    /// The keys of the day of `moment`, or of a day beside it, that fit: clocks differ around midnight. The day itself
    /// comes first, because the keys of a day cost more than twenty derivations.
    fileprivate func dayKeys(around moment: UnixTime, where fit: (DayKeys) -> Bool) -> DayKeys? {
        for offset in [0, -1, 1] {
            if let keys = try? chain.dayKeys(on: moment.utcDay.advanced(byDays: offset)), fit(keys) {
                return keys
            }
        }
        return nil
    }
}
