import AssociationAPI
import AssociationProtocol
import AssociationRisk
import ClientKit
import ExposurePrimitives

/// Boxes for this phone, where the phones decide about warnings.
typealias BoxesState = StateSlice<BoxesMemory, BoxesSession>

struct BoxesMemory: Codable, Equatable, Sendable {
    /// The numbers of days that were searched as a whole.
    var searched: Set<Int> = []
    /// Contacts of the last days that somebody reported.
    var exposures: [StoredExposure] = []
}

struct BoxesSession: Equatable, Sendable {
    var isSearching = false
}

enum BoxesMessage: Sendable {
    case timePassed
    case search
    case searched(BoxSearch.Findings)
}

struct BoxesReducer: AppSlice {
    func reduce(
        _ state: inout BoxesState,
        _ message: BoxesMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        let today = now.utcDay
        switch message {
        case .timePassed:
            let first = today.advanced(byDays: -AlertsReducer.life)
            state.memory.exposures.removeAll { $0.day < first }
            state.memory.searched = state.searched.filter { Self.days(until: today).contains($0) }
            return []
        case .search:
            let days = Self.days(until: today).filter { !state.searched.contains($0) }
            guard !days.isEmpty, !state.isSearching else {
                return []
            }
            state.isSearching = true
            let search = BoxSearch(days: days.map { CalendarDay(daysSinceEpoch: $0) }, log: whole.exchange.log)
            return [.perform(.search(search))]
        case .searched(let findings):
            state.isSearching = false
            return take(findings, &state, on: today)
        }
    }

    /// The days whose boxes can be fetched.
    private static func days(until today: CalendarDay) -> ClosedRange<Int> {
        today.daysSinceEpoch - AlertsReducer.life...today.daysSinceEpoch
    }

    private func take(_ findings: BoxSearch.Findings, _ state: inout BoxesState, on today: CalendarDay) -> [AppStep] {
        state.memory.searched.formUnion(findings.days.map(\.daysSinceEpoch))
        var known = Set(state.exposures.map(\.handle))
        let new = findings.exposures.filter { known.insert($0.handle).inserted }
        guard !new.isEmpty else {
            return []
        }
        state.memory.exposures += new
        let rule = ExposureRule()
        let alerts = Set(new.map(\.day)).sorted().compactMap { day in
            let measured = state.exposures.filter { $0.day == day }.map(\.measurement)
            return rule.band(of: measured, on: day, today: today).map { StoredAlert(day: day, band: $0.rawValue) }
        }
        return alerts.isEmpty ? [] : [.tell(.alerts(.decided(alerts)))]
    }
}
