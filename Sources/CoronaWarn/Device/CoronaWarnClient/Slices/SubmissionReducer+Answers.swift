import ClientKit
import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposureFramework
import ExposurePrimitives
import GAENCore

// What the person and the framework answer.
extension SubmissionReducer {
    func answered(
        _ message: SubmissionMessage,
        _ state: inout SubmissionState,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .consent: return consent(&state, in: whole, at: now)
        case .decline:
            state.isDeclined = state.draft == nil && !(state.plan?.isUnsent ?? false)
            return [.tell(.places(.open(.home)))]
        case .consentToday:
            return state.plan?.offersDailyUpload(at: now) ?? false ? ask(.daily, &state) : []
        case .shareDaily(let isOn):
            state.plan?.shareDaily(isOn)
            return []
        case .symptoms(let statement):
            guard state.draft?.keys != nil, state.draft?.levels == nil, let answer = statement.answer(on: now.utcDay)
            else {
                return []
            }
            state.draft?.levels = UploadLevels(answer, on: now.utcDay)
            return whole.asksForCountries ? [] : [.tell(.submission(.finish))]
        case .countries(let countries):
            let known = Set(whole.session.configuration?.supportedCountries ?? [])
            return finish(&state, countries: countries.filter { known.contains($0.text) }, at: now, using: &generator)
        default:
            return finish(&state, countries: [], at: now, using: &generator)
        }
    }

    private func consent(_ state: inout SubmissionState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        guard state.draft == nil, whole.canShare, let test = whole.tests.test else {
            return []
        }
        state.draft = SubmissionDraft(token: test.token, source: test.record.source, consentedAt: now)
        (state.isDeclined, state.ended, state.keysFailure) = (false, nil, nil)
        return [.tell(.places(.open(.submission)))] + ask(.draft, &state)
    }

    /// Makes the upload, which leaves with the next sequence. From here on every attempt sends these bytes.
    private func finish(
        _ state: inout SubmissionState,
        countries: [RegionCode],
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        guard let draft = state.draft, let keys = draft.keys, let levels = draft.levels else {
            return []
        }
        let choices = SubmissionPlan.Choices(
            levels: levels,
            source: draft.source,
            visitedCountries: countries.map(\.text),
            consentsToFederation: true
        )
        var plan = SubmissionPlan(choices, consentedAt: draft.consentedAt, after: state.plan)
        state.draft = nil
        guard plan.prepare(from: keys.compactMap(\.key), at: now, using: &generator) else {
            state.keysFailure = KeysFailure.none
            return []
        }
        (state.plan, state.token, state.sent, state.collected) = (plan, draft.token, nil, nil)
        (state.again, state.failure) = (now, nil)
        return []
    }

    func keysAnswered(
        _ result: Result<[TemporaryExposureKey], ExposureFrameworkError>,
        _ state: inout SubmissionState,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        let request = state.request
        state.request = nil
        switch (request, result) {
        case (.draft, .success(let keys)):
            guard state.draft != nil else {
                return []
            }
            state.draft?.keys = keys.map(StoredKey.init)
            guard whole.session.configuration?.asksForSymptoms ?? true else {
                state.draft?.levels = .launch(on: now.utcDay)
                return whole.asksForCountries ? [] : [.tell(.submission(.finish))]
            }
            return []
        case (.draft, .failure(let error)):
            guard error != .alreadyStarted else {
                return []
            }
            state.draft = nil
            state.keysFailure = error == .rejectedOptIn ? .refused : .unavailable
            return []
        case (.collection, .success(let keys)):
            // The consent is over before a late first upload, so the keys are kept for the upload after it.
            state.collected = keys.map(StoredKey.init)
            prepareCollected(&state, at: now, using: &generator)
            return []
        case (.daily, .success(let keys)):
            guard state.plan?.prepare(from: keys, at: now, using: &generator) ?? false else {
                return []
            }
            (state.again, state.failure) = (now, nil)
            return []
        case (.daily, .failure(let error)):
            state.keysFailure = error == .rejectedOptIn ? .refused : .unavailable
            return []
        case (.collection, .failure), (nil, _):
            return []
        }
    }
}
