package import AssociationPorts
import AssociationProtocol
package import ClockPorts
import ExposurePrimitives

/// The reports that wait for an operator, in the authority's stores.
package struct HeldReports: HeldReportDesk {
    private let stores: AssociationStoreSet
    private let job: ExposureDecisionJob

    package init(stores: AssociationStoreSet, clock: any TrustedClock, configuration: AuthorityConfiguration) {
        self.stores = stores
        job = ExposureDecisionJob(stores: stores, clock: clock, usualPeople: configuration.usualPeople)
    }

    package func heldReports() async throws -> [HeldReport] {
        var reports: [HeldReport] = []
        for held in try await stores.cases.cases(.held, limit: .max) {
            let edges = try await stores.reports.edges(of: held.id)
            reports.append(
                HeldReport(
                    id: held.id,
                    district: held.district,
                    completed: held.completed,
                    reasons: held.reasons,
                    people: held.people,
                    met: Set(edges.map(\.issuer)).count,
                    contacts: edges.count
                )
            )
        }
        return reports.sorted { ($0.completed, $0.id) < ($1.completed, $1.id) }
    }

    package func release(_ id: CaseID) async throws -> Int? {
        try await job.release(id)?.alerts
    }

    package func refuse(_ id: CaseID) async throws -> Bool {
        try await stores.cases.refuse(id)
    }
}
