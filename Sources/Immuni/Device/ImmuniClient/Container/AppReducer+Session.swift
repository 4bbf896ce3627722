import ClientKit
import ExposurePrimitives
import ImmuniAPI
import Localisation
import MessageSignatures
import PhonePorts
import RiskModels

// The background session: settings, new TEK Chunks, detection, and its consequences.

extension AppReducer {
    func beginSession(
        _ state: inout AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        guard state.session.run == nil else {
            // The run under way ends within a minute.
            return [.schedule(.backgroundSession, at: now.advanced(bySeconds: 60))]
        }
        renewOpportunity(&state, at: now, using: &generator)
        state.session.run = .refreshing
        return schedules(state, at: now).filter(\.isNextSession) + [.observePhone, .fetchSettings]
    }

    /// Remembers the time if `effects` request the next session. A session further ahead than allowed is requested
    /// again: the clock was wrong at the last request. No session is delayed.
    func recallSession(_ state: inout AppState, _ effects: [AppEffect], at now: UnixTime) -> [AppEffect] {
        state.noteSession(in: effects)
        guard let settings = state.settings, let asked = state.session.nextSession else {
            return []
        }
        let schedule = DetectionSchedule(lastDetection: state.lastDetection, settings: settings)
        guard asked > schedule.sessions.latest(after: now) else {
            return []
        }
        let recall = [AppEffect.schedule(.backgroundSession, at: schedule.sessions.next(after: now))]
        state.noteSession(in: recall)
        return recall
    }

    /// Handles the settings' answer. Without new settings the old ones apply.
    func receive(
        _ state: inout AppState,
        _ answer: SettingsAnswer,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        state.session.isFetchingSettings = false
        let isFirst = state.settings == nil
        let failure = accept(&state, answer)
        state.session.settingsFailure = failure
        guard let settings = state.settings else {
            return []
        }
        if state.monthly == nil {
            beginRandomProcesses(&state, settings, at: now, using: &generator)
        }
        if isFirst {
            return fetchFAQ(state) + schedules(state, at: now)
        }
        return state.session.run == .refreshing ? detectInSession(&state, settings, at: now) : []
    }

    /// - Returns: the reason if the settings were refused.
    private func accept(_ state: inout AppState, _ answer: SettingsAnswer) -> MobileClientError? {
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

    private func beginRandomProcesses(
        _ state: inout AppState,
        _ settings: AppSettings,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        state.monthly = MonthlyInfo(at: now, dummyMean: settings.dummyAnalyticsWaitingTime, using: &generator)
        state.tokens = app.platform == .iOS ? TokenLife(at: now, using: &generator) : nil
        state.coverTraffic.begin(
            at: now,
            CoverTraffic.Parameters(settings, on: app.coverTrafficOccasion),
            using: &generator
        )
    }

    private func detectInSession(
        _ state: inout AppState,
        _ settings: AppSettings,
        at now: UnixTime
    ) -> [AppEffect] {
        let reminders = remind(&state, settings, at: now)
        let schedule = DetectionSchedule(lastDetection: state.lastDetection, settings: settings)
        guard canDetect(state), schedule.isDueInBackground(at: now) else {
            state.session.run = nil
            return reminders + fetchFAQ(state, at: now)
        }
        state.session.run = .detecting(isSession: true)
        return reminders + [.detect(DetectionPlan(chunks: state.chunks, retriesOnly: false))]
    }

    /// Detects in the foreground if the background failed for long. Only on iOS: an Android phone sends its dummies in
    /// the background, so it makes no requests while the app is open.
    func detectInForeground(_ state: inout AppState, at now: UnixTime) -> [AppEffect] {
        guard app.platform == .iOS, state.session.run == nil, let settings = state.settings, canDetect(state),
            DetectionSchedule(lastDetection: state.lastDetection, settings: settings).isDueInForeground(at: now)
        else {
            return []
        }
        state.session.run = .detecting(isSession: false)
        return [.detect(DetectionPlan(chunks: state.chunks, retriesOnly: false))]
    }

    func retryChunks(_ state: inout AppState) -> [AppEffect] {
        guard state.session.run == nil, canDetect(state), state.chunks.nextRetry != nil else {
            return []
        }
        state.session.run = .detecting(isSession: false)
        return [.detect(DetectionPlan(chunks: state.chunks, retriesOnly: true))]
    }

    func detectionEnded(
        _ state: inout AppState,
        _ outcome: DetectionOutcome,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        let isSession = state.session.run == .detecting(isSession: true)
        state.session.run = nil
        state.session.lastReport = outcome.report
        state.session.lastFailure = outcome.report.interruption
        state.session.checkFailure = outcome.isComplete ? nil : outcome.report.interruption
        note(&state, outcome, at: now, using: &generator)
        var effects: [AppEffect] = []
        let exposureDay = outcome.report.lastContact.flatMap { day in warn(&state, of: day, at: now, &effects) }
        if outcome.isComplete {
            noteCheck(&state, outcome, at: now)
            effects += tellHowItWorks(&state, exposureDay: exposureDay, at: now, using: &generator)
        }
        // A retry does not move the next session.
        effects += schedules(state, at: now).filter { !outcome.retriesOnly || !$0.isNextSession }
        return effects + (isSession ? fetchFAQ(state, at: now) : [])
    }

    /// Records the check. A retry only processes left-over chunks, so the previous check remains.
    private func noteCheck(_ state: inout AppState, _ outcome: DetectionOutcome, at now: UnixTime) {
        guard !outcome.retriesOnly else {
            return
        }
        state.lastDetection = now
        state.lastAssessment = outcome.looksForRisk ? now : state.lastAssessment
    }

    private func note(
        _ state: inout AppState,
        _ outcome: DetectionOutcome,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        if let sequence = outcome.indexSequence {
            // The number was compared when the index came. A higher one cannot have come meanwhile, because detections
            // do not overlap.
            try? state.seenSequences.accept(sequence, of: SignedDocument.keyIndex.rawValue)
        }
        for chunk in outcome.finished {
            state.chunks.finish(chunk)
        }
        for chunk in outcome.failed {
            state.chunks.fail(chunk, at: now, using: &generator)
        }
        if outcome.isComplete || outcome.index != nil {
            state.chunks.forgetExpired(in: outcome.index)
        }
        state.chunks.postponeRetries(at: now, using: &generator)
        if let summary = outcome.report.summary, summary.matchedKeyCount > 0 {
            state.history.append(
                DetectionHistory.Record(day: now.utcDay, summary: summary, infos: outcome.report.infos)
            )
        }
    }

    /// - Returns: the day of the contact that the owner is warned of.
    private func warn(
        _ state: inout AppState,
        of day: CalendarDay,
        at now: UnixTime,
        _ effects: inout [AppEffect]
    ) -> CalendarDay? {
        switch state.status.handle(.contactDetected(day)) {
        case .notifyOfRisk(let day):
            state.reminders.note(.risk, at: now)
            effects += show(&state, .riskOfExposure(lastContact: day))
            return day
        case nil:
            return nil
        }
    }

    private func canDetect(_ state: AppState) -> Bool {
        guard let phone = state.session.phone else {
            return false
        }
        return state.onboarding.isCompleted && state.startUpProblem(app: app, phone: phone) == nil
            && state.serviceStatus(on: app.platform).canDetect
    }
}

// MARK: - The FAQ

extension AppReducer {
    private func fetchFAQ(_ state: AppState) -> [AppEffect] {
        guard let language = state.faqLanguage,
            let target = state.settings?.faqUrl[language.code].flatMap(URLTarget.target)
        else {
            return []
        }
        return [.fetchFAQ(target: target, language)]
    }

    /// Fetches the FAQ once a day, or if the owner's language changed. It waits for the next session, because an app
    /// that is opened fetches nothing.
    private func fetchFAQ(_ state: AppState, at now: UnixTime) -> [AppEffect] {
        if let faq = state.faq, faq.language == state.faqLanguage,
            (0..<UnixTime.secondsPerDay).contains(now.seconds(since: faq.fetchedAt))
        {
            return []
        }
        return fetchFAQ(state)
    }
}

// MARK: - Notifications

extension AppReducer {
    /// Shows a notification. It is remembered until it was shown, so a crash cannot lose it.
    private func show(_ state: inout AppState, _ notification: PhoneNotification) -> [AppEffect] {
        state.notices.removeAll { $0 == notification }
        state.notices.append(notification)
        return [.show(notification)]
    }

    /// The notifications that the owner may not have seen yet. A warning that ended meanwhile is left out: it would
    /// only frighten.
    func unshown(_ state: inout AppState) -> [PhoneNotification] {
        let status = state.status
        state.notices.removeAll { notification in
            if case .riskOfExposure(let day) = notification { status != .risk(lastContact: day) } else { false }
        }
        return state.notices
    }

    private func remind(_ state: inout AppState, _ settings: AppSettings, at now: UnixTime) -> [AppEffect] {
        var due: [PhoneNotification] = []
        for (kind, period, notification) in pending(state, settings) {
            guard let notification else {
                state.reminders.settle(kind)
                continue
            }
            if state.reminders.isDue(kind, period: Int64(max(period, 0)), at: now) {
                due.append(notification)
            }
        }
        return due.flatMap { show(&state, $0) }
    }

    /// Every kind of reminder with its period in seconds and its subject; nil if there is nothing to remind of.
    private func pending(
        _ state: AppState,
        _ settings: AppSettings
    ) -> [(Reminders.Kind, period: Int, PhoneNotification?)] {
        let isTooOld = state.session.phone.map { state.startUpProblem(app: app, phone: $0) != nil } ?? false
        let isOnboarded = state.onboarding.isCompleted
        let isImpaired = isOnboarded && state.isServiceWanted && state.session.phone != nil && !canDetect(state)
        var risk: PhoneNotification?
        var recovery: PhoneNotification?
        switch state.status {
        case .risk(let day): risk = .riskOfExposure(lastContact: day)
        case .positive: recovery = .recoveryReminder
        case .neutral, .dismissed: break
        }
        return [
            (.updateRequired, settings.requiredUpdateNotificationPeriod, isTooOld ? .updateRequired : nil),
            (
                .onboardingNotCompleted, settings.onboardingNotCompletedNotificationPeriod,
                isOnboarded || isTooOld ? nil : .onboardingNotCompleted
            ),
            (
                .serviceNotActive, settings.serviceNotActiveNotificationPeriod,
                isImpaired && !isTooOld ? .serviceNotActive : nil
            ),
            (.risk, settings.riskReminderNotificationPeriod, risk),
            (.recovery, Self.recoveryPeriod, recovery),
        ]
    }

    /// Fourteen days.
    private static let recoveryPeriod = 14 * 86_400
}

extension AppEffect {
    fileprivate var isNextSession: Bool {
        switch self {
        case .schedule(.backgroundSession, at: _): true
        default: false
        }
    }
}
