package import AssociationProtocol
package import AssociationStores

/// The indexes of intervals that the job has not stored yet: the present one and those beside it.
///
/// All uploads share them. Each is made once, also if several uploads need it at the same time. An account that
/// registers afterwards is added, so no contact with a new phone is lost. They are in memory alone: a process that
/// starts again makes them again.
package actor ProvisionalIndexes {
    /// The job uses it too, so the keys of a day are in memory once.
    nonisolated let maker: ClientIDIndexMaker
    private var entries: [AssociationInterval: Entry] = [:]

    private struct Entry {
        let index: Task<ClientIDIndex, any Error>
        var newcomers: [ClientID: RegistrationID] = [:]
    }

    package init(accounts: any AccountStore) {
        maker = ClientIDIndexMaker(accounts: accounts)
    }

    /// The index of an interval, and the accounts that it lacks.
    package struct Found: Sendable {
        package let index: ClientIDIndex
        /// Accounts that registered since the making began, by their ClientIDs in this interval.
        package let newcomers: [ClientID: RegistrationID]
    }

    /// The index of `interval`, made now if nobody asked for it before.
    ///
    /// Throws the store's error. The next call tries again.
    package func index(of interval: AssociationInterval) async throws -> Found {
        let making = entries[interval]?.index ?? startMaking(interval)
        do {
            let index = try await making.value
            return Found(index: index, newcomers: entries[interval]?.newcomers ?? [:])
        } catch {
            entries[interval] = nil
            throw error
        }
    }

    /// Adds an account that a store has taken.
    package func add(_ account: Account) {
        for interval in entries.keys {
            guard let key = try? account.chain.clientIDKey(on: interval.day),
                let clientID = try? key.clientID(in: interval)
            else {
                continue
            }
            entries[interval]?.newcomers[clientID] = account.registration
        }
    }

    /// Forgets the intervals before `interval`, whose indexes are in the store.
    package func forget(before interval: AssociationInterval) {
        entries = entries.filter { $0.key >= interval }
    }

    /// One after the other: the maker keeps the keys of a day for the next interval.
    private func startMaking(_ interval: AssociationInterval) -> Task<ClientIDIndex, any Error> {
        if entries.count >= Self.capacity, let oldest = entries.keys.min() {
            entries[oldest] = nil
        }
        let earlier = entries.values.map(\.index)
        let making = Task { [maker] in
            for task in earlier {
                _ = try? await task.value
            }
            return try await maker.index(of: interval)
        }
        entries[interval] = Entry(index: making)
        return making
    }

    /// Indexes in memory: those of the intervals around the present one, and one that the job stores at the moment.
    private static let capacity = 4
}
