package import AssociationProtocol
package import AssociationStores
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
            for account in part {
                while position < earlier.count, earlier[position].number < account.number {
                    position += 1
                }
                let found = position < earlier.count ? earlier[position] : nil
                guard let key = Self.key(of: account, found, on: interval) else {
                    continue
                }
                current.append(key)
                draft.add(try key.key.clientID(in: interval), account.number)
            }
            last = part.count == Self.partSize ? part.last?.number : nil
        } while last != nil
        known = current
        return ClientIDIndex(draft)
    }

    /// The key that is known, if it is this account's: a number can have passed to another account. Otherwise a new
    /// one; nil for an account without a key of that day.
    private static func key(
        of numbered: NumberedAccount,
        _ known: KnownKey?,
        on interval: AssociationInterval
    ) -> KnownKey? {
        let registration = numbered.account.registration
        if let known, known.number == numbered.number, known.registration == registration {
            return known
        }
        guard let key = try? numbered.account.chain.clientIDKey(on: interval.day) else {
            return nil
        }
        return KnownKey(number: numbered.number, registration: registration, key: key)
    }

    /// Accounts that are read at once.
    private static let partSize = 4096
}
