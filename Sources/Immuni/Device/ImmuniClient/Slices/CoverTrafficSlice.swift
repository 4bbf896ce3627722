import ClientKit
import ExposurePrimitives
import ImmuniAPI

/// Dummy uploads (Immuni, Traffic Analysis Mitigation).
enum CoverTrafficMessage: Sendable {
    case begin
    case renew
    case appOpened
    case abort
    case woken
    case requestWakeUp
}

/// The kind of a dummy to the upload host.
package enum DummyKind: Equatable, Sendable {
    case validation
    case upload
}

struct CoverTrafficReducer: AppSlice {
    let app: MobileClient.App

    func reduce(
        _ state: inout CoverTraffic,
        _ message: CoverTrafficMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .abort:
            return steps(of: state.abort(on: occasion))
        case .requestWakeUp:
            return state.wakeUp(on: occasion).map { [.perform(.schedule(.coverTraffic, at: $0))] } ?? []
        case .begin, .renew, .appOpened, .woken:
            guard let settings = whole.session.settings else {
                return []
            }
            let parameters = CoverTraffic.Parameters(settings, on: occasion)
            return follow(message, &state, parameters, in: whole, at: now, using: &generator)
        }
    }

    private func follow(
        _ message: CoverTrafficMessage,
        _ state: inout CoverTraffic,
        _ parameters: CoverTraffic.Parameters,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .begin:
            state.begin(at: now, parameters, using: &generator)
        case .renew:
            state.renewOpportunity(at: now, parameters, using: &generator)
        case .appOpened where whole.home.place != .upload:
            return steps(of: state.appOpened(at: now, parameters, using: &generator))
        case .woken where whole.onboarding.progress.isCompleted:
            let isOpen = whole.life.isForeground
            return steps(of: state.woken(at: now, isAppOpen: isOpen, parameters, using: &generator))
        case .appOpened, .woken, .abort, .requestWakeUp:
            break
        }
        return []
    }

    /// In people's order: one validation, then uploads.
    private func steps(of steps: [CoverTraffic.Step]) -> [AppStep] {
        steps.map { step in
            switch step {
            case .send(let position): .perform(.sendDummy(position == 0 ? .validation : .upload))
            case .wake(let time): .perform(.schedule(.coverTraffic, at: time))
            }
        }
    }

    /// iPhones send dummies while the app is open, and Android phones in the background.
    private var occasion: CoverTraffic.Occasion { app.platform == .iOS ? .openApp : .background }
}

extension CoverTraffic.Parameters {
    fileprivate init(_ settings: AppSettings, on occasion: CoverTraffic.Occasion) {
        self.init(
            occasion: occasion,
            opportunityMean: settings.dummyTeksAverageOpportunityWaitingTime,
            startMean: settings.dummyTeksAverageStartWaitingTime,
            requestMean: settings.dummyTeksAverageRequestWaitingTime,
            windowLength: settings.dummyTeksWindowDuration,
            continuing: settings.dummyTeksRequestProbabilities
        )
    }
}
