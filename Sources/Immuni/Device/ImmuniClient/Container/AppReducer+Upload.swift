import ExposureFramework
import ExposurePrimitives
import GAENCore
import ImmuniAPI

// From the code on the screen to the keys on the server.

extension AppReducer {
    func enterUpload(_ state: inout AppState, using generator: inout some RandomNumberGenerator) {
        if state.upload == nil {
            state.upload = .begin(using: &generator)
        }
    }

    /// Leaves the upload. A code is forgotten with its screen, unless an answer is missing.
    func leaveUpload(_ state: inout AppState) {
        state.upload = state.upload?.afterLeaving()
    }

    func renewCode(
        _ state: inout AppState,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        guard state.session.place == .upload, let flow = state.upload, !flow.isUnderWay else {
            return []
        }
        state.upload = .begin(using: &generator)
        return []
    }

    func validate(_ state: inout AppState, at now: UnixTime) -> [AppEffect] {
        guard let flow = state.upload, flow.canValidate, state.validation.remaining(at: now) == 0 else {
            return []
        }
        state.upload?.phase = .validating
        return [.validate(flow.otp)]
    }

    func validated(
        _ state: inout AppState,
        _ result: ValidationResult,
        of otp: OneTimePassword,
        at now: UnixTime
    ) -> [AppEffect] {
        switch result {
        case .authorised: state.validation.succeeded()
        case .notAuthorised: state.validation.refused(at: now)
        case .failed: break
        }
        state.upload?.validated(result, otp)
        // The content of the upload is counted again.
        return result == .authorised ? [.observePhone] : []
    }

    func send(_ state: inout AppState) -> [AppEffect] {
        guard let flow = state.upload, flow.canSend else {
            return []
        }
        state.upload?.phase = .consenting(isRetry: flow.isRetry)
        return [.askForKeys]
    }

    /// Handles the owner's consent or refusal. Keys can only be under way from now on.
    func keysEnded(
        _ state: inout AppState,
        _ result: Result<[TemporaryExposureKey], ExposureFrameworkError>
    ) -> [AppEffect] {
        guard let flow = state.upload, case .consenting(let isRetry) = flow.phase else {
            return []
        }
        switch result {
        case .success(let keys):
            state.upload?.phase = .sending(isRetry: isRetry)
            return [.upload(flow.otp, keys)]
        case .failure(let error):
            state.session.lastFailure = .framework(error)
            state.upload?.keysFailed(isRefusal: error == .rejectedOptIn)
            state.uploadEnded()
            // Home also shows what is wrong.
            return [.observePhone]
        }
    }

    func uploaded(
        _ state: inout AppState,
        _ result: UploadResult,
        _ failure: MobileClientError?,
        at now: UnixTime
    ) -> [AppEffect] {
        state.session.lastFailure = failure
        state.upload?.ended(result)
        state.uploadEnded()
        if case .sent = result {
            _ = state.status.handle(.dataUploaded(now.utcDay))
            state.reminders.settle(.risk)
            state.reminders.note(.recovery, at: now)
        }
        return []
    }
}
