import ClientKit
import ExposurePrimitives
import ImmuniAPI
import MessageSignatures
import RiskModels

extension SessionReducer {
    func detectInSession(_ state: inout SessionState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        guard whole.canDetect(app: app), schedule(state)?.isDueInBackground(at: now) ?? false else {
            state.run = nil
            return [.tell(.warnings(.remind)), .tell(.session(.refreshFAQ))]
        }
        return [.tell(.warnings(.remind)), detect(&state, isSession: true)]
    }

    /// Detects in the foreground if the background failed for long. Only on iOS: an Android phone sends its dummies in
    /// the background, so while the app is open it fetches nothing but the settings of a cold start.
    func detectInForeground(_ state: inout SessionState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        guard app.platform == .iOS, state.run == nil, whole.canDetect(app: app),
            schedule(state)?.isDueInForeground(at: now) ?? false
        else {
            return []
        }
        return [detect(&state, isSession: false)]
    }

    func retryChunks(_ state: inout SessionState, in whole: AppState) -> [AppStep] {
        guard state.run == nil, whole.canDetect(app: app), state.chunks.nextRetry != nil else {
            return []
        }
        return [detect(&state, isSession: false, retriesOnly: true)]
    }

    private func detect(_ state: inout SessionState, isSession: Bool, retriesOnly: Bool = false) -> AppStep {
        state.run = .detecting(isSession: isSession)
        return .perform(.session(.detect(DetectionPlan(chunks: state.chunks, retriesOnly: retriesOnly))))
    }

    func detectionEnded(
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
        state.finding = (outcome.finding ?? state.finding)?.current(on: now.utcDay)
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
