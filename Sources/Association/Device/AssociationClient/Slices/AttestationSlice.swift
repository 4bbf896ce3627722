import AssociationProtocol
import ClientKit
import ExposurePrimitives

/// The daily question for attestations of the next day's identity keys.
struct AttestationState: Codable, Equatable, Sendable {
    /// Nil before the registration, and if the phone deals with all others.
    var next: UnixTime?
    /// Questions in a row that got no answer.
    var failures = 0
}

enum AttestationMessage: Sendable {
    case start
    case woken
    case requestWakeUp
    /// The end of a question for the keys of `day`: verified attestations, or nil if the authority gives none.
    case answered(CalendarDay, Result<[IdentityAttestation]?, AuthorityFailure>)
}

struct AttestationReducer: AppSlice {
    /// Whether the app's policy requires attestations.
    let isNeeded: Bool

    func reduce(
        _ state: inout AttestationState,
        _ message: AttestationMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        guard isNeeded, let account = whole.account.account else {
            return []
        }
        let tomorrow = now.utcDay.advanced(byDays: 1)
        switch message {
        case .start, .requestWakeUp:
            // A time beyond tomorrow is of a clock that was set back.
            if state.next.map({ $0 >= tomorrow.advanced(byDays: 1).startInUTC }) ?? true {
                state.next = now
            }
            return wakeUp(state)
        case .woken:
            guard let time = state.next, time <= now else {
                return wakeUp(state)
            }
            // In case that the app is killed before the answer.
            state.next = now.advanced(bySeconds: Self.secondsAfterKill)
            return wakeUp(state) + [.tell(.exchange(.askForAttestations(account, of: tomorrow)))]
        case .answered(let day, .success(let attestations)):
            // A refusal leads to the same time as a grant: an observer must not tell them apart.
            let second = Int64.random(in: 0..<Self.secondsForQuestions, using: &generator)
            (state.next, state.failures) = (day.startInUTC.advanced(bySeconds: second), 0)
            return (attestations.map { [.tell(.exchange(.attested(day, $0)))] } ?? []) + wakeUp(state)
        case .answered(_, .failure):
            state.failures = min(state.failures + 1, 100)
            let wait = Self.delay.draw(afterFailures: state.failures, using: &generator)
            state.next = now.advanced(bySeconds: wait)
            return wakeUp(state)
        }
    }

    private func wakeUp(_ state: AttestationState) -> [AppStep] {
        state.next.map { [.perform(.schedule(.attestations, at: $0))] } ?? []
    }

    /// Longer than a question takes.
    private static let secondsAfterKill: Int64 = 600
    /// The part of a day in which a question begins: two hours are left to repeat it.
    private static let secondsForQuestions: Int64 = 79_200
    /// From a minute to an hour.
    private static let delay = RetryDelay(first: 60, longest: 3600)
}
