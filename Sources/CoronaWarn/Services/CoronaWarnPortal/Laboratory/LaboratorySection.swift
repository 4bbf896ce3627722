package import CoronaWarnPorts
package import ExposurePrimitives
package import Localisation
package import Logging
package import OperatorStores
package import PortalSections
package import ServiceKit
package import WebPages

/// The pages of a laboratory's operator: one result, a file of results, and the laboratory's key.
package struct LaboratorySection: PortalSection {
    package let name = "laboratory"
    package let path: StaticString = "/portal/laboratory"
    package let title: any LocalisedText = LaboratoryText.title
    package let siteTitle: any LocalisedText = LaboratoryText.site
    package let roles: Set<OperatorRole> = [.laboratory]
    package let assets = [
        PageAsset(.style, at: "/portal/laboratory/once.css", PackageResources.once_css),
        PageAsset(.script, at: "/portal/laboratory/once.js", PackageResources.once_js),
    ]
    package let events: Set<OperatorAuditEntry.Event> = [
        .resultsSending, .resultsStored, .resultsRefused, .keyChanging, .keyMade, .keyRevoked, .keyRefused,
    ]
    let laboratories: any LaboratorySelfService
    let clock: any WallClock
    let calendar: AuthorityCalendar
    let logger: Logger

    package init(
        laboratories: any LaboratorySelfService,
        clock: any WallClock,
        calendar: AuthorityCalendar,
        logger: Logger
    ) {
        self.laboratories = laboratories
        self.clock = clock
        self.calendar = calendar
        self.logger = logger
    }

    package var pages: [SectionPage] {
        [
            .shown(at: "/portal/laboratory") { request in try showForms(request) },
            .received(at: "/portal/laboratory") { request in try await sendOne(request) },
            .received(at: "/portal/laboratory/file") { request in try preview(request) },
            .received(at: "/portal/laboratory/send") { request in try await send(request) },
            .shown(at: "/portal/laboratory/keys") { request in try await showKeys(request) },
            .received(at: "/portal/laboratory/keys") { request in try await changeKey(request) },
        ]
    }

    /// The laboratory for which the operator works.
    func laboratory(of request: SectionRequest) throws(SectionRefusal) -> String {
        guard let name = request.session.institution else {
            throw SectionRefusal(LaboratoryText.noLaboratory, status: 403)
        }
        return name
    }

    private func showForms(_ request: SectionRequest) throws -> SectionAnswer {
        let name = try laboratory(of: request)
        let isStored = request.query.contains { $0.name == Self.storedMark }
        return .page(request.parts.laboratoryForms(LaboratoryForms(laboratory: name, isStored: isStored)))
    }

    /// The mark in the address of the page that says that a result was stored.
    static let storedMark = "stored"
}
