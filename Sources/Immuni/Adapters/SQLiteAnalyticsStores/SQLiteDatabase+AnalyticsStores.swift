package import AnalyticsStores
package import Persistence
package import SQLiteEngine

extension SQLiteDatabase {
    /// The stores of the Analytics Service's database.
    package func analyticsStores(steps: any StepObserver = NoStepObserver()) -> AnalyticsStoreSet {
        let releases = SQLiteReleases(self, steps: steps)
        return AnalyticsStoreSet(
            tokens: SQLiteAnalyticsTokens(self),
            operational: SQLiteOperationalInfo(self),
            epidemiological: SQLiteEpidemiologicalInfo(self, steps: steps),
            authorisations: SQLiteAuthorisations(self),
            releases: releases,
            audit: releases,
            traces: self
        )
    }
}
