package import AssociationAPI
import AssociationProtocol
package import AssociationStores
package import ClockPorts
package import ExposurePrimitives

/// The reports that wait for an operator, because they would warn very many people.
package struct HeldReports: Sendable {
    private let stores: AssociationStoreSet
    private let job: ExposureDecisionJob

    package init(stores: AssociationStoreSet, clock: any TrustedClock, configuration: AuthorityConfiguration) {
        self.stores = stores
        job = ExposureDecisionJob(stores: stores, clock: clock, usualPeople: configuration.usualPeople)
    }

    /// What an operator sees of a report: numbers alone.
    package struct Entry: Hashable, Sendable {
        package let id: CaseID
        package let district: PostalDistrict?
        /// The end of the hour in which it was complete.
        package let completed: UnixTime
        /// How many people it would warn.
        package let people: Int
        /// Intervals of contacts with anybody.
        package let contacts: Int
        /// Different people among its contacts, warned or not.
        package let met: Int
    }

    /// All held reports, the oldest first.
    package func list() async throws -> [Entry] {
        var entries: [Entry] = []
        for held in try await stores.cases.cases(.held, limit: .max) {
            let edges = try await stores.reports.edges(of: held.id)
            entries.append(
                Entry(
                    id: held.id,
                    district: held.district,
                    completed: held.completed,
                    people: held.people,
                    contacts: edges.count,
                    met: Set(edges.map(\.issuer)).count
                )
            )
        }
        return entries.sorted { ($0.completed, $0.id) < ($1.completed, $1.id) }
    }

    /// Warns the people of a held report.
    ///
    /// - Returns: the number of new alerts; nil if no held report has this number.
    package func release(_ id: CaseID) async throws -> Int? {
        try await job.release(id)?.alerts
    }

    /// Deletes a held report with its contacts.
    ///
    /// - Returns: false if no held report has this number.
    package func refuse(_ id: CaseID) async throws -> Bool {
        try await stores.cases.refuse(id)
    }
}
