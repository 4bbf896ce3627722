import AssociationProtocol
package import AssociationStores
package import ClockPorts
import ExposurePrimitives

/// Makes the index of each interval after its end.
///
/// An account that is registered during an interval is therefore in its index.
package struct ClientIDIndexJob: Sendable {
    private let stores: AssociationStoreSet
    private let clock: any TrustedClock

    package init(stores: AssociationStoreSet, clock: any TrustedClock) {
        self.stores = stores
        self.clock = clock
    }

    /// Makes the missing indexes of the last 15 days.
    ///
    /// Throws `ClockHold` and makes none while the clock is not trusted.
    ///
    /// - Returns: the number of indexes.
    package func run() async throws -> Int {
        let now = try await clock.trustedNow()
        let end = AssociationInterval(clamping: now.advanced(bySeconds: -Self.delay))
        let first = AssociationInterval(
            clamping: end.start.advanced(bySeconds: -Int64(ClientIDIndex.life) * UnixTime.secondsPerDay)
        )
        guard first < end else {
            return 0
        }
        let missing = try await stores.indexes.intervalsWithoutIndex(first...AssociationInterval(end.number - 1))
        for interval in missing {
            try await stores.indexes.put(Self.makeIndex(of: interval, from: stores.accounts), of: interval)
        }
        return missing.count
    }

    static func makeIndex(
        of interval: AssociationInterval,
        from accounts: any AccountStore
    ) async throws -> ClientIDIndex {
        var entries: [(clientID: ClientID, number: AccountNumber)] = []
        var last: AccountNumber?
        repeat {
            let part = try await accounts.accounts(after: last, limit: partSize)
            entries += part.compactMap { numbered in
                guard let keys = try? numbered.account.chain.dayKeys(on: interval.day),
                    let clientID = try? keys.clientID(in: interval)
                else {
                    return nil
                }
                return (clientID, numbered.number)
            }
            last = part.count == partSize ? part.last?.number : nil
        } while last != nil
        return ClientIDIndex(entries)
    }

    /// Seconds after the end of an interval: a phone whose clock is slow is still in it.
    private static let delay: Int64 = 300
    /// Accounts that are read at once.
    private static let partSize = 4096
}
