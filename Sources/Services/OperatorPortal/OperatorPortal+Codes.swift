import ExposurePrimitives
import ImmuniAPI
import Localisation
import OperatorPorts
import ServiceKit
import Stores
import WebPages

extension OperatorPortal {
    private var today: CalendarDay { calendar.day(of: clock.now()) }

    func showCodeForm(_ visit: Visit) -> ServiceResponse {
        answer(visit, PortalPages(visit: visit).code(today: today))
    }

    /// Authorises what was typed. That somebody is about to is in the audit log before anything is authorised, and what
    /// became of it after.
    func authorise(_ visit: Visit, _ session: OperatorSession) async throws -> ServiceResponse {
        let today = today
        let entry = CodeEntry(code: visit.fields?["code"] ?? "", day: visit.fields?["day"] ?? "", today: today)
        func form(_ notice: Localised, status: Int) -> ServiceResponse {
            answer(visit, PortalPages(visit: visit).code(entry, notice: notice, today: today), status: status)
        }
        guard let authorisation = entry.authorisation else {
            return form(PortalText.checkInput, status: 422)
        }
        try await note(.authorising, session)
        let outcome: OTPAuthorisationOutcome
        do {
            outcome = try await authority.authorise(authorisation)
        } catch {
            logger.record(LoggedEvent.requestFailed(route: "/portal", cause: FailureCause(error)))
            return form(PortalText.unavailable, status: 503)
        }
        switch outcome {
        case .authorised(let until):
            try await note(.authorised, session)
            try await accounts.store.update(session.digest, usedAt: clock.now(), authorisedUntil: until)
            return Page.redirect(to: .page("/portal/authorised"), cookies: visit.cookies)
        case .live:
            try await note(.notAuthorised, session)
            return form(PortalText.live, status: 409)
        case .used:
            try await note(.notAuthorised, session)
            return form(PortalText.used, status: 409)
        }
    }

    func showAuthorised(_ visit: Visit, _ session: OperatorSession) -> ServiceResponse {
        guard let until = session.authorisedUntil else {
            return Page.redirect(to: .page("/portal"), cookies: visit.cookies)
        }
        return answer(visit, PortalPages(visit: visit).authorised(left: max(0, until.seconds(since: clock.now()))))
    }

    private func note(_ event: OperatorAuditEntry.Event, _ session: OperatorSession) async throws {
        try await accounts.store.append(OperatorAuditEntry(at: clock.now(), name: session.name, event: event))
    }
}
