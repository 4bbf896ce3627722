package import AnalyticsStores
package import Persistence
package import SQLEngine

extension SQLDatabase {
    /// The stores of the Analytics Service's database.
    package func analyticsStores(steps: any StepObserver = NoStepObserver()) -> AnalyticsStoreSet {
        let releases = SQLReleases(self, steps: steps)
        return AnalyticsStoreSet(
            tokens: SQLAnalyticsTokens(self),
            operational: SQLOperationalInfo(self),
            epidemiological: SQLEpidemiologicalInfo(self, steps: steps),
            authorisations: SQLAuthorisations(self),
            releases: releases,
            audit: releases,
            traces: self
        )
    }
}
