package import Localisation
package import OperatorStores
package import WebPages

/// The part that one system adds to the operators' pages.
///
/// The shell of the pages (`OperatorPortal`) signs operators in, puts the frame around a section's pages, checks forms
/// and shows the section to the operators of its roles alone.
package protocol PortalSection: Sendable {
    /// The section's name in the store: small letters, digits and hyphens. No two sections have the same.
    var name: String { get }
    /// The path of its first page: `/portal` or a path below. The paths of its other pages and of its assets begin with
    /// it.
    var path: StaticString { get }
    /// Its entry in the navigation.
    var title: any LocalisedText { get }
    /// The name of the site at the top of its operators' pages.
    var siteTitle: any LocalisedText { get }
    /// The roles that see the section.
    var roles: Set<OperatorRole> { get }
    var pages: [SectionPage] { get }
    /// Style sheets and scripts that only this section's pages have.
    var assets: [PageAsset] { get }
    /// The events that the section writes to the audit log. No other section has them.
    var events: Set<OperatorAuditEntry.Event> { get }
}

extension PortalSection {
    package var assets: [PageAsset] { [] }
    package var events: Set<OperatorAuditEntry.Event> { [] }
}
