import ClientKit
import CoronaWarnConfiguration
import ExposurePrimitives

// MARK: - Downloads

extension SessionReducer {
    func woken(_ state: inout SessionState, in whole: AppState, at now: UnixTime) -> [AppStep] {
        guard let schedule = state.schedule, let interval = state.configuration?.downloadInterval else {
            return []
        }
        guard state.run == nil else {
            // The run under way ends within a minute.
            return [.perform(.schedule(.session, at: now.advanced(bySeconds: 60)))]
        }
        guard schedule.isDue(at: now, interval: interval) else {
            return requestWakeUps(state, at: now, isLaunch: false)
        }
        return [.perform(.life(.observePhone)), download(.all, &state, in: whole)]
    }

    /// If the system refuses work in the background, this is the way of a new configuration to the phone. A download
    /// under way fetches it, too. A detection does not, so the next sequence tries again.
    func fetchAtStart(_ state: inout SessionState, in whole: AppState) -> [AppStep] {
        guard !state.hasFetchedAtStart, state.run != .checking else {
            return []
        }
        state.hasFetchedAtStart = true
        return state.run == nil ? [download(.configuration, &state, in: whole)] : []
    }

    func download(_ scope: SessionRun.Scope, _ state: inout SessionState, in whole: AppState) -> AppStep {
        state.run = .downloading(scope)
        let order = DownloadOrder(
            platform: app.platform,
            configuration: state.configuration,
            seen: state.seen,
            progress: state.progress,
            wantsPackages: scope != .configuration && whole.onboarding.isCompleted && whole.onboarding.isServiceWanted
        )
        return .perform(.session(.download(order)))
    }

    func downloaded(
        _ state: inout SessionState,
        _ outcome: DownloadOutcome,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        let scope: SessionRun.Scope = if case .downloading(let scope) = state.run { scope } else { .all }
        state.run = nil
        if scope != .configuration {
            state.downloadFailure = outcome.failure
        }
        let isFirst = state.configuration == nil
        note(outcome.configuration, &state)
        guard let configuration = state.configuration else {
            return []
        }
        state.seen = outcome.seen
        state.progress.record(outcome, at: now, using: &generator)
        let dropped = state.progress.drop(revoked: configuration.revokedPackages)
        if scope == .all {
            plan(&state, configuration, hasFailed: !outcome.reachedServer, at: now, using: &generator)
        }
        let deletion: [AppStep] = dropped.isEmpty ? [] : [.perform(.session(.deletePackages(dropped)))]
        // A look at the phone would fetch it again, without end, if it cannot be stored.
        let first: [AppStep] = isFirst ? [.tell(.onboarding(.phoneChanged))] : []
        // It is not a download of its own time, so it moves none.
        let isLaunch = scope == .configuration
        return deletion + first + [
            .tell(.session(.checkIfPermitted(hasIndex: outcome.index != nil))),
            .tell(.session(.requestWakeUps(isLaunch: isLaunch))),
            .tell(.traffic(.requestWakeUp(isLaunch: isLaunch))),
        ]
    }

    private func note(_ configuration: PhoneConfiguration?, _ state: inout SessionState) {
        guard let configuration else {
            return
        }
        if let before = state.configuration, before != configuration,
            (try? RiskParameters(before)) != (try? RiskParameters(configuration))
        {
            state.pacing.owe()
        }
        state.configuration = configuration
    }

    private func plan(
        _ state: inout SessionState,
        _ configuration: PhoneConfiguration,
        hasFailed: Bool,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        var schedule = state.schedule ?? DownloadSchedule(at: now)
        if hasFailed {
            schedule.failed(at: now, interval: configuration.downloadInterval, using: &generator)
        } else {
            schedule.succeeded(at: now, interval: configuration.downloadInterval, using: &generator)
        }
        state.schedule = schedule
    }

    func requestWakeUps(_ state: SessionState, at now: UnixTime, isLaunch: Bool) -> [AppStep] {
        guard let schedule = state.schedule else {
            return []
        }
        // A minute lies between, so a phone that crashes in a session does not restart over and over.
        let time = isLaunch ? max(schedule.next, now.advanced(bySeconds: 60)) : schedule.next
        // A retry whose time has passed waits for the next session, which fetches such packages, too.
        let retry = state.progress.nextRetry.flatMap { $0 > now ? $0 : nil }
        return [
            .perform(.schedule(.session, at: time)), .perform(.schedule(.packageRetry, at: retry)),
            .tell(.risk(.requestWakeUp)),
        ]
    }
}

// MARK: - Detection

extension SessionReducer {
    /// Hands over what was gathered, if the configuration permits another detection.
    func checkIfPermitted(
        _ state: inout SessionState,
        hasIndex: Bool,
        in whole: AppState,
        at now: UnixTime
    ) -> [AppStep] {
        guard state.run == nil, let configuration = state.configuration,
            whole.onboarding.isCompleted, whole.life.framework?.isActive ?? false,
            state.pacing.permits(at: now, maxPerDay: configuration.maxDetectionsPerDay)
        else {
            return []
        }
        let last = whole.risk.history.lastDetection
        let isOld = last.map { !(0..<UnixTime.secondsPerDay).contains(now.seconds(since: $0)) } ?? true
        guard !state.progress.gathered.isEmpty || state.pacing.owesAssessment || isOld && hasIndex,
            let parameters = try? RiskParameters(configuration)
        else {
            return []
        }
        state.run = .checking
        let order = CheckOrder(
            packages: state.progress.gathered,
            parameters: parameters,
            history: whole.risk.history,
            owesAssessment: state.pacing.owesAssessment
        )
        return [.perform(.session(.check(order)))]
    }

    func checked(
        _ state: inout SessionState,
        _ outcome: CheckOutcome,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        state.run = nil
        state.checkFailure = outcome.failure
        state.progress.remove(Set(outcome.handedOver.map(\.slot)))
        for package in outcome.damaged {
            state.progress.forget(package.slot)
        }
        state.pacing.record(outcome, at: now, using: &generator)
        let used = outcome.handedOver + outcome.damaged
        let deletion: [AppStep] = used.isEmpty ? [] : [.perform(.session(.deletePackages(used)))]
        guard let evidence = outcome.evidence else {
            return deletion
        }
        return deletion + [.tell(.risk(.assessed(evidence)))]
    }
}
