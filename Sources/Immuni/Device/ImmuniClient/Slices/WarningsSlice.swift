import ClientKit
import ExposurePrimitives
import ImmuniAPI
import PhonePorts

/// The owner's status, and what the app notifies them of.
struct WarningsState: Codable, Equatable, Sendable {
    var status = CovidStatus.neutral
    var reminders = Reminders()
    /// Notifications that may not have been shown yet.
    var notices: [PhoneNotification] = []
}

enum WarningsMessage: Sendable {
    case timePassed
    /// The owner opened the app, which shows the warning.
    case seen
    /// Shows the notifications that the owner may not have seen yet.
    case showUnseen
    /// - Parameter lastContact: the last day of a contact at risk; nil if the detection found none.
    case detectionEnded(lastContact: CalendarDay?, isComplete: Bool)
    case remind
    case keysUploaded
    /// Removes the notice of a contact at risk. Home still shows that there was one while it counts.
    case dismiss
    /// Shows the removed notice again.
    case recall
    case recoveryConfirmed
    case shown(PhoneNotification)
}

struct WarningsReducer: AppSlice {
    let app: MobileClient.App

    func reduce(
        _ state: inout WarningsState,
        _ message: WarningsMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .timePassed:
            _ = state.status.handle(.dayBegan(now.utcDay))
        case .seen:
            state.reminders.acknowledge(.risk)
        case .showUnseen:
            return unshown(&state).map { .perform(.show($0)) }
        case .detectionEnded(let lastContact, let isComplete):
            return detectionEnded(&state, lastContact, isComplete: isComplete, at: now)
        case .remind:
            return whole.session.settings.map { remind(&state, $0, in: whole, at: now) } ?? []
        case .keysUploaded:
            _ = state.status.handle(.dataUploaded(now.utcDay))
            state.reminders.settle(.risk)
            state.reminders.note(.recovery, at: now)
        case .dismiss:
            _ = state.status.handle(.alertDismissed)
            state.reminders.settle(.risk)
        case .recall:
            _ = state.status.handle(.alertRecalled)
            // The owner sees it now.
            state.reminders.acknowledge(.risk)
        case .recoveryConfirmed:
            _ = state.status.handle(.recoveryConfirmed)
            state.reminders.settle(.recovery)
        case .shown(let notification):
            state.notices.removeAll { $0 == notification }
        }
        return []
    }

    private func detectionEnded(
        _ state: inout WarningsState,
        _ lastContact: CalendarDay?,
        isComplete: Bool,
        at now: UnixTime
    ) -> [AppStep] {
        var steps: [AppStep] = []
        var warnedOf: CalendarDay?
        if let lastContact, case .notifyOfRisk(let day) = state.status.handle(.contactDetected(lastContact)) {
            state.reminders.note(.risk, at: now)
            steps += show(&state, .riskOfExposure(lastContact: day))
            warnedOf = day
        }
        return steps + (isComplete ? [.tell(.analytics(.detectionEnded(warnedOf: warnedOf)))] : [])
    }

    /// Shows a notification. It is remembered until it was shown, so a crash cannot lose it.
    private func show(_ state: inout WarningsState, _ notification: PhoneNotification) -> [AppStep] {
        state.notices.removeAll { $0 == notification }
        state.notices.append(notification)
        return [.perform(.show(notification))]
    }

    /// The notifications that the owner may not have seen yet. A warning that ended meanwhile is left out: it would
    /// only frighten.
    private func unshown(_ state: inout WarningsState) -> [PhoneNotification] {
        let status = state.status
        state.notices.removeAll { notification in
            notification.lastContact.map { status != .risk(lastContact: $0) } ?? false
        }
        return state.notices
    }
}

// MARK: - Reminders

extension WarningsReducer {
    private func remind(
        _ state: inout WarningsState,
        _ settings: AppSettings,
        in whole: AppState,
        at now: UnixTime
    ) -> [AppStep] {
        var due: [PhoneNotification] = []
        for (kind, period, notification) in pending(state.status, settings, in: whole) {
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
        _ status: CovidStatus,
        _ settings: AppSettings,
        in whole: AppState
    ) -> [(Reminders.Kind, period: Int, PhoneNotification?)] {
        let isTooOld = whole.life.phone.map { whole.startUpProblem(app: app, phone: $0) != nil } ?? false
        let isOnboarded = whole.onboarding.progress.isCompleted
        let isImpaired =
            isOnboarded && whole.choices.isServiceWanted && whole.life.phone != nil && !whole.canDetect(app: app)
        var risk: PhoneNotification?
        var recovery: PhoneNotification?
        switch status {
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
