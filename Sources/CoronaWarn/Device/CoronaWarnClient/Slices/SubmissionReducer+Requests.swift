import ClientKit
import CoronaWarnAPI
import ExposurePrimitives

// What leaves the phone for an upload.
extension SubmissionReducer {
    /// Makes the upload of the next day. Its bytes wait for the next sequence.
    func prepareCollected(
        _ state: inout SubmissionState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        guard let keys = state.collected, state.plan?.upload == nil else {
            return
        }
        state.collected = nil
        if state.plan?.prepare(from: keys.compactMap(\.key), at: now, using: &generator) ?? false {
            (state.again, state.failure) = (now, nil)
        }
    }

    func exchanged(
        _ message: SubmissionMessage,
        _ state: inout SubmissionState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .sendRequestForTAN:
            return send(.tan, &state, at: now, using: &generator)
        case .sendUpload:
            return send(.upload, &state, at: now, using: &generator)
        case .tanAnswered(.success(let tan)):
            state.plan?.update { $0.got(tan, at: now, using: &generator) }
            return []
        case .tanAnswered(.failure(let failure)):
            return failed(failure, &state) {
                $0.tanFailed(failure, at: now, using: &generator)
            }
        case .uploadAnswered(.some(let failure)):
            return failed(failure, &state) {
                $0.sendingFailed(failure, at: now, using: &generator)
            }
        default:
            let count = state.plan?.upload?.keyCount ?? 0
            state.sent = SentKeys(count: (state.sent?.count ?? 0) + count, at: now)
            state.plan?.confirmed()
            (state.again, state.failure, state.ended) = (nil, nil, nil)
            prepareCollected(&state, at: now, using: &generator)
            return []
        }
    }

    /// Sends what the upload needs next. The upload records it first, and so it is in the file.
    private func send(
        _ kind: FakeRequest,
        _ state: inout SubmissionState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        guard let token = state.token, let upload = state.plan?.upload, upload.needsTAN(at: now) == (kind == .tan)
        else {
            return [.tell(.traffic(.fill(kind)))]
        }
        var step: PreparedUpload.Step?
        state.plan?.update { step = $0.begin(at: now, using: &generator) }
        return switch step {
        case .requestTAN(let nonce): [.perform(.send(.takeTAN(token, nonce)))]
        case .send(let tan, let body): [.perform(.send(.upload(tan, body)))]
        case nil: [.tell(.traffic(.fill(kind)))]
        }
    }

    private func failed(
        _ failure: ExchangeFailure,
        _ state: inout SubmissionState,
        _ next: (inout PreparedUpload) -> PreparedUpload.Next
    ) -> [AppStep] {
        var decision: PreparedUpload.Next?
        state.plan?.update { decision = next(&$0) }
        state.failure = failure
        switch decision {
        case .again(let time):
            state.again = time
            return []
        case .ended(let reason):
            state.plan?.abandoned()
            (state.again, state.ended, state.collected) = (nil, reason, nil)
            return [.tell(.hotline(.need(HotlineReason(reason))))]
        case nil:
            return []
        }
    }
}
