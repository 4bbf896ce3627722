import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
import Logging
package import ServiceKit

/// Keeps accounts: it signs the identity keys of their phones for the next day, ends those that nobody uses, and
/// deletes what has reached its age.
package struct Accounts: AuthorityService {
    private let accounts: any AccountStore
    /// Nil if the deployment has no attestations.
    private let signingKey: AttestationSigningKey?
    private let retention: AuthorityRetentionJob
    private let clock: any WallClock
    private let logger: Logger

    package init(_ means: AuthorityMeans) {
        accounts = means.stores.accounts
        signingKey = means.configuration.attestsIdentities ? means.secrets.attestationKey : nil
        let unusedDays = means.configuration.unusedDays
        retention = AuthorityRetentionJob(stores: means.stores, clock: means.trusted, unusedDays: unusedDays)
        (clock, logger) = (means.clock, means.logger)
    }

    package var publicRoutes: [Route] {
        [
            .forPhones(AssociationEndpoint.attestations, ReceivedRequest.init(parsing:)) { request in
                try await attest(request, now: clock.now()).bytes
            }
        ]
    }

    package var jobs: [PeriodicJob] {
        [
            PeriodicJob(
                name: "association-cleanup",
                every: .seconds(3600),
                runAtStart: true,
                lookingEvery: .seconds(5)
            ) {
                logger.record(AuthorityEvent.cleaned(try await retention.run()))
            }
        ]
    }

    package func checkHealth() async throws {
        var generator = SystemRandomNumberGenerator()
        _ = try await accounts.account(.random(using: &generator))
    }

    /// The attestations for the account that asks. Every refusal is the same answer. The keys are not kept.
    ///
    /// A stolen account could have the keys of any number of radios attested, so an account has a number of requests
    /// a day.
    private func attest(_ received: ReceivedRequest, now: UnixTime) async throws -> AttestationAnswer {
        guard let signingKey, let request = try? AttestationRequest(parsing: received.request.body),
            let account = try await received.sender(for: .attestations, among: accounts, now: now),
            try await accounts.countAttestations(
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
