import ClientKit

// What the app shows after its file could not be written.

extension AppState {
    /// Handles a failure to write the file for `action`, which would have led to the state `wanted`.
    ///
    /// The changes are not remembered, and an action that ended with them has failed.
    mutating func fileFailed(at action: AppAction, wanted: AppState) {
        switch action {
        case .launched, .enteredForeground, .enteredBackground:
            if !life.isLaunched {
                upload.flow = upload.flow?.afterRestart()
                analytics.restarted()
            }
            takeSession(of: wanted)
        case .effectEnded(let end): effectFailed(end.message)
        default: break
        }
        session.nextSession = wanted.session.nextSession
        life.lastFailure = .storage
    }

    private mutating func takeSession(of wanted: AppState) {
        life.session = wanted.life.session
        home = wanted.home
        session.session = wanted.session.session
        coverTraffic = CoverTraffic(plan: coverTraffic.plan, sequence: wanted.coverTraffic.sequence)
    }

    private mutating func effectFailed(_ end: AppMessage) {
        switch end {
        case .life(.phoneObserved(let phone, let framework)):
            (life.phone, life.framework) = (phone, framework)
        case .life(.wiped):
            life.deletionFailed = true
        case .session(.settingsAnswered):
            if session.run == .refreshing {
                session.run = nil
            }
            session.isFetchingSettings = false
            session.settingsFailure = .storage
        case .session(.detectionEnded):
            session.run = nil
            session.checkFailure = .storage
        case .upload(.validated(let otp, _)):
            upload.flow?.validated(.failed, otp)
        case .upload(.keysAnswered):
            upload.flow?.keysFailed(isRefusal: false)
            upload.endUnseen(at: home.place)
        case .upload(.uploaded):
            upload.flow?.ended(.unanswered)
            upload.endUnseen(at: home.place)
        default: break
        }
    }
}
