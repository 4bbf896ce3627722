import AssociationAPI
import ClientKit
import ExposurePrimitives

/// The account at the authority, from the registration on.
typealias AccountState = StateSlice<AccountMemory, AccountSession>

struct AccountMemory: Codable, Equatable, Sendable {
    /// Nil before the registration.
    var account: StoredAccount?
    /// Failures in a row.
    var failures = 0
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
}

struct AccountReducer: AppSlice {
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
            guard whole.onboarding.isCompleted, state.account == nil else {
                return []
            }
            // A minute lies between, so a phone that crashes in a registration does not register at each start.
            return [.perform(.schedule(.registration, at: now.advanced(bySeconds: 60)))]
        case .register:
            return register(&state, in: whole, at: now)
        case .timeChecked(let isWrong):
            state.isTimeWrong = isWrong
            return []
        case .registered(let result):
            state.isRegistering = false
            return registered(&state, result, at: now, using: &generator)
        }
    }

    /// Each attempt has a key of its own. If the answer to a former one was lost, its account ends with this one.
    private func register(_ state: inout AccountState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        guard state.account == nil, !state.isRegistering, whole.onboarding.isCompleted,
            let district = whole.onboarding.district.flatMap(PostalDistrict.init)
        else {
            return []
        }
        state.isRegistering = true
        // If the app is killed meanwhile, or cannot write the answer, it is woken without its owner.
        let again = now.advanced(bySeconds: Self.secondsAfterKill)
        return [.perform(.schedule(.registration, at: again)), .perform(.register(district))]
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
            (state.failure, state.failures) = (nil, 0)
            return [
                .perform(.schedule(.registration, at: nil)), .tell(.exchange(.rotate)), .tell(.traffic(.start)),
                .tell(.attestations(.start)), .tell(.alerts(.start)),
            ]
        case .failure(let failure):
            state.failure = failure
            state.failures = min(state.failures + 1, 100)
            let wait = Self.delay.draw(afterFailures: state.failures, using: &generator)
            return [.perform(.schedule(.registration, at: now.advanced(bySeconds: wait)))]
        }
    }

    /// Longer than a registration takes.
    private static let secondsAfterKill: Int64 = 600
    /// From a minute to six hours.
    private static let delay = RetryDelay(first: 60, longest: 21_600)
}
