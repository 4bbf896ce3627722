package import AssociationPorts
package import AssociationProtocol
import ExposurePrimitives

/// The indexes of intervals that the job has not stored yet: the present one and those beside it.
///
/// All uploads share them. Each is made once, also if several uploads need it at the same time. An account that
/// registers afterwards is added, so no contact with a new phone is lost. One that registers at another process is
/// added when a contact is with nobody known. They are in memory alone: a process that starts again makes them again.
package actor ProvisionalIndexes {
    /// The job uses it too, so the keys of a day are in memory once.
    nonisolated let maker: ClientIDIndexMaker
    private let accounts: any AccountStore
    private var entries: [AssociationInterval: Entry] = [:]
    /// Accounts that are known to be in each entry, of those that registered in these days.
    private var known: Set<RegistrationID> = []
    /// Whether the accounts were read since the last call of ``beginRound()``.
    private var isUpToDate = false

    private struct Entry {
        let index: Task<ClientIDIndex, any Error>
        var newcomers: [ClientID: RegistrationID] = [:]
    }

    package init(accounts: any AccountStore) {
        self.accounts = accounts
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

    /// Says that uploads are validated next that may have arrived after the last reading of accounts.
    package func beginRound() {
        isUpToDate = false
    }

    /// Adds the accounts that registered at other processes before this round began.
    ///
    /// No row tells when in its day an account registered. So all accounts of these days are read, a part at a time.
    ///
    /// - Parameter intervals: those in which somebody is missing.
    /// - Returns: false if nothing was read: this round has done so before, or the indexes of all `intervals` are in
    ///   the store.
    package func catchUp(for intervals: Set<AssociationInterval>) async throws -> Bool {
        guard !isUpToDate, let first = entries.keys.min(), let last = entries.keys.max(),
            !intervals.isDisjoint(with: entries.keys)
        else {
            return false
        }
        isUpToDate = true
        do {
            let before = try await madeIndexes()
            // An entry can be made two intervals ahead, because the clocks of phones differ.
            var day = AssociationInterval(max(first.number, 2) - 2).day
            while day <= last.day {
                try await addAccounts(registeredOn: day, lackedBy: before)
                day = day.advanced(byDays: 1)
            }
            // An entry that began meanwhile may lack some of them.
            if !entries.keys.allSatisfy({ before[$0] != nil }) {
                known = []
            }
            return true
        } catch {
            isUpToDate = false
            throw error
        }
    }

    private func madeIndexes() async throws -> [AssociationInterval: ClientIDIndex] {
        var made: [AssociationInterval: ClientIDIndex] = [:]
        for interval in entries.keys {
            made[interval] = try await index(of: interval).index
        }
        return made
    }

    private func addAccounts(
        registeredOn day: CalendarDay,
        lackedBy indexes: [AssociationInterval: ClientIDIndex]
    ) async throws {
        var last: RegistrationID?
        repeat {
            let part = try await accounts.accounts(registeredOn: day, after: last, limit: Self.partSize)
            for account in part where known.insert(account.account.registration).inserted {
                add(account, to: indexes)
            }
            last = part.count == Self.partSize ? part.last?.account.registration : nil
        } while last != nil
    }

    /// Most accounts of a day are in the indexes already.
    private func add(_ numbered: NumberedAccount, to indexes: [AssociationInterval: ClientIDIndex]) {
        for (interval, index) in indexes {
            guard let key = try? numbered.account.chain.clientIDKey(on: interval.day),
                let clientID = try? key.clientID(in: interval),
                !index.candidates(for: clientID).contains(numbered.number)
            else {
                continue
            }
            entries[interval]?.newcomers[clientID] = numbered.account.registration
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
        known = []
        return making
    }

    /// Accounts of a day that are read at once. Their keys are derived between two readings, and nobody else is served
    /// meanwhile.
    private static let partSize = 256

    /// Indexes in memory: those of the intervals around the present one, and one that the job stores at the moment.
    private static let capacity = 4
}
