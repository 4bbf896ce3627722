import AssociationAPI
package import AssociationPorts
import AssociationProtocol
import AssociationRisk
package import ClockPorts
import ExposurePrimitives
import Persistence

/// Decides about reports as far as they have arrived: it warns the people whose exposure was high enough, or holds the
/// report.
package struct ExposureDecisionJob: Sendable {
    let stores: AssociationStoreSet
    let clock: any TrustedClock
    private let usualPeople: Double
    private let rule = ExposureRule()
    private let memory = DistrictContactsMemory()

    /// What one run did.
    package struct Outcome: Hashable, Sendable {
        /// Decisions to warn the people of a case. It has one for each batch that brings something new.
        package var decided = 0
        /// Cases that are held since this run.
        package var held = 0
        /// Cases whose rows are damaged. They stay as they are.
        package var damaged = 0
        /// Alerts that phones get.
        package var alerts = 0
        /// Alerts that the limit of an account left out.
        package var limited = 0
        /// Exposures without a handle. No phone could confirm them, so none is told.
        package var withoutHandle = 0

        var isEmpty: Bool { self == Outcome() }
    }

    /// - Parameter usualPeople: how many people a report warns on average, while the authority knows few reports.
    package init(stores: AssociationStoreSet, clock: any TrustedClock, usualPeople: Int) {
        self.stores = stores
        self.clock = clock
        self.usualPeople = Double(usualPeople)
    }

    /// Decides about up to 500 waiting cases. One damaged case does not stop the others.
    ///
    /// Throws `ClockHold` and decides nothing while the clock is not trusted.
    package func run() async throws -> Outcome {
        var outcome = Outcome()
        let now = try await clock.trustedNow()
        var suspicions = ReportSuspicions(stores: stores, memory: memory, usualPeople: usualPeople, now: now)
        for waiting in try await stores.cases.cases(.waiting, limit: Self.maxCases) {
            do {
                try await decide(waiting, now: now, &suspicions, &outcome)
            } catch StoreError.damagedRow {
                outcome.damaged += 1
            }
        }
        return outcome
    }

    private func decide(
        _ waiting: ReportCase,
        now: UnixTime,
        _ suspicions: inout ReportSuspicions,
        _ outcome: inout Outcome
    ) async throws {
        let exposures = try await exposures(by: waiting.id, now: now)
        let warned = Self.people(exposures)
        let reasons = try await suspicions.reasons(against: waiting, warning: warned) { other in
            Self.people(try await self.exposures(by: other, now: now))
        }
        if reasons.isEmpty {
            try await warn(of: exposures, by: waiting, now: now, &outcome)
        } else {
            let isHeld = try await stores.cases.hold(
                waiting.id,
                batches: waiting.batches,
                people: warned.count,
                reasons: reasons
            )
            outcome.held += isHeld && waiting.reasons.isEmpty ? 1 : 0
        }
    }

    /// The case and its alerts are one transaction: a process that is killed leaves both or none.
    func warn(
        of exposures: [Exposure],
        by reportCase: ReportCase,
        now: UnixTime,
        _ outcome: inout Outcome
    ) async throws {
        let alerts = Self.alerts(about: exposures, now: now)
        let decision = CaseDecision(
            reportCase.id,
            from: reportCase.state,
            batches: reportCase.batches,
            people: Self.people(exposures).count,
            alerts: alerts
        )
        guard let done = try await stores.cases.decide(decision, limits: .usual, now: now) else {
            return
        }
        outcome.decided += 1
        outcome.alerts += done.added
        outcome.limited += done.limited
        outcome.withoutHandle += exposures.count - alerts.count
    }

    /// All alerts of a person are visible from one moment on: a contact that lasts over midnight is two days, and the
    /// person is told once.
    private static func alerts(about exposures: [Exposure], now: UnixTime) -> [NewAlert] {
        var generator = SystemRandomNumberGenerator()
        var moments: [RegistrationID: UnixTime] = [:]
        let confirmable = exposures.compactMap { exposure in
            exposure.alert.map { (registration: exposure.registration, alert: $0) }
        }
        return confirmable.sorted { isMoreImportant($0.alert, than: $1.alert) }.map { found in
            let new = NewAlert(registration: found.registration, alert: found.alert, decided: now, using: &generator)
            let moment = moments[found.registration] ?? new.visible
            moments[found.registration] = moment
            return NewAlert(registration: found.registration, alert: found.alert, visible: moment)
        }
    }

    /// Of several days of an account the highest count first, and of these the newest: they ask for the most.
    private static func isMoreImportant(_ lhs: ExposureAlert, than rhs: ExposureAlert) -> Bool {
        (lhs.band.rawValue, lhs.day) > (rhs.band.rawValue, rhs.day)
    }

    private static func people(_ exposures: [Exposure]) -> Set<RegistrationID> { Set(exposures.map(\.registration)) }

    /// Cases of one run.
    private static let maxCases = 500
}

// MARK: - Exposures

extension ExposureDecisionJob {
    /// One person's day.
    struct Exposure {
        let registration: RegistrationID
        /// Nil without a handle.
        let alert: ExposureAlert?
    }

    private struct PersonDay: Hashable {
        let registration: RegistrationID
        let day: CalendarDay

        init(_ edge: ContactEdge) {
            registration = edge.issuer
            day = edge.interval.day
        }
    }

    /// The exposures of a case that reach a band. Contacts with others who reported count on the same day, too
    /// (decision 0212).
    func exposures(by caseID: CaseID, now: UnixTime) async throws -> [Exposure] {
        let edges = try await stores.cases.exposures(by: caseID)
        return Dictionary(grouping: edges, by: PersonDay.init).compactMap { place, edges in
            let measured = edges.map { ContactMeasurement($0.scans) }
            guard let band = rule.band(of: measured, on: place.day, today: now.utcDay) else {
                return nil
            }
            let handles = edges.compactMap(\.handle).prefix(AssociationLimits.maxAlertHandles)
            return Exposure(
                registration: place.registration,
                alert: try? ExposureAlert(day: place.day, band: band, handles: Array(handles))
            )
        }
    }
}
