import AssociationPortal
package import CommonAssembly
package import PortalSections

extension AssociationSystem {
    /// The section for held reports. It works on the data folder of the authority, so it is there beside the authority,
    /// or if the pages are a process of their own and the folder has the authority's database.
    package func portalSections(
        beside services: Set<ServiceName>,
        with means: ServiceMeans
    ) throws -> [any PortalSection] {
        guard settings.mode.hasAuthority, services.contains(.association) || services == [.portal] && hasAccounts else {
            return []
        }
        return [HeldReportSection(reports: try heldReports(), calendar: realm.settings.calendar, logger: means.logger)]
    }
}
