import AssociationAPI
import ClientKit
import ExposurePrimitives

/// Polls, and the alerts that came with them.
typealias AlertsState = StateSlice<AlertsMemory, AlertsSession>

struct AlertsMemory: Codable, Equatable, Sendable {
    /// Nil before the registration.
    var nextPoll: UnixTime?
    /// One for a day, the newest first.
    var alerts: [StoredAlert] = []
}

struct AlertsSession: Equatable, Sendable {
    var isPolling = false
}

/// An alert that this phone believes.
struct StoredAlert: Codable, Hashable, Sendable {
    let day: CalendarDay
    let band: UInt8
}

enum AlertsMessage: Sendable {
    case timePassed
    case start
    case woken
    case requestWakeUp
    case polled(Result<PolledAlerts, AuthorityFailure>)
    /// The phone itself decided about these days.
    case decided([StoredAlert])
}

struct AlertsReducer: AppSlice {
    let confirmation: AssociationApp.AlertConfirmation
    /// Whether the phone looks for boxes at each poll.
    let looksForBoxes: Bool

    func reduce(
        _ state: inout AlertsState,
        _ message: AlertsMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .timePassed:
            let first = now.utcDay.advanced(byDays: -Self.life)
            state.memory.alerts.removeAll { $0.day < first }
            return []
        case .start, .requestWakeUp:
            guard whole.account.account != nil else {
                return []
            }
            // A clock that was set back must not silence the phone.
            let latest = now.advanced(bySeconds: Self.pause.upperBound)
            if state.nextPoll.map({ $0 > latest }) ?? true {
                state.memory.nextPoll = now.advanced(bySeconds: .random(in: Self.pause, using: &generator))
            }
            return wakeUp(state)
        case .woken:
            return poll(&state, in: whole, at: now, using: &generator)
        case .decided(let alerts):
            return keep(alerts, &state, on: now.utcDay)
        case .polled(let result):
            state.session.isPolling = false
            switch result {
            case .success(let answer):
                let time = AppStep.tell(.account(.timeChecked(isWrong: false)))
                let known = answer.isKnown.map { [AppStep.tell(.account(.told(isKnown: $0)))] } ?? []
                return [time] + known + take(answer.alerts, &state, in: whole, on: now.utcDay)
            case .failure(let failure):
                return failure == .wrongTime ? [.tell(.account(.timeChecked(isWrong: true)))] : []
            }
        }
    }

    private func poll(
        _ state: inout AlertsState,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        guard let account = whole.account.account else {
            return []
        }
        guard let time = state.nextPoll, time <= now, !state.isPolling else {
            return wakeUp(state)
        }
        state.session.isPolling = true
        state.memory.nextPoll = now.advanced(bySeconds: .random(in: Self.pause, using: &generator))
        return wakeUp(state) + [.perform(.poll(account))] + (looksForBoxes ? [.tell(.boxes(.search))] : [])
    }

    private func wakeUp(_ state: AlertsState) -> [AppStep] {
        state.nextPoll.map { [.perform(.schedule(.poll, at: $0))] } ?? []
    }

    private func take(
        _ alerts: [ExposureAlert],
        _ state: inout AlertsState,
        in whole: AppState,
        on today: CalendarDay
    ) -> [AppStep] {
        let confirmed = alerts.filter { isConfirmed($0, by: whole.exchange.log) }
        return keep(confirmed.map { StoredAlert(day: $0.day, band: $0.band.rawValue) }, &state, on: today)
    }

    /// Keeps the alerts that are news: of another day, or with a higher band. The person is told once of all.
    private func keep(_ alerts: [StoredAlert], _ state: inout AlertsState, on today: CalendarDay) -> [AppStep] {
        let first = today.advanced(byDays: -Self.life)
        let news = alerts.filter { alert in
            let known = state.alerts.first { $0.day == alert.day }?.band ?? 0
            return (first...today).contains(alert.day) && alert.band > known
        }
        guard !news.isEmpty else {
            return []
        }
        for alert in news {
            state.memory.alerts.removeAll { $0.day == alert.day }
            state.memory.alerts.append(alert)
        }
        state.memory.alerts.sort { $1.day < $0.day }
        return [.tell(.notices(.show(.news)))]
    }

    /// Whether this phone issued a ticket of that day that the alert shows. Nobody can invent one, not even the
    /// authority (specification 1.12, step 12).
    private func isConfirmed(_ alert: ExposureAlert, by log: ContactLog) -> Bool {
        switch confirmation {
        case .required: alert.handles.contains { log.confirms($0, of: alert.day) }
        case .off: true
        }
    }

    /// Days after the exposure for which an alert is shown: as long as the authority sends it.
    static let life = 14
    /// Seconds from one poll to the next. With an hour at most for the decision and the delay of an alert, an alert
    /// needs at most four hours.
    static let pause: ClosedRange<Int64> = 3600...10_800
}
