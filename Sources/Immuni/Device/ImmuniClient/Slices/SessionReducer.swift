import ClientKit
import ExposurePrimitives

struct SessionReducer: AppSlice {
    let app: MobileClient.App

    func reduce(
        _ state: inout SessionState,
        _ message: SessionMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .timePassed:
            state.history.forgetExpired(on: now.utcDay)
        case .begin:
            return begin(&state, at: now)
        case .retryChunks:
            return retryChunks(&state, in: whole)
        case .appOpened:
            return detectInForeground(&state, in: whole, at: now)
        case .fetchSettings:
            return fetchSettings(&state)
        case .settingsAnswered(let answer):
            return receive(&state, answer)
        case .faqAnswered(let faq):
            state.faq = faq ?? state.faq
        case .fetchFAQ:
            return fetchFAQ(whole)
        case .refreshFAQ:
            return refreshFAQ(whole, at: now)
        case .detectIfDue:
            return detectInSession(&state, in: whole, at: now)
        case .detectionEnded(let outcome):
            return detectionEnded(&state, outcome, at: now, using: &generator)
        case .requestWakeUps(let isLaunch, let includesSession):
            return requestWakeUps(&state, at: now, isLaunch: isLaunch, includesSession: includesSession)
        case .withdrawn:
            state.nextSession = nil
        case .recall:
            return recall(&state, at: now)
        }
        return []
    }
}

// MARK: - Wake-ups

extension SessionReducer {
    func requestSession(_ state: inout SessionState, at time: UnixTime) -> AppStep {
        state.nextSession = time
        return .perform(.schedule(.backgroundSession, at: time))
    }

    func schedule(_ state: SessionState) -> DetectionSchedule? {
        state.settings.map { DetectionSchedule(lastDetection: state.lastDetection, settings: $0) }
    }

    private func requestWakeUps(
        _ state: inout SessionState,
        at now: UnixTime,
        isLaunch: Bool,
        includesSession: Bool
    ) -> [AppStep] {
        guard let sessions = schedule(state)?.sessions else {
            return []
        }
        var steps: [AppStep] = []
        if includesSession {
            let time = isLaunch ? sessions.next(launchingAt: now) : sessions.next(after: now)
            steps.append(requestSession(&state, at: time))
        }
        if let time = state.chunks.nextRetry {
            steps.append(.perform(.schedule(.chunkRetry, at: time)))
        }
        return steps + [.tell(.analytics(.requestWakeUp)), .tell(.coverTraffic(.requestWakeUp))]
    }

    /// Requests a session again that is further ahead than allowed: the clock was wrong at the last request. No session
    /// is delayed.
    private func recall(_ state: inout SessionState, at now: UnixTime) -> [AppStep] {
        guard let sessions = schedule(state)?.sessions, let asked = state.nextSession,
            asked > sessions.latest(after: now)
        else {
            return []
        }
        return [requestSession(&state, at: sessions.next(after: now))]
    }
}
