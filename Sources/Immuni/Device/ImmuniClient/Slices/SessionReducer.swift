import Localisation
import RiskModels
import ClientKit
import ExposurePrimitives
import ImmuniAPI
import MessageSignatures
import PhonePorts

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
        case .fetchFirstSettings:
            return fetchFirstSettings(&state)
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
    private func requestSession(_ state: inout SessionState, at time: UnixTime) -> AppStep {
        state.nextSession = time
        return .perform(.schedule(.backgroundSession, at: time))
    }

    private func schedule(_ state: SessionState) -> DetectionSchedule? {
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

// MARK: - Settings

extension SessionReducer {
    private func begin(_ state: inout SessionState, at now: UnixTime) -> [AppStep] {
        guard state.run == nil else {
            // The run under way ends within a minute.
            return [requestSession(&state, at: now.advanced(bySeconds: 60))]
        }
        state.run = .refreshing
        let next = schedule(state).map { [requestSession(&state, at: $0.sessions.next(after: now))] } ?? []
        return [.tell(.coverTraffic(.renew))] + next
            + [.perform(.life(.observePhone)), .perform(.session(.fetchSettings))]
    }

    private func fetchFirstSettings(_ state: inout SessionState) -> [AppStep] {
        guard state.settings == nil, !state.isFetchingSettings else {
            return []
        }
        state.isFetchingSettings = true
        state.settingsFailure = nil
        return [.perform(.session(.fetchSettings))]
    }

    /// Handles the settings' answer. Without new settings the old ones apply.
    private func receive(_ state: inout SessionState, _ answer: SettingsAnswer) -> [AppStep] {
        state.isFetchingSettings = false
        let isFirst = state.settings == nil
        state.settingsFailure = accept(&state, answer)
        guard state.settings != nil else {
            return []
        }
        let next: [AppStep] =
            isFirst
            ? [.tell(.session(.fetchFAQ)), .tell(.session(.requestWakeUps(isLaunch: false)))]
            : state.run == .refreshing ? [.tell(.session(.detectIfDue))] : []
        return [.tell(.analytics(.settingsArrived))] + next
    }

    /// - Returns: the reason if the settings were refused.
    private func accept(_ state: inout SessionState, _ answer: SettingsAnswer) -> MobileClientError? {
        switch answer {
        case .failed(let error):
            return error
        case .fetched(let settings, let signature, let serverTime):
            if let signature {
                do {
                    try state.seenSequences.accept(signature.sequence, of: SignedDocument.settings.rawValue)
                } catch {
                    return .messageRefused(.settings, error)
                }
            }
            if let serverTime {
                state.serverTime = state.serverTime?.advanced(to: serverTime) ?? ServerTime(serverTime)
            }
            state.settings = settings
            return nil
        }
    }

    private func fetchFAQ(_ whole: AppState) -> [AppStep] {
        guard let language = whole.faqLanguage,
            let target = whole.session.settings?.faqUrl[language.code].flatMap(URLTarget.target)
        else {
            return []
        }
        return [.perform(.session(.fetchFAQ(target: target, language)))]
    }

    /// Fetches the FAQ once a day, or if the owner's language changed. It waits for the next session, because an app
    /// that is opened fetches nothing.
    private func refreshFAQ(_ whole: AppState, at now: UnixTime) -> [AppStep] {
        if let faq = whole.session.faq, faq.language == whole.faqLanguage,
            (0..<UnixTime.secondsPerDay).contains(now.seconds(since: faq.fetchedAt))
        {
            return []
        }
        return fetchFAQ(whole)
    }
}

// MARK: - Detection

extension SessionReducer {
    private func detectInSession(_ state: inout SessionState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        guard whole.canDetect(app: app), schedule(state)?.isDueInBackground(at: now) ?? false else {
            state.run = nil
            return [.tell(.warnings(.remind)), .tell(.session(.refreshFAQ))]
        }
        return [.tell(.warnings(.remind)), detect(&state, isSession: true)]
    }

    /// Detects in the foreground if the background failed for long. Only on iOS: an Android phone sends its dummies in
    /// the background, so it makes no requests while the app is open.
    private func detectInForeground(_ state: inout SessionState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        guard app.platform == .iOS, state.run == nil, whole.canDetect(app: app),
            schedule(state)?.isDueInForeground(at: now) ?? false
        else {
            return []
        }
        return [detect(&state, isSession: false)]
    }

    private func retryChunks(_ state: inout SessionState, in whole: AppState) -> [AppStep] {
        guard state.run == nil, whole.canDetect(app: app), state.chunks.nextRetry != nil else {
            return []
        }
        return [detect(&state, isSession: false, retriesOnly: true)]
    }

    private func detect(_ state: inout SessionState, isSession: Bool, retriesOnly: Bool = false) -> AppStep {
        state.run = .detecting(isSession: isSession)
        return .perform(.session(.detect(DetectionPlan(chunks: state.chunks, retriesOnly: retriesOnly))))
    }

    private func detectionEnded(
        _ state: inout SessionState,
        _ outcome: DetectionOutcome,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        let isSession = state.run == .detecting(isSession: true)
        let report = outcome.report
        state.run = nil
        state.lastReport = report
        state.checkFailure = outcome.isComplete ? nil : report.interruption
        note(&state, outcome, at: now, using: &generator)
        return [
            .tell(.life(.attempted(report.interruption))),
            .tell(.warnings(.detectionEnded(lastContact: report.lastContact, isComplete: outcome.isComplete))),
            .tell(.session(.requestWakeUps(isLaunch: false, includesSession: !outcome.retriesOnly))),
        ] + (isSession ? [.tell(.session(.refreshFAQ))] : [])
    }

    private func note(
        _ state: inout SessionState,
        _ outcome: DetectionOutcome,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        if let sequence = outcome.indexSequence {
            // The number was compared when the index came. A higher one cannot have come meanwhile, because detections
            // do not overlap.
            try? state.seenSequences.accept(sequence, of: SignedDocument.keyIndex.rawValue)
        }
        state.chunks.note(outcome, at: now, using: &generator)
        if let summary = outcome.report.summary, summary.matchedKeyCount > 0 {
            state.history.append(
                DetectionHistory.Record(day: now.utcDay, summary: summary, infos: outcome.report.infos)
            )
        }
        // A retry only processes left-over chunks, so the previous check remains.
        if outcome.isComplete, !outcome.retriesOnly {
            state.lastDetection = now
            state.lastAssessment = outcome.looksForRisk ? now : state.lastAssessment
        }
    }
}

extension ChunkProgress {
    fileprivate mutating func note(
        _ outcome: DetectionOutcome,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        for chunk in outcome.finished {
            finish(chunk)
        }
        for chunk in outcome.failed {
            fail(chunk, at: now, using: &generator)
        }
        if outcome.isComplete || outcome.index != nil {
            forgetExpired(in: outcome.index)
        }
        postponeRetries(at: now, using: &generator)
    }
}
