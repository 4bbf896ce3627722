import AssociationPorts
import AssociationProtocol
import ExposurePrimitives

/// Finds the accounts that issued tickets by their ClientIDs (step 6 of the validation).
struct IssuerSearch: Sendable {
    let stores: AssociationStoreSet
    /// The indexes of intervals that the store has none of.
    let provisional: ProvisionalIndexes
    /// The times of contacts that count.
    let times: ClosedRange<UnixTime>

    /// The account that had ObservedClientID when the ticket was received, for each claim; nil if none had it.
    func issuers(of claims: [ContactClaim]) async throws -> [KnownAccount?] {
        var issuers = try await knownIssuers(of: claims)
        let missed = issuers.indices.filter { issuers[$0] == nil }
        let intervals = missed.flatMap { AssociationInterval(clamping: claims[$0].timeReceived).neighbourhood }
        guard try await provisional.catchUp(for: Set(intervals)) else {
            return issuers
        }
        // Some may have registered at another process.
        for (position, issuer) in zip(missed, try await knownIssuers(of: missed.map { claims[$0] })) {
            issuers[position] = issuer
        }
        return issuers
    }

    private func knownIssuers(of claims: [ContactClaim]) async throws -> [KnownAccount?] {
        let found = try await candidates(for: claims)
        let numbered = try await stores.accounts.accounts(Set(found.flatMap(\.numbers)))
        let accounts = Dictionary(
            uniqueKeysWithValues: numbered.map { ($0.number, KnownAccount($0.account, times: times)) }
        )
        var issuers: [KnownAccount?] = []
        for (claim, candidates) in zip(claims, found) {
            let known = candidates.numbers.lazy.compactMap { accounts[$0] ?? nil }.first { $0.had(claim) }
            if let known {
                issuers.append(known)
            } else {
                issuers.append(try await newcomer(of: candidates, for: claim))
            }
        }
        return issuers
    }

    private func newcomer(of candidates: Candidates, for claim: ContactClaim) async throws -> KnownAccount? {
        for registration in candidates.newcomers {
            let account = try await stores.accounts.account(registration)
            if let known = account.flatMap({ KnownAccount($0, times: times) }), known.had(claim) {
                return known
            }
        }
        return nil
    }

    /// Accounts that may have had a ClientID.
    private struct Candidates {
        var numbers: Set<AccountNumber> = []
        var newcomers: Set<RegistrationID> = []
    }

    /// One stored index at a time is in memory.
    private func candidates(for claims: [ContactClaim]) async throws -> [Candidates] {
        var positions: [AssociationInterval: [Int]] = [:]
        for (position, claim) in claims.enumerated() {
            for interval in AssociationInterval(clamping: claim.timeReceived).neighbourhood {
                positions[interval, default: []].append(position)
            }
        }
        var candidates = [Candidates](repeating: Candidates(), count: claims.count)
        for (interval, positions) in positions {
            let found = try await index(of: interval)
            for position in positions {
                let clientID = claims[position].observedClientID
                candidates[position].numbers.formUnion(found.index.candidates(for: clientID))
                if let newcomer = found.newcomers[clientID] {
                    candidates[position].newcomers.insert(newcomer)
                }
            }
        }
        return candidates
    }

    /// No contact is lost because a job is late.
    private func index(of interval: AssociationInterval) async throws -> ProvisionalIndexes.Found {
        if let stored = try await stores.indexes.index(of: interval) {
            return ProvisionalIndexes.Found(index: stored, newcomers: [:])
        }
        return try await provisional.index(of: interval)
    }
}

extension KnownAccount {
    fileprivate func had(_ claim: ContactClaim) -> Bool {
        keys.interval(of: claim.observedClientID, around: claim.timeReceived) != nil
    }
}
