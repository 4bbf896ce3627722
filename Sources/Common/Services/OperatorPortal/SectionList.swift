import Localisation
import OperatorStores
import PortalSections
import ServiceKit
import WebPages
import WireFormat

/// The sections of the pages, checked against one another.
struct SectionList: Sendable {
    let all: [any PortalSection]
    /// Whether a section has its first page at ``front``. Otherwise the shell leads from there to the first section.
    let hasFrontPage: Bool

    init(_ sections: [any PortalSection]) throws(SectionError) {
        guard !sections.isEmpty else {
            throw .noSection
        }
        all = sections
        hasFrontPage = sections.contains { $0.pages.contains(where: \.isFrontPage) }
        var names: Set<String> = []
        var events = Set(OperatorAuditEntry.Event.ofAccounts)
        for section in sections {
            guard names.insert(section.name).inserted else {
                throw .nameTaken(section.name)
            }
            if let event = section.events.first(where: { !events.insert($0).inserted }) {
                throw .eventTaken(event.rawValue, section: section.name)
            }
            try Self.checkPaths(of: section)
        }
    }

    /// Throws if a path of the section is the shell's, or not below the section's own path.
    private static func checkPaths(of section: some PortalSection) throws(SectionError) {
        let path = "\(section.path)"
        guard path == front || path.hasPrefix(front + "/") else {
            throw .foreignPath(path, section: section.name)
        }
        let paths = section.pages.map { "\($0.path)" } + section.assets.map(\.route.endpoint.path)
        if let foreign = paths.first(where: { $0 != path && !$0.hasPrefix(path + "/") || ofShell.contains($0) }) {
            throw .foreignPath(foreign, section: section.name)
        }
        guard section.pages.contains(where: { $0.method == .get && "\($0.path)" == path }) else {
            throw .noFirstPage(section: section.name)
        }
    }

    /// The sections of an operator's roles, in the order of the navigation.
    func visible(to roles: Set<OperatorRole>) -> [any PortalSection] {
        all.filter { !$0.roles.isDisjoint(with: roles) }
    }

    /// The name of the site for an operator with roles, or for somebody who is not signed in: that of the sections, if
    /// all have the same.
    func siteTitle(for roles: Set<OperatorRole>?) -> any LocalisedText {
        let titles = (roles.map(visible) ?? all).map(\.siteTitle)
        guard let first = titles.first, titles.allSatisfy({ $0.localised == first.localised }) else {
            return PortalText.site
        }
        return first
    }

    /// The page that opens after the sign-in.
    static let front = "/portal"
    private static let ofShell = Set(
        ["/portal/password", "/portal/sign-in", "/portal/sign-out"] + PortalPages.assets.map(\.route.endpoint.path)
    )
}

extension SectionPage {
    /// Whether it opens after the sign-in.
    var isFrontPage: Bool { method == .get && "\(path)" == SectionList.front }
}

/// The reason why sections cannot stand together, in words for the programmer or builder.
package enum SectionError: Error, Hashable, CustomStringConvertible {
    case noSection
    case nameTaken(String)
    case eventTaken(String, section: String)
    case foreignPath(String, section: String)
    case noFirstPage(section: String)

    package var description: String {
        switch self {
        case .noSection:
            "there are no operators' pages: no system of this process has a section for them"
        case .nameTaken(let name):
            "two sections of the operators' pages have the name \(name)"
        case .eventTaken(let event, let section):
            "the section \(section) of the operators' pages has the event \(event), which is another's"
        case .foreignPath(let path, let section):
            "the section \(section) of the operators' pages has the path \(path), which is not its own"
        case .noFirstPage(let section):
            "the section \(section) of the operators' pages has no page at its own path"
        }
    }
}
