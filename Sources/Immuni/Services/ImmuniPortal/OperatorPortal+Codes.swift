import ExposurePrimitives
import ImmuniAPI
import Localisation
import OperatorPorts
import OperatorStores
import ServiceKit
import WebPages
import WireFormat

extension OperatorPortal {
    private var today: CalendarDay { calendar.day(of: clock.now()) }

    func showCodeForm(_ visit: Visit) -> ServiceResponse {
        answer(visit, PortalPages(visit: visit).code(today: today))
    }

    /// Authorises the typed code. The attempt is in the audit log before the authorisation, and its outcome after it.
    func authorise(_ visit: Visit, _ session: OperatorSession) async throws -> ServiceResponse {
        let today = today
        let entry = CodeEntry(code: visit.fields?["code"] ?? "", day: visit.fields?["day"] ?? "", today: today)
        func form(_ notice: any LocalisedText, status: Int) -> ServiceResponse {
            let hasTime = status == 409 && session.authorisedUntil.map { $0 > clock.now() } == true
            let page = PortalPages(visit: visit).code(entry, notice: notice, hasTime: hasTime, today: today)
            return answer(visit, page, status: status)
        }
        guard let authorisation = entry.authorisation else {
            return form(CodeText.checkInput, status: 422)
        }
        do {
            switch try await outcome(of: authorisation, session) {
            case .authorised: return Page.redirect(to: .page("/portal/authorised"), cookies: visit.cookies)
            case .live: return form(OutcomeText.live, status: 409)
            case .used: return form(OutcomeText.used, status: 409)
            }
        } catch {
            logger.recordFailure(of: "/portal", FailureCause(error))
            return form(OutcomeText.unavailable, status: 503)
        }
    }

    /// Throws if it is not known whether the code is authorised, or if the outcome could not be recorded.
    private func outcome(
        of authorisation: OTPAuthorisation,
        _ session: OperatorSession
    ) async throws -> OTPAuthorisationOutcome {
        try await note(.authorising, session)
        let outcome = try await authority.authorise(authorisation)
        guard case .authorised(let until) = outcome else {
            try await note(.notAuthorised, session)
            return outcome
        }
        try await note(.authorised, session)
        try await accounts.store.note(authorisedUntil: until, in: session.digest)
        return outcome
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
