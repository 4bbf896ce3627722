import AssociationAPI
import AssociationProtocol
import ClientKit
import ExposurePrimitives

/// The account at the authority, from the registration on.
typealias AccountState = StateSlice<AccountMemory, AccountSession>

struct AccountMemory: Codable, Equatable, Sendable {
    /// Nil before the registration.
    var account: StoredAccount?
    /// The private key of the registration, from its first attempt until an answer arrived.
    var registrationKey: StoredBytes?
    /// Failures in a row.
    var failures = 0
    /// Answers in a row of an authority that does not know the account; nil for none.
    var unknownAnswers: Int?
    /// Whether the authority has ended the account. It is nil, or false, for any other reason to have none.
    var hasEnded: Bool?
}

struct AccountSession: Equatable, Sendable {
    var isRegistering = false
    /// The reason why the last registration failed; nil if it did not.
    var failure: AuthorityFailure?
    /// Whether the authority refuses this phone because of its clock, by the last answer that told.
    var isTimeWrong = false
}

enum AccountMessage: Sendable {
    case timePassed
    case launched
    case register
    case registered(Result<StoredAccount, AuthorityFailure>)
    case timeChecked(isWrong: Bool)
    /// An answer told whether the authority knows the account.
    case told(isKnown: Bool)
}

struct AccountReducer: AppSlice {
    /// Whether contacts are of use after the end of an account: boxes do not depend on it.
    let keepsContacts: Bool

    func reduce(
        _ state: inout AccountState,
        _ message: AccountMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .timePassed:
            state.account?.advance(to: now.utcDay)
            return []
        case .launched:
            guard whole.onboarding.isCompleted, state.account == nil, state.hasEnded != true else {
                return []
            }
            // A minute lies between, so a phone that crashes in a registration does not register at each start.
            return [.perform(.schedule(.registration, at: now.advanced(bySeconds: 60)))]
        case .register:
            return register(&state, in: whole, at: now, using: &generator)
        case .timeChecked(let isWrong):
            state.isTimeWrong = isWrong
            return []
        case .told(let isKnown):
            return note(isKnown: isKnown, &state)
        case .registered(let result):
            state.isRegistering = false
            return registered(&state, result, at: now, using: &generator)
        }
    }

    /// After some answers in a row the account has ended: its owner registered another phone, or the authority ended
    /// what nobody used. The phone does not register again by itself, or two phones of one owner would end each other's
    /// accounts for ever. Contacts that an authority would validate have the names of the old account.
    private func note(isKnown: Bool, _ state: inout AccountState) -> [AppStep] {
        guard state.account != nil, !isKnown else {
            state.memory.unknownAnswers = nil
            return []
        }
        let count = (state.unknownAnswers ?? 0) + 1
        state.memory.unknownAnswers = count
        guard count >= Self.maxUnknownAnswers else {
            return []
        }
        state.account = nil
        (state.memory.unknownAnswers, state.memory.hasEnded) = (nil, true)
        let contacts: [AppStep] =
            keepsContacts ? [] : [.tell(.exchange(.accountEnded)), .tell(.report(.accountEnded))]
        return contacts + [.tell(.notices(.show(.news)))]
    }

    /// All attempts have one key, also after a kill. If the answer to a former one was lost, the authority knows its
    /// account by the key, and ends it with this attempt.
    private func register(
        _ state: inout AccountState,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        guard state.account == nil, !state.isRegistering, whole.onboarding.isCompleted,
            let district = whole.onboarding.district.flatMap(PostalDistrict.init)
        else {
            return []
        }
        let key = state.registrationKey ?? StoredBytes(PrivateAgreementKey.generate(using: &generator).exposedBytes)
        state.registrationKey = key
        state.isRegistering = true
        state.memory.hasEnded = nil
        // If the app is killed meanwhile, or cannot write the answer, it is woken without its owner.
        let again = now.advanced(bySeconds: Self.secondsAfterKill)
        return [.perform(.schedule(.registration, at: again)), .perform(.register(key, in: district))]
    }

    private func registered(
        _ state: inout AccountState,
        _ result: Result<StoredAccount, AuthorityFailure>,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch result {
        case .success(let account):
            state.account = account
            state.account?.advance(to: now.utcDay)
            state.registrationKey = nil
            (state.failure, state.failures) = (nil, 0)
            return [
                .perform(.schedule(.registration, at: nil)), .tell(.exchange(.rotate)), .tell(.traffic(.start)),
                .tell(.attestations(.start)),
            ]
        case .failure(let failure):
            state.failure = failure
            state.failures = min(state.failures + 1, 100)
            let wait = Self.delay.draw(afterFailures: state.failures, using: &generator)
            return [.perform(.schedule(.registration, at: now.advanced(bySeconds: wait)))]
        }
    }

    /// An authority that was restored, or a fault of it, may forget an account for a while.
    static let maxUnknownAnswers = 6
    /// Longer than a registration takes.
    private static let secondsAfterKill: Int64 = 600
    /// From a minute to six hours.
    private static let delay = RetryDelay(first: 60, longest: 21_600)
}
