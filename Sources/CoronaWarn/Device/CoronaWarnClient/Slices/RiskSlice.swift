import ClientKit
import CoronaWarnConfiguration
import ExposurePrimitives
import PhonePorts

/// The owner's risk, and since when the phone collects.
struct RiskState: Codable, Equatable, Sendable {
    var history = RiskHistory()
    var tracing = TracingHistory()
    /// The time of the last notice that nothing was checked. There is one for each silence.
    var silence: UnixTime?
}

enum RiskMessage: Sendable {
    case phoneObserved
    case assessed(RiskHistory.Evidence)
    /// The owner opened the app, which shows the risk.
    case seen
    /// The time of the notice may have come.
    case silent
    case requestWakeUp
}

struct RiskReducer: AppSlice {
    func reduce(
        _ state: inout RiskState,
        _ message: RiskMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .phoneObserved:
            let isActive = whole.onboarding.isCompleted && whole.life.framework?.isActive ?? false
            let before = state.tracing.lastChange
            state.tracing.changed(isActive: isActive, at: now)
            return before == state.tracing.lastChange ? [] : [requestWakeUp(state)]
        case .assessed(let evidence):
            guard let configuration = whole.session.configuration, let parameters = try? RiskParameters(configuration)
            else {
                return []
            }
            let news = state.history.record(evidence, by: parameters, at: now)
            return (news.isNotified ? [.tell(.notices(.show(.riskChanged)))] : [])
                + [.tell(.notices(.withdraw(.noDetection))), requestWakeUp(state)]
        case .seen:
            return [.tell(.notices(.withdraw(.riskChanged)))]
        case .silent:
            guard let time = noticeTime(state), time <= now else {
                return [requestWakeUp(state)]
            }
            state.silence = time
            return [.tell(.notices(.show(.noDetection)))]
        case .requestWakeUp:
            return [requestWakeUp(state)]
        }
    }

    private func requestWakeUp(_ state: RiskState) -> AppStep {
        .perform(.schedule(.silence, at: noticeTime(state)))
    }

    /// Nil if the owner has the notice already.
    private func noticeTime(_ state: RiskState) -> UnixTime? {
        RiskStatus.noticeTime(state.history, state.tracing).flatMap { $0 == state.silence ? nil : $0 }
    }
}
