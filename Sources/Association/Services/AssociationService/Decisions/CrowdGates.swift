import AssociationAPI
import AssociationPorts

/// The limits of districts, each estimated once for a run of the decisions.
struct CrowdGates {
    private let cases: any CaseStore
    private let usual: Double
    private var limits: [PostalDistrict?: Int] = [:]

    /// - Parameter usual: how many people a report warns on average, while few reports are known.
    init(cases: any CaseStore, usual: Double) {
        self.cases = cases
        self.usual = usual
    }

    /// The number of people from which a report of a district is held. The district's own reports tell what is usual
    /// there, if there are enough of them; otherwise those of all districts.
    mutating func limit(in district: PostalDistrict?) async throws -> Int {
        if let limit = limits[district] {
            return limit
        }
        let sizes = try await cases.sizes(in: district)
        let limit =
            district == nil || sizes.count >= CrowdGate.minReports
            ? CrowdGate(sizes: sizes, usual: usual).limit : try await self.limit(in: nil)
        limits[district] = limit
        return limit
    }
}
