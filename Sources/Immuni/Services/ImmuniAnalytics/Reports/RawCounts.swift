package import AnalyticsStores
import DiagnosisKeyStores
package import ExposurePrimitives
package import Persistence

/// Counts every leaf of a day from the raw tables. The counts are not protected: they go into a release, or to an
/// operator who is recorded in the audit log.
package struct RawCounts: Sendable {
    let operational: any OperationalInfoStore
    let epidemiological: any EpidemiologicalInfoStore
    /// The maximum number of Exposure Infos that are counted for one upload.
    let infosCounted: Int

    package init(
        operational: any OperationalInfoStore,
        epidemiological: any EpidemiologicalInfoStore,
        infosCounted: Int
    ) {
        self.operational = operational
        self.epidemiological = epidemiological
        self.infosCounted = infosCounted
    }

    /// A count for each leaf of `statistic`, zeros included.
    package func leaves(of statistic: Statistic, on day: CalendarDay) async throws(StoreError) -> [String: Int] {
        var leaves = Dictionary(uniqueKeysWithValues: Cubes.leaves(of: statistic).map { ($0, 0) })
        guard statistic != .epidemiological else {
            for entry in try await epidemiological.entries(from: day, through: day) {
                for info in InfoClass.riskiest(infosCounted, in: entry.content) {
                    leaves[info.leaf, default: 0] += 1
                }
            }
            return leaves
        }
        for count in try await operational.counts(from: day, through: day) {
            if let leaf = Cubes.leaf(of: count.facts, on: day, in: statistic) {
                leaves[leaf, default: 0] += count.count
            }
        }
        return leaves
    }
}
