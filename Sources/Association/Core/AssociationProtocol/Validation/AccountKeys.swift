public import ExposurePrimitives

/// The day keys of one account for some days, derived once for all records of a batch.
public struct AccountKeys: Sendable, Redacted {
    private let keys: [CalendarDay: DayKeys]

    /// - Parameters:
    ///   - first: the first day; days before the chain key's are left out.
    ///   - last: the last day.
    /// - Throws: `otherDay` if `last` is further away than ``ChainKey/maxSteps``.
    public init(_ chain: ChainKey, from first: CalendarDay, through last: CalendarDay) throws(AssociationError) {
        guard last.days(since: chain.day) <= ChainKey.maxSteps else {
            throw .otherDay
        }
        var (found, link, day) = ([CalendarDay: DayKeys](), chain, max(first, chain.day))
        while day <= last {
            link = try link.advanced(to: day)
            found[day] = try link.dayKeys(on: day)
            day = day.advanced(byDays: 1)
        }
        keys = found
    }

    public subscript(day: CalendarDay) -> DayKeys? { keys[day] }

    /// The interval next to `time` in which the account had this ClientID; nil if it had it in none of the three.
    /// All three are compared in full.
    public func interval(of clientID: ClientID, around time: UnixTime) -> AssociationInterval? {
        var found: AssociationInterval?
        for interval in AssociationInterval(clamping: time).neighbourhood {
            let own = keys[interval.day].flatMap { try? $0.clientID(in: interval) }
            if let own, SecretBytes(own.exposedBytes) == SecretBytes(clientID.exposedBytes) {
                found = interval
            }
        }
        return found
    }
}
