package import AnalyticsStores
package import ExposurePrimitives
import SQLiteAnalyticsStores

extension ServerAssembly {
    /// What the Analytics Service counted on `day`, unprotected: for those who own the data folder alone.
    package func operationalCounts(on day: CalendarDay) async throws -> [OperationalCount] {
        try await SQLiteOperationalInfo(data.analytics).counts(from: day, through: day)
    }

    /// Whether an analytics token waits for its authorisation.
    package func isAuthorising() async -> Bool {
        guard hasAnalytics, let database = try? data.analytics else {
            return false
        }
        return (try? await SQLiteAuthorisations(database).jobs(after: nil, limit: 1))?.isEmpty == false
    }
}
