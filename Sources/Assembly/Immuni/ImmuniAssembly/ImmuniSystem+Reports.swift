package import AnalyticsStores
import CommonAssembly
import FileStorage
import Foundation
package import ImmuniAnalytics

/// The analytics that the health authority gets.
extension ImmuniSystem {
    package func analyticsReports() throws -> AnalyticsReports {
        try AnalyticsReports(
            releases: analyticsStores().releases,
            settings: realm.stores.has(.settings) ? realm.stores.settings() : nil,
            configuration: settings.reports,
            penetration: penetration(),
            clock: realm.clock
        )
    }

    /// The job that releases closed days.
    package func releaseJob() throws -> ReleaseJob {
        try ReleaseJob(
            counts: rawCounts(),
            releases: analyticsStores().releases,
            configuration: settings.reports,
            retentionDays: settings.analytics.retentionDays,
            clock: realm.clocks.clock(of: .analytics)
        )
    }

    /// The counts without protection. A caller that shows them writes to the audit log first.
    package func rawCounts() throws -> RawCounts {
        let stores = try analyticsStores()
        return RawCounts(
            operational: stores.operational,
            epidemiological: stores.epidemiological,
            infosCounted: settings.reports.infosCounted
        )
    }

    package func auditLog() throws -> any AuditLog {
        try analyticsStores().audit
    }

    private func penetration() throws -> Penetration? {
        guard let path = settings.reports.penetrationFile else {
            return nil
        }
        guard let text = try? String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8) else {
            throw FileError.unreadable(path)
        }
        return try Penetration(csv: text)
    }
}
