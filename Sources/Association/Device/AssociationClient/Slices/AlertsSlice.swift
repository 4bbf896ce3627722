import AssociationAPI
import ClientKit
import ExposurePrimitives

/// Polls, and the alerts that came with them.
struct AlertsState: Codable, Equatable, Sendable {
    /// One for a day, the newest first.
    var alerts: [StoredAlert] = []
}

/// An alert that this phone believes.
struct StoredAlert: Codable, Hashable, Sendable {
    let day: CalendarDay
    let band: UInt8
}

enum AlertsMessage: Sendable {
    case timePassed
    /// It is the time of a slot's poll.
    case poll
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
            state.alerts.removeAll { $0.day < first }
            return []
        case .poll:
            let poll = whole.account.account.map { AppStep.perform(.poll($0)) }
            return [poll, looksForBoxes ? .tell(.boxes(.search)) : nil].compactMap(\.self)
        case .decided(let alerts):
            return keep(alerts, &state, on: now.utcDay)
        case .polled(let result):
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

    private func take(
        _ alerts: [ExposureAlert],
        _ state: inout AlertsState,
        in whole: AppState,
        on today: CalendarDay
    ) -> [AppStep] {
        let confirmed = alerts.filter { isConfirmed($0, by: whole.exchange.log) }
        return keep(confirmed.map { StoredAlert(day: $0.day, band: $0.band.rawValue) }, &state, on: today)
    }

    /// Keeps the alerts that are news: of another day, or with a higher band. The authority and the phone itself can
    /// decide about one day, in any order. The person is told once of all.
    private func keep(_ alerts: [StoredAlert], _ state: inout AlertsState, on today: CalendarDay) -> [AppStep] {
        let (first, before) = (today.advanced(byDays: -Self.life), state.alerts)
        for alert in alerts where (first...today).contains(alert.day) && isNews(alert, in: state) {
            state.alerts.removeAll { $0.day == alert.day }
            state.alerts.append(alert)
        }
        guard state.alerts != before else {
            return []
        }
        state.alerts.sort { $1.day < $0.day }
        return [.tell(.notices(.show(.news)))]
    }

    private func isNews(_ alert: StoredAlert, in state: AlertsState) -> Bool {
        !state.alerts.contains { $0.day == alert.day && $0.band >= alert.band }
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
}
