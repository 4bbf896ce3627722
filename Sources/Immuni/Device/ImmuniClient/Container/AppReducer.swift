import ClientKit
import ExposurePrimitives
import ImmuniAPI
import PhonePorts

/// The app's rules in one place: an action changes the state and returns effects. It is pure: the same state, action,
/// time and random numbers give the same result.
struct AppReducer {
    let app: MobileClient.App

    /// - Returns: the effects, in this order, to perform once the new state is in the file.
    func reduce(
        _ state: inout AppState,
        _ action: AppAction,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        state.monthly?.enterMonth(at: now, using: &generator)
        _ = state.status.handle(.dayBegan(now.utcDay))
        state.history.forgetExpired(on: now.utcDay)
        let effects = self.effects(&state, of: action, at: now, using: &generator)
        return effects + recallSession(&state, effects, at: now)
    }

    private func effects(
        _ state: inout AppState,
        of action: AppAction,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        switch action {
        case .launched(let inForeground):
            return launch(&state, inForeground: inForeground, at: now)
        case .enteredForeground:
            return enterForeground(&state)
        case .enteredBackground:
            return enterBackground(&state)
        case .phoneChanged:
            return [.observePhone]
        case .woken(let task):
            return wake(&state, for: task, at: now, using: &generator)
        case .effectEnded(let end):
            return finish(&state, end.result, at: now, using: &generator)
        case .deleteEverything:
            return delete(&state)
        case .retrySettings:
            return [.observePhone]
        case .chooseLanguage(let language):
            state.language = language
            return []
        default:
            return effectsOfOwner(&state, action, at: now, using: &generator)
        }
    }

    /// The effects of actions that need a working app.
    private func effectsOfOwner(
        _ state: inout AppState,
        _ action: AppAction,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        guard let phone = state.session.phone, state.settings != nil, !state.isBeingDeleted,
            state.startUpProblem(app: app, phone: phone) == nil
        else {
            return []
        }
        return state.onboarding.isCompleted
            ? home(&state, action, at: now, using: &generator)
            : onboard(&state, action, at: now)
    }
}

// MARK: - The system

extension AppReducer {
    private func launch(_ state: inout AppState, inForeground: Bool, at now: UnixTime) -> [AppEffect] {
        guard !state.session.isLaunched else {
            return inForeground ? enterForeground(&state) : []
        }
        state.session.isLaunched = true
        guard !state.isBeingDeleted else {
            state.session.isForeground = inForeground
            return [.observePhone, .wipe]
        }
        state.afterRestart()
        let look = inForeground ? enterForeground(&state) : [.observePhone]
        return unshown(&state).map(AppEffect.show) + look + schedules(state, at: now, isLaunch: true)
    }

    private func enterForeground(_ state: inout AppState) -> [AppEffect] {
        state.session.isForeground = true
        state.session.hasJustOpened = true
        state.reminders.acknowledge(.risk)
        return [.observePhone]
    }

    private func enterBackground(_ state: inout AppState) -> [AppEffect] {
        state.session.isForeground = false
        state.session.hasJustOpened = false
        state.session.hasJustRecovered = false
        return abortDummies(&state)
    }

    /// All wake-ups that the scheduler may have lost.
    func schedules(_ state: AppState, at now: UnixTime, isLaunch: Bool = false) -> [AppEffect] {
        guard let settings = state.settings else {
            return []
        }
        let schedule = DetectionSchedule(lastDetection: state.lastDetection, settings: settings)
        let session = isLaunch ? schedule.sessions.next(launchingAt: now) : schedule.sessions.next(after: now)
        var effects = [AppEffect.schedule(.backgroundSession, at: session)]
        if let time = state.chunks.nextRetry {
            effects.append(.schedule(.chunkRetry, at: time))
        }
        if case .waiting(let time) = state.pendingInfo?.phase {
            effects.append(.schedule(.attestationRetry, at: time))
        }
        if let time = state.coverTraffic.wakeUp(on: app.coverTrafficOccasion) {
            effects.append(.schedule(.coverTraffic, at: time))
        }
        return effects
    }

    /// Handles new facts about the phone.
    func observed(
        _ state: inout AppState,
        _ phone: PhoneFacts,
        _ framework: FrameworkFacts,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        state.session.phone = phone
        state.session.framework = framework
        guard !state.isBeingDeleted, state.startUpProblem(app: app, phone: phone) == nil else {
            return []
        }
        guard state.settings != nil else {
            return fetchFirstSettings(&state)
        }
        guard state.onboarding.isCompleted else {
            return passSettledStep(&state, at: now)
        }
        leaveSettledRepair(&state)
        guard state.session.hasJustOpened else {
            return []
        }
        state.session.hasJustOpened = false
        return detectInForeground(&state, at: now) + beginDummies(&state, at: now, using: &generator)
    }

    /// A repaired problem needs no advice any more.
    private func leaveSettledRepair(_ state: inout AppState) {
        guard case .repair(let problem) = state.session.place else {
            return
        }
        if case .impaired(let problems) = state.serviceStatus(on: app.platform), problems.contains(problem) {
            return
        }
        state.session.trail.goBack()
    }

    private func fetchFirstSettings(_ state: inout AppState) -> [AppEffect] {
        guard state.settings == nil, !state.session.isFetchingSettings else {
            return []
        }
        state.session.isFetchingSettings = true
        state.session.settingsFailure = nil
        return [.fetchSettings]
    }

    private func wake(
        _ state: inout AppState,
        for task: PhoneTask,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        guard state.settings != nil, !state.isBeingDeleted else {
            return []
        }
        switch task {
        case .backgroundSession: return beginSession(&state, at: now, using: &generator)
        case .chunkRetry: return retryChunks(&state)
        case .coverTraffic: return sendDummy(&state, at: now, using: &generator)
        case .attestationRetry: return retryInfo(&state, at: now)
        }
    }

    private func finish(
        _ state: inout AppState,
        _ result: EffectEnd.Result,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        switch result {
        case .phoneObserved(let phone, let framework):
            return observed(&state, phone, framework, at: now, using: &generator)
        case .settings(let answer):
            return receive(&state, answer, at: now, using: &generator)
        case .faq(let faq):
            state.faq = faq ?? state.faq
            return []
        case .detection(let outcome):
            return detectionEnded(&state, outcome, at: now, using: &generator)
        case .framework(let failure):
            state.session.lastFailure = failure
            return []
        case .validation(let otp, let result):
            return validated(&state, result, of: otp, at: now)
        case .keys(let keys):
            return keysEnded(&state, keys)
        case .upload(let result, let failure):
            return uploaded(&state, result, failure, at: now)
        case .token(let token, let isAuthorised):
            state.tokens?.answered(token, isAuthorised: isAuthorised)
            return []
        case .info(let result):
            return infoEnded(&state, result, at: now)
        case .shown(let notification):
            state.notices.removeAll { $0 == notification }
            return []
        case .wiped(let isDone):
            return wiped(&state, isDone: isDone)
        }
    }

    private func delete(_ state: inout AppState) -> [AppEffect] {
        state.isBeingDeleted = true
        state.session.deletionFailed = false
        state.session.deletions += 1
        return abortDummies(&state) + PhoneTask.allCases.map { .schedule($0, at: nil) } + [.wipe]
    }

    /// Handles the end of a deletion: the app starts again from nothing.
    private func wiped(_ state: inout AppState, isDone: Bool) -> [AppEffect] {
        guard isDone else {
            state.session.deletionFailed = true
            return []
        }
        let session = state.session
        state = AppState()
        state.session.isLaunched = true
        state.session.isForeground = session.isForeground
        state.session.deletions = session.deletions
        state.session.beginning = .deleted
        return [.observePhone]
    }
}
