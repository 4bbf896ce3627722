package import AssociationPorts
package import AssociationProtocol
import ExposurePrimitives

/// Makes indexes of ClientIDs, and keeps the keys of a day between its intervals.
///
/// The key of a day costs up to 21 steps of a chain. It is the same for 96 intervals, so it is derived once
/// (decision 0227).
package actor ClientIDIndexMaker {
    private let accounts: any AccountStore
    /// By account number, all of one day.
    private var known: [KnownKey] = []

    private struct KnownKey {
        let number: AccountNumber
        let registration: RegistrationID
        let key: ClientIDKey

        init(_ account: NumberedAccount, _ key: ClientIDKey) {
            number = account.number
            registration = account.account.registration
            self.key = key
        }

        func isKey(of account: NumberedAccount) -> Bool {
            number == account.number && registration == account.account.registration
        }
    }

    package init(accounts: any AccountStore) {
        self.accounts = accounts
    }

    /// The index of all accounts that have a key of the interval's day.
    package func index(of interval: AssociationInterval) async throws -> ClientIDIndex {
        // Another call may come in between, and then it has its own keys.
        let earlier = known.first?.key.day == interval.day ? known : []
        known = []
        var (current, draft, position, last) = ([KnownKey](), ClientIDIndexDraft(), 0, AccountNumber?.none)
        current.reserveCapacity(earlier.count)
        repeat {
            let part = try await accounts.accounts(after: last, limit: Self.partSize)
            let keys = Self.keys(of: part, earlier, from: &position, on: interval.day)
            for (key, clientID) in zip(keys, try ClientIDKey.clientIDs(under: keys.map(\.key), in: interval)) {
                draft.add(clientID, key.number)
            }
            current += keys
            last = part.count == Self.partSize ? part.last?.number : nil
        } while last != nil
        known = current
        return ClientIDIndex(draft)
    }

    /// The keys of the accounts that have one of that day: those that are known, and new ones.
    ///
    /// A known key is taken only for its own account: a number can have passed to another one.
    ///
    /// - Parameters:
    ///   - known: in the order of their numbers, as `part` is.
    ///   - position: the first known key that may be of an account of `part`; moved behind the last.
    private static func keys(
        of part: [NumberedAccount],
        _ known: [KnownKey],
        from position: inout Int,
        on day: CalendarDay
    ) -> [KnownKey] {
        var keys: [KnownKey?] = []
        for account in part {
            while position < known.count, known[position].number < account.number {
                position += 1
            }
            keys.append(position < known.count && known[position].isKey(of: account) ? known[position] : nil)
        }
        let missing = keys.indices.filter { keys[$0] == nil }
        let made = ClientIDKey.keys(of: missing.map { part[$0].account.chain }, on: day)
        for (place, key) in zip(missing, made) {
            keys[place] = key.map { KnownKey(part[place], $0) }
        }
        return keys.compactMap(\.self)
    }

    /// Accounts that are read at once.
    package static let partSize = 4096
}
