import ClientKit
import ExposurePrimitives

/// Moves the submission on. Answers and requests have files of their own.
struct SubmissionReducer: AppSlice {
    func reduce(
        _ state: inout SubmissionState,
        _ message: SubmissionMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .timePassed, .appOpened, .awake, .sendNow:
            return moved(message, &state, at: now)
        case .consent, .decline, .consentToday, .shareDaily, .symptoms, .countries, .finish:
            return answered(message, &state, in: whole, at: now, using: &generator)
        case .keysAnswered(let result):
            return keysAnswered(result, &state, in: whole, at: now, using: &generator)
        case .sendRequestForTAN, .tanAnswered, .sendUpload, .uploadAnswered:
            return exchanged(message, &state, at: now, using: &generator)
        }
    }
}

// MARK: - Times

extension SubmissionReducer {
    private func moved(
        _ message: SubmissionMessage,
        _ state: inout SubmissionState,
        at now: UnixTime
    ) -> [AppStep] {
        switch message {
        case .timePassed:
            forgetPlan(&state, at: now)
            return []
        case .appOpened:
            // The system's question was interrupted. It does not ask again if the owner has agreed already.
            return state.draft.map { $0.keys == nil } ?? false ? ask(.draft, &state) : []
        case .awake:
            guard let plan = state.plan, state.collected == nil, plan.collection(at: now) == .due else {
                return []
            }
            return ask(.collection, &state)
        default:
            // The person does not wait for the end of a pause.
            if state.plan?.isUnsent ?? false {
                (state.again, state.failure) = (now, nil)
            }
            return []
        }
    }

    func ask(_ request: SubmissionSession.KeyRequest, _ state: inout SubmissionState) -> [AppStep] {
        guard state.request == nil else {
            return []
        }
        state.request = request
        return [.perform(.askForKeys)]
    }

    /// Forgets the answers about symptoms once no key needs them any more.
    private func forgetPlan(_ state: inout SubmissionState, at now: UnixTime) {
        guard let plan = state.plan, !plan.isUnsent, plan.collection(at: now) == .over else {
            return
        }
        let days = now.utcDay.days(since: plan.consentedAt.utcDay)
        if !plan.choices.sharesDaily || days > Self.daysOfSharing {
            state.plan = nil
        }
    }

    /// The days after the consent on which further keys may be shared.
    static let daysOfSharing = 14
}
