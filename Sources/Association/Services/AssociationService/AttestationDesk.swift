import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives

/// Signs the identity keys of phones for the next day. It keeps none of them.
struct AttestationDesk: Sendable {
    let stores: AssociationStoreSet
    /// Nil if the deployment has no attestations.
    let signingKey: AttestationSigningKey?

    /// The attestations for the account that asks. Every refusal is the same answer.
    ///
    /// A stolen account could have the keys of any number of radios attested, so an account has a number of requests
    /// a day.
    func answer(to received: ReceivedRequest, now: UnixTime) async throws -> AttestationAnswer {
        guard let signingKey, let request = try? AttestationRequest(parsing: received.request.body),
            let account = try await received.sender(for: .attestations, among: stores.accounts, now: now),
            try await stores.accounts.countAttestations(
                of: account.registration,
                on: now.utcDay,
                limit: Account.maxAttestationRequests
            )
        else {
            return .refused
        }
        // The day of the request, not of the answer: a phone that asks at midnight gets the day that it meant.
        let day = received.request.time.utcDay.advanced(byDays: 1)
        let attestations = try zip(AssociationInterval.all(of: day), request.keys).map { interval, key in
            try signingKey.attest(key, in: interval, jurisdiction: account.jurisdiction)
        }
        return try AttestationAnswer(attestations: attestations)
    }
}
