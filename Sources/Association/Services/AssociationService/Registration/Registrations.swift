import AssociationAPI
package import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
package import ServiceKit
import WireFormat

/// Makes accounts.
package struct Registrations: AuthorityService {
    private let accounts: any AccountStore
    /// Learn of each new account.
    private let provisional: ProvisionalIndexes
    private let proofs: any RegistrationProofVerifier
    private let unanswered: UnansweredProofs
    private let secrets: AuthoritySecrets
    private let configuration: AuthorityConfiguration
    private let clock: any WallClock

    package init(_ means: AuthorityMeans, proofs: any RegistrationProofVerifier, provisional: ProvisionalIndexes) {
        accounts = means.stores.accounts
        (self.proofs, self.provisional) = (proofs, provisional)
        unanswered = UnansweredProofs(in: means.metrics, logger: means.logger)
        (secrets, configuration, clock) = (means.secrets, means.configuration, means.clock)
    }

    package var publicRoutes: [Route] {
        [
            .forPhones(AssociationEndpoint.registration, RegistrationRequest.init(parsing:)) { request in
                try await register(request, now: clock.now()).exposedBytes
            }
        ]
    }

    package var jobs: [PeriodicJob] {
        [PeriodicJob(name: "registration-proofs", every: .seconds(60), in: .everyProcess) { unanswered.tell() }]
    }

    private func register(_ request: RegistrationRequest, now: UnixTime) async throws -> RegistrationAnswer {
        let limits = configuration.registrationLimits
        guard request.jurisdiction == configuration.jurisdiction,
            let account = account(for: request, today: now.utcDay)
        else {
            throw AuthorityRefusal.proofRefused
        }
        // Before the proof: some proofs can be used once, and asking for them costs more.
        guard try await accounts.hasRoom(in: request.district, limits: limits, now: now) else {
            throw AuthorityRefusal.isFull
        }
        let new = NewAccount(account, subject: secrets.subject(try await subject(of: request)))
        guard try await accounts.register(new, limits: limits, now: now) == .registered else {
            throw AuthorityRefusal.isFull
        }
        await provisional.add(account)
        return RegistrationAnswer(registration: account.registration, firstDay: account.registered)
    }

    private func subject(of request: RegistrationRequest) async throws -> ProvenSubject {
        do {
            guard let subject = try await proofs.subject(of: request.proof, for: request.phoneKey) else {
                throw AuthorityRefusal.proofRefused
            }
            return subject
        } catch is ProofFailure {
            unanswered.add()
            throw Refusal.unavailable
        }
    }

    private func account(for request: RegistrationRequest, today: CalendarDay) -> Account? {
        var generator = SystemRandomNumberGenerator()
        let registration = RegistrationID.random(using: &generator)
        let secret = try? RegistrationSecret(
            authority: secrets.agreementKey,
            phone: request.phoneKey,
            registration: registration,
            jurisdiction: request.jurisdiction
        )
        guard let chain = try? secret?.chainKey(startingOn: today) else {
            return nil
        }
        return Account(
            registration: registration,
            jurisdiction: request.jurisdiction,
            district: request.district,
            chain: chain,
            registered: today
        )
    }
}
