package import AssociationPorts
package import HeraldPayloads

/// An authority of another country or state, with which this one exchanges contacts.
package struct ForeignAuthority: Sendable {
    /// As the list of partners names it.
    package let name: String
    package let jurisdiction: Jurisdiction
    package let link: any AuthorityLink

    package init(name: String, jurisdiction: Jurisdiction, link: any AuthorityLink) {
        self.name = name
        self.jurisdiction = jurisdiction
        self.link = link
    }
}
