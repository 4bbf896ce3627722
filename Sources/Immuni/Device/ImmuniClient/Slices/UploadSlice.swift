import ClientKit
import ExposureFramework
import ExposurePrimitives
import GAENCore
import ImmuniAPI

/// From the code on the screen to the keys on the server.
struct UploadState: Codable, Equatable, Sendable {
    var flow: UploadFlow?
    var validation = ValidationDelay()

    enum CodingKeys: String, CodingKey {
        case flow = "upload"
        case validation
    }
}

enum UploadMessage: Sendable {
    case restarted
    /// The owner opened the screen with the code.
    case entered
    case left
    case newCode
    case validate
    case validated(OneTimePassword, ValidationResult)
    /// Sends the upload that the recap shows, for the first time or again.
    case send
    /// The owner consented, or the phone gave no keys.
    case keysAnswered(Result<[TemporaryExposureKey], ExposureFrameworkError>)
    case uploaded(UploadResult, MobileClientError?)
}

enum UploadEffect: SliceEffect {
    case validate(OneTimePassword)
    /// Has the system ask the owner for consent.
    case askForKeys
    case upload(OneTimePassword, [TemporaryExposureKey])
}

struct UploadReducer: AppSlice {
    func reduce(
        _ state: inout UploadState,
        _ message: UploadMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .restarted:
            state.flow = state.flow?.afterRestart()
        case .entered:
            state.flow = state.flow ?? .begin(using: &generator)
        case .left:
            // A code is forgotten with its screen, unless an answer is missing.
            state.flow = state.flow?.afterLeaving()
        case .newCode:
            if whole.home.place == .upload, state.flow?.isUnderWay == false {
                state.flow = .begin(using: &generator)
            }
        case .validate:
            return validate(&state, at: now)
        case .validated(let otp, let result):
            return validated(&state, result, of: otp, at: now)
        case .send:
            return send(&state)
        case .keysAnswered(let result):
            return keysAnswered(&state, result, in: whole)
        case .uploaded(let result, let failure):
            state.flow?.ended(result)
            state.endUnseen(at: whole.home.place)
            let isSent = if case .sent = result { true } else { false }
            return [.tell(.life(.attempted(failure)))] + (isSent ? [.tell(.warnings(.keysUploaded))] : [])
        }
        return []
    }

    private func validate(_ state: inout UploadState, at now: UnixTime) -> [AppStep] {
        guard let flow = state.flow, flow.canValidate, state.validation.remaining(at: now) == 0 else {
            return []
        }
        state.flow?.phase = .validating
        return [.perform(.upload(.validate(flow.otp)))]
    }

    private func validated(
        _ state: inout UploadState,
        _ result: ValidationResult,
        of otp: OneTimePassword,
        at now: UnixTime
    ) -> [AppStep] {
        switch result {
        case .authorised: state.validation.succeeded()
        case .notAuthorised: state.validation.refused(at: now)
        case .failed: break
        }
        state.flow?.validated(result, otp)
        // The content of the upload is counted again.
        return result == .authorised ? [.perform(.life(.observePhone))] : []
    }

    private func send(_ state: inout UploadState) -> [AppStep] {
        guard let flow = state.flow, flow.canSend else {
            return []
        }
        state.flow?.phase = .consenting(isRetry: flow.isRetry)
        return [.perform(.upload(.askForKeys))]
    }

    /// Handles the owner's consent or refusal. Keys can only be under way from now on.
    private func keysAnswered(
        _ state: inout UploadState,
        _ result: Result<[TemporaryExposureKey], ExposureFrameworkError>,
        in whole: AppState
    ) -> [AppStep] {
        guard let flow = state.flow, case .consenting(let isRetry) = flow.phase else {
            return []
        }
        switch result {
        case .success(let keys):
            state.flow?.phase = .sending(isRetry: isRetry)
            return [.perform(.upload(.upload(flow.otp, keys)))]
        case .failure(let error):
            state.flow?.keysFailed(isRefusal: error == .rejectedOptIn)
            state.endUnseen(at: whole.home.place)
            // Home also shows what is wrong.
            return [.tell(.life(.attempted(.framework(error)))), .perform(.life(.observePhone))]
        }
    }
}

extension UploadState {
    /// Handles keys that are unavailable, or the end of the request. If the owner left the screen meanwhile, they get a
    /// new code the next time, unless there is something to show.
    mutating func endUnseen(at place: AppPlace) {
        if place != .upload {
            flow = flow?.afterEndingUnseen()
        }
    }
}
