package import AnalyticsStores
package import ImmuniAnalytics
import Foundation
import SQLiteAnalyticsStores
import SQLiteStores

/// What the health authority gets of the analytics.
extension ServerAssembly {
    package func analyticsReports() throws -> AnalyticsReports {
        try AnalyticsReports(
            releases: SQLiteReleases(data.analytics),
            settings: data.settingsIfThere.map { SQLiteSettings($0) },
            configuration: settings.reports,
            penetration: penetration(),
            clock: clock
        )
    }

    /// The job that releases closed days.
    package func releaseJob() throws -> ReleaseJob {
        try ReleaseJob(
            counts: rawCounts(),
            releases: SQLiteReleases(data.analytics, steps: steps),
            configuration: settings.reports,
            retentionDays: settings.analytics.retentionDays,
            clock: clocks.analytics
        )
    }

    /// The counts without protection. Whoever shows them writes to the audit log first.
    package func rawCounts() throws -> RawCounts {
        try RawCounts(
            operational: SQLiteOperationalInfo(data.analytics),
            epidemiological: SQLiteEpidemiologicalInfo(data.analytics),
            infosCounted: settings.reports.infosCounted
        )
    }

    package func auditLog() throws -> any AuditLog {
        try SQLiteReleases(data.analytics)
    }

    private func penetration() throws -> Penetration? {
        guard let path = settings.reports.penetrationFile else {
            return nil
        }
        guard let text = try? String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8) else {
            throw AssemblyError.unreadable(path)
        }
        return try Penetration(csv: text)
    }
}
