import HTTPTypes
import Localisation
import OperatorStores
import PortalSections
import ServiceKit
import WebPages

extension PortalService {
    /// The route of a section's page, for the operators of the section's roles.
    func route(of sectionPage: SectionPage, in section: some PortalSection) -> Route {
        let path = "\(sectionPage.path)"
        return page(sectionPage.method, path) { visit, signedIn in
            guard !section.roles.isDisjoint(with: signedIn.account.roles) else {
                return sectionPage.isFrontPage
                    ? showFirstSection(visit) : refuse(visit, PortalText.foreignSection, status: 403)
            }
            let request = SectionRequest(
                session: SectionSession(
                    signedIn.session,
                    of: signedIn.account,
                    in: section,
                    store: accounts.store,
                    clock: clock
                ),
                parts: visit.parts,
                fields: visit.fields,
                query: visit.query
            )
            do {
                return answer(visit, try await sectionPage.handler(request), of: section)
            } catch let refusal as SectionRefusal {
                return refuse(visit, refusal.explanation, status: refusal.status)
            }
        }
    }

    private func answer(_ visit: Visit, _ answer: SectionAnswer, of section: some PortalSection) -> ServiceResponse {
        switch answer {
        case .page(let content, let status, let seconds):
            var response = self.answer(visit, pages(for: visit).page(content, assets: section.assets), status: status)
            response.headers[.retryAfter] = seconds.map(String.init)
            return response
        case .redirect(let link): return Page.redirect(to: link, cookies: visit.cookies)
        }
    }

    /// Leads the operator to the first section that she may see.
    func showFirstSection(_ visit: Visit) -> ServiceResponse {
        guard let section = sections.visible(to: visit.signedIn?.account.roles ?? []).first else {
            return refuse(visit, PortalText.noSection, status: 403)
        }
        return Page.redirect(to: .page(section.path), cookies: visit.cookies)
    }

    private func refuse(_ visit: Visit, _ explanation: some LocalisedText, status: Int) -> ServiceResponse {
        answer(visit, pages(for: visit).refusal(explanation), status: status)
    }
}
