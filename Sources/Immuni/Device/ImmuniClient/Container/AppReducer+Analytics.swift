import ExposureFramework
import ExposurePrimitives
import ImmuniAPI
import PhonePorts

// The phone's reports to analytics (Immuni, Privacy-Preserving Analytics).

extension AppReducer {
    /// Handles the end of a detection: asks for the analytics token's authorisation, once, and lets at most one report
    /// or dummy leave.
    func tellHowItWorks(
        _ state: inout AppState,
        exposureDay: CalendarDay?,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        var effects: [AppEffect] = []
        // A dummy does not replace a waiting report.
        if let order = chooseInfo(&state, exposureDay: exposureDay, at: now, using: &generator),
            order.report != nil || state.pendingInfo == nil
        {
            state.pendingInfo = order
            effects.append(.sendInfo(order))
        }
        if let token = state.tokens?.detectionEnded(at: now, using: &generator) {
            effects.append(.requestToken(token))
        }
        return effects
    }

    private func chooseInfo(
        _ state: inout AppState,
        exposureDay: CalendarDay?,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> InfoOrder? {
        let token = state.tokens?.usable(at: now)
        guard let settings = state.settings, isEntitled(state, token: token) else {
            return nil
        }
        let kind = state.monthly?.choose(
            foundExposure: exposureDay != nil,
            at: now,
            MonthlyInfo.Parameters(settings),
            using: &generator
        )
        switch kind {
        case .withExposure, .withoutExposure:
            return report(state, exposureDay: exposureDay, token: token).map { InfoOrder($0, at: now) }
        case .dummy:
            return InfoOrder(nil, at: now)
        case nil:
            return nil
        }
    }

    /// Whether the phone may report. An iPhone needs an authorised token; an Android phone must have been in use for a
    /// day of the server's time.
    private func isEntitled(_ state: AppState, token: AnalyticsToken?) -> Bool {
        switch app.platform {
        case .iOS: token != nil
        case .android: state.serverTime?.isFirstDayOver ?? false
        }
    }

    private func report(_ state: AppState, exposureDay: CalendarDay?, token: AnalyticsToken?) -> InfoReport? {
        guard let phone = state.session.phone, let framework = state.session.framework, let province = state.province
        else {
            return nil
        }
        return InfoReport(
            province: province,
            exposurePermission: framework.authorisation == .authorised,
            bluetoothActive: !framework.status.contains(.bluetoothDisabled),
            notificationPermission: phone.notificationPermission == .granted,
            exposureDay: exposureDay,
            token: token.map(StoredToken.init)
        )
    }

    func infoEnded(_ state: inout AppState, _ result: InfoResult, at now: UnixTime) -> [AppEffect] {
        switch result {
        case .evidenceUnreachable:
            if let time = state.pendingInfo?.evidenceFailed(at: now) {
                return [.schedule(.attestationRetry, at: time)]
            }
        case .ended:
            break
        }
        state.pendingInfo = nil
        return []
    }

    func retryInfo(_ state: inout AppState, at now: UnixTime) -> [AppEffect] {
        guard let order = state.pendingInfo, case .waiting = order.phase else {
            return []
        }
        guard order.isTimely(at: now) else {
            state.pendingInfo = nil
            return []
        }
        state.pendingInfo?.phase = .sending
        return [.sendInfo(order)]
    }
}
