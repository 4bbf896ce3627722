import ClientKit
import ExposureFramework
import ExposurePrimitives
import ImmuniAPI
import PhonePorts

/// The phone's reports to analytics (Immuni, Privacy-Preserving Analytics).
struct AnalyticsState: Codable, Equatable, Sendable {
    var monthly: MonthlyInfo?
    /// The tokens of an iPhone.
    var tokens: TokenLife?
    /// Operational Info that is under way or waits for an attestation.
    var pendingInfo: InfoOrder?

    /// Handles a report that was under way when the app ended: it may have left, and must not leave twice.
    mutating func restarted() {
        if pendingInfo?.phase == .sending {
            pendingInfo = nil
        }
    }
}

enum AnalyticsMessage: Sendable {
    case timePassed
    case restarted
    case settingsArrived
    /// A detection was complete.
    ///
    /// - Parameter warnedOf: the day of the contact that the owner was warned of.
    case detectionEnded(warnedOf: CalendarDay?)
    case retryInfo
    case tokenAnswered(AnalyticsToken, isAuthorised: Bool)
    case infoEnded(InfoResult)
    case requestWakeUp
}

enum AnalyticsEffect: SliceEffect {
    case requestToken(AnalyticsToken)
    case sendInfo(InfoOrder)
}

struct AnalyticsReducer: AppSlice {
    let app: MobileClient.App

    func reduce(
        _ state: inout AnalyticsState,
        _ message: AnalyticsMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .timePassed:
            state.monthly?.enterMonth(at: now, using: &generator)
        case .restarted:
            state.restarted()
        case .settingsArrived:
            return beginRandomProcesses(&state, whole.session.settings, at: now, using: &generator)
        case .detectionEnded(let day):
            return detectionEnded(&state, warnedOf: day, in: whole, at: now, using: &generator)
        case .retryInfo:
            return retryInfo(&state, at: now)
        case .tokenAnswered(let token, let isAuthorised):
            state.tokens?.answered(token, isAuthorised: isAuthorised)
        case .infoEnded(let result):
            return infoEnded(&state, result, at: now)
        case .requestWakeUp:
            if case .waiting(let time) = state.pendingInfo?.phase {
                return [.perform(.schedule(.attestationRetry, at: time))]
            }
        }
        return []
    }

    private func beginRandomProcesses(
        _ state: inout AnalyticsState,
        _ settings: AppSettings?,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        guard let settings, state.monthly == nil else {
            return []
        }
        state.monthly = MonthlyInfo(at: now, dummyMean: settings.dummyAnalyticsWaitingTime, using: &generator)
        state.tokens = app.platform == .iOS ? TokenLife(at: now, using: &generator) : nil
        return [.tell(.coverTraffic(.begin))]
    }

    /// Handles the end of a detection: lets at most one report or dummy leave, and asks for the analytics token's
    /// authorisation, once.
    private func detectionEnded(
        _ state: inout AnalyticsState,
        warnedOf day: CalendarDay?,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        var steps: [AppStep] = []
        // A dummy does not replace a waiting report.
        if let order = chooseInfo(&state, warnedOf: day, in: whole, at: now, using: &generator),
            order.report != nil || state.pendingInfo == nil
        {
            state.pendingInfo = order
            steps.append(.perform(.analytics(.sendInfo(order))))
        }
        if let token = state.tokens?.detectionEnded(at: now, using: &generator) {
            steps.append(.perform(.analytics(.requestToken(token))))
        }
        return steps
    }

    private func infoEnded(_ state: inout AnalyticsState, _ result: InfoResult, at now: UnixTime) -> [AppStep] {
        if result == .evidenceUnreachable, let time = state.pendingInfo?.evidenceFailed(at: now) {
            return [.perform(.schedule(.attestationRetry, at: time))]
        }
        state.pendingInfo = nil
        return []
    }

    private func retryInfo(_ state: inout AnalyticsState, at now: UnixTime) -> [AppStep] {
        guard let order = state.pendingInfo, case .waiting = order.phase else {
            return []
        }
        guard order.isTimely(at: now) else {
            state.pendingInfo = nil
            return []
        }
        state.pendingInfo?.phase = .sending
        return [.perform(.analytics(.sendInfo(order)))]
    }
}

// MARK: - The choice of a report

extension AnalyticsReducer {
    private func chooseInfo(
        _ state: inout AnalyticsState,
        warnedOf day: CalendarDay?,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> InfoOrder? {
        let token = state.tokens?.usable(at: now)
        guard let settings = whole.session.settings, isEntitled(whole, token: token) else {
            return nil
        }
        let kind = state.monthly?.choose(
            foundExposure: day != nil,
            at: now,
            MonthlyInfo.Parameters(settings),
            using: &generator
        )
        switch kind {
        case .withExposure, .withoutExposure:
            return report(whole, warnedOf: day, token: token).map { InfoOrder($0, at: now) }
        case .dummy:
            return InfoOrder(nil, at: now)
        case nil:
            return nil
        }
    }

    /// Whether the phone may report. An iPhone needs an authorised token; an Android phone must have been in use for a
    /// day of the server's time.
    private func isEntitled(_ whole: AppState, token: AnalyticsToken?) -> Bool {
        switch app.platform {
        case .iOS: token != nil
        case .android: whole.session.serverTime?.isFirstDayOver ?? false
        }
    }

    private func report(_ whole: AppState, warnedOf day: CalendarDay?, token: AnalyticsToken?) -> InfoReport? {
        guard let phone = whole.life.phone, let framework = whole.life.framework,
            let province = whole.choices.province
        else {
            return nil
        }
        return InfoReport(
            province: province,
            exposurePermission: framework.authorisation == .authorised,
            bluetoothActive: !framework.status.contains(.bluetoothDisabled),
            notificationPermission: phone.notificationPermission == .granted,
            exposureDay: day,
            token: token.map(StoredToken.init)
        )
    }
}
