import ClientKit
import ExposurePrimitives
import ImmuniAPI

// The display of an upload is a function of the state alone, like the rest.

extension UploadFacts {
    init(_ flow: UploadFlow, _ state: AppState, platform: SettingsRequest.Platform, now: UnixTime) {
        phase = Phase(flow.phase)
        code = flow.otp.exposedGroups
        secondsToWait = Int(clamping: state.upload.validation.remaining(at: now))
        content = UploadSummary(of: flow, state, on: now.utcDay)
        isServiceOff = state.serviceStatus(on: platform).isOff
        isCodeLostByLeaving = flow.canSend && flow.afterLeaving() == nil
        contact = ContactFacts(state)
    }
}

extension UploadSummary {
    /// The content of the upload today, or of the one that was sent.
    fileprivate init(of flow: UploadFlow, _ state: AppState, on today: CalendarDay) {
        province = state.choices.province
        if case .sent(let report) = flow.phase {
            keyCount = report.keyCount
            summaryCount = report.summaryCount
            infoCount = report.infoCount
            return
        }
        let info = state.session.history.epidemiologicalInfo(
            summaryCount: state.session.settings?.teksMaxSummaryCount ?? 0,
            infoCount: state.session.settings?.teksMaxInfoCount ?? 0,
            on: today
        )
        keyCount = state.life.framework?.releasableKeyCount.map { min($0, UploadLimits.keysSent) }
        summaryCount = info.summaries.count
        infoCount = info.infoCount
    }
}

extension UploadFacts.Phase {
    fileprivate init(_ phase: UploadFlow.Phase) {
        self =
            switch phase {
            case .code: .code
            case .validating: .validating
            case .notAuthorised: .notAuthorised
            case .validationFailed: .validationFailed
            case .recap: .recap
            case .consenting, .sending: .sending
            case .refused: .refused
            case .keysUnavailable: .keysUnavailable
            case .unsent: .unsent
            case .unanswered: .unanswered
            case .uncertain: .uncertain
            case .expired: .expired
            case .failed: .failed
            case .sent: .sent
            }
    }
}
