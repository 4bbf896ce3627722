package import AssociationPorts
import AssociationProtocol
import ClockPorts
import ExposurePrimitives

/// The reports that wait for an operator are held cases in the stores.
extension ExposureDecisionJob: HeldReports {
    package func heldReports() async throws -> [HeldReport] {
        var reports: [HeldReport] = []
        for held in try await stores.cases.cases(.held, limit: .max) {
            let edges = try await stores.reports.edges(of: held.id)
            reports.append(
                HeldReport(
                    id: held.id,
                    district: held.district,
                    completed: held.completed,
                    batches: held.batches,
                    reasons: held.reasons,
                    people: held.people,
                    met: Set(edges.map(\.issuer)).count,
                    contacts: edges.count
                )
            )
        }
        return reports.sorted { ($0.completed, $0.id) < ($1.completed, $1.id) }
    }

    /// Warns the people of a held case, after an operator has looked at it.
    package func release(_ id: CaseID, batches: Int) async throws -> Int? {
        var outcome = Outcome()
        let now = try await clock.trustedNow()
        let held = try await stores.cases.cases(.held, limit: .max).first { $0.id == id && $0.batches == batches }
        guard let held else {
            return nil
        }
        try await warn(of: exposures(by: id, now: now), by: held, now: now, &outcome)
        return outcome.decided == 1 ? outcome.alerts : nil
    }

    package func refuse(_ id: CaseID) async throws -> Bool {
        try await stores.cases.refuse(id)
    }
}
