import AssociationProtocol
import AssociationStores
import ExposurePrimitives

/// Finds the accounts that issued tickets by their ClientIDs (step 6 of the validation).
struct IssuerSearch: Sendable {
    let stores: AssociationStoreSet
    /// The times of contacts that count.
    let times: ClosedRange<UnixTime>

    /// The account that had ObservedClientID when the ticket was received, for each claim; nil if none had it.
    func issuers(of claims: [ContactClaim]) async throws -> [KnownAccount?] {
        let numbers = try await candidates(for: claims)
        let found = try await stores.accounts.accounts(Set(numbers.joined()))
        let accounts = Dictionary(
            uniqueKeysWithValues: found.map { ($0.number, KnownAccount($0.account, times: times)) }
        )
        return zip(claims, numbers).map { claim, numbers in
            numbers.lazy.compactMap { accounts[$0] ?? nil }.first { account in
                account.keys.interval(of: claim.observedClientID, around: claim.timeReceived) != nil
            }
        }
    }

    /// One index at a time is in memory.
    private func candidates(for claims: [ContactClaim]) async throws -> [Set<AccountNumber>] {
        var positions: [AssociationInterval: [Int]] = [:]
        for (position, claim) in claims.enumerated() {
            for interval in AssociationInterval(clamping: claim.timeReceived).neighbourhood {
                positions[interval, default: []].append(position)
            }
        }
        var candidates = [Set<AccountNumber>](repeating: [], count: claims.count)
        for (interval, positions) in positions {
            let index = try await index(of: interval)
            for position in positions {
                candidates[position].formUnion(index.candidates(for: claims[position].observedClientID))
            }
        }
        return candidates
    }

    /// The stored index. If the job has not made it yet, it is made here: no contact is lost because a job is late.
    private func index(of interval: AssociationInterval) async throws -> ClientIDIndex {
        if let stored = try await stores.indexes.index(of: interval) {
            return stored
        }
        return try await ClientIDIndexMaker(accounts: stores.accounts).index(of: interval)
    }
}
