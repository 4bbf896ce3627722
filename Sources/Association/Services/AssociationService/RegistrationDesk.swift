import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives

/// Makes accounts.
struct RegistrationDesk: Sendable {
    let accounts: any AccountStore
    /// Learn of each new account.
    let provisional: ProvisionalIndexes
    let proofs: any RegistrationProofVerifier
    let secrets: AuthoritySecrets
    let configuration: AuthorityConfiguration

    /// What became of a request.
    enum Outcome: Hashable, Sendable {
        case registered(RegistrationAnswer)
        /// The proof shows nobody, the key is unusable, or the phone is another authority's.
        case refused
        /// The district, or the whole authority, has no registration left in this hour.
        case isFull
    }

    func register(_ request: RegistrationRequest, now: UnixTime) async throws -> Outcome {
        let limits = configuration.registrationLimits
        guard request.jurisdiction == configuration.jurisdiction,
            let account = account(for: request, today: now.utcDay)
        else {
            return .refused
        }
        // Before the proof: some proofs can be used once, and asking for them costs more.
        guard try await accounts.hasRoom(in: request.district, limits: limits, now: now) else {
            return .isFull
        }
        guard let subject = try await proofs.subject(of: request.proof, for: request.phoneKey) else {
            return .refused
        }
        let outcome = try await accounts.register(
            NewAccount(account, subject: secrets.subject(subject)),
            limits: limits,
            now: now
        )
        switch outcome {
        case .isFull:
            return .isFull
        case .registered:
            await provisional.add(account)
            return .registered(RegistrationAnswer(registration: account.registration, firstDay: account.registered))
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
