package import ExposurePrimitives
import ImmuniAPI
package import ImmuniServing
package import Localisation
package import Logging
package import OperatorStores
package import PortalSections
package import ServiceKit
package import WebPages
import WireFormat

/// The health worker's pages. She types the code that a person reads out, authorises it and sees its time run down.
package struct CodeSection: PortalSection {
    package let name = "codes"
    package let path: StaticString = "/portal"
    package let title: any LocalisedText = CodeText.authoriseTitle
    package let siteTitle: any LocalisedText = CodeText.site
    package let roles: Set<OperatorRole> = [.healthWorker]
    package let assets = [
        PageAsset(.style, at: "/portal/codes.css", PackageResources.codes_css),
        PageAsset(.script, at: "/portal/codes.js", PackageResources.codes_js),
    ]
    package let events: Set<OperatorAuditEntry.Event> = [.authorising, .authorised, .notAuthorised]
    private let authority: any OTPAuthorising
    private let clock: any WallClock
    private let calendar: AuthorityCalendar
    private let logger: Logger

    package init(authority: any OTPAuthorising, clock: any WallClock, calendar: AuthorityCalendar, logger: Logger) {
        self.authority = authority
        self.clock = clock
        self.calendar = calendar
        self.logger = logger
    }

    package var pages: [SectionPage] {
        [
            .shown(at: "/portal") { request in .page(request.parts.codeForm(today: today)) },
            .received(at: "/portal") { request in try await authorise(request) },
            .shown(at: "/portal/authorised") { request in showAuthorised(request) },
        ]
    }

    private var today: CalendarDay { calendar.day(of: clock.now()) }

    /// Authorises the typed code. The attempt is in the audit log before the authorisation, and its outcome after it.
    private func authorise(_ request: SectionRequest) async throws -> SectionAnswer {
        let today = today
        let entry = CodeEntry(code: request.fields?["code"] ?? "", day: request.fields?["day"] ?? "", today: today)
        func form(_ notice: any LocalisedText, status: Int) -> SectionAnswer {
            let hasTime = status == 409 && request.session.deadline.map { $0 > clock.now() } == true
            let page = request.parts.codeForm(entry, notice: notice, hasTime: hasTime, today: today)
            return .page(page, status: status)
        }
        guard let authorisation = entry.authorisation else {
            return form(CodeText.checkInput, status: 422)
        }
        do {
            switch try await outcome(of: authorisation, request.session) {
            case .authorised: return .redirect(.page("/portal/authorised"))
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
        _ session: SectionSession
    ) async throws -> OTPAuthorisationOutcome {
        try await session.note(.authorising)
        let outcome = try await authority.authorise(authorisation)
        guard case .authorised(let until) = outcome else {
            try await session.note(.notAuthorised)
            return outcome
        }
        try await session.note(.authorised)
        try await session.note(deadline: until)
        return outcome
    }

    private func showAuthorised(_ request: SectionRequest) -> SectionAnswer {
        guard let until = request.session.deadline else {
            return .redirect(.page("/portal"))
        }
        return .page(request.parts.authorised(left: max(0, until.seconds(since: clock.now()))))
    }
}

extension OperatorAuditEntry.Event {
    /// The operator starts to authorise. The next line of the same operator states the outcome.
    static let authorising = Self(rawValue: "authorising")
    static let authorised = Self(rawValue: "authorised")
    /// The code was refused because it was live or used.
    static let notAuthorised = Self(rawValue: "not-authorised")
}
