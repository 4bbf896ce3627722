import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import Localisation
package import Logging
package import OperatorStores
package import PortalSections
package import ServiceKit
package import WebPages
import WireFormat

/// The hotline's pages. The operator checks whether the caller may have a teleTAN, gets one and reads it out.
///
/// The pages have no field for text, so nothing about the caller can be typed. The teleTAN is in the answer to one form
/// and nowhere else.
package struct HotlineSection: PortalSection {
    package let name = "hotline"
    package let path: StaticString = "/portal/hotline"
    package let title: any LocalisedText = HotlineText.title
    package let siteTitle: any LocalisedText = HotlineText.site
    package let roles: Set<OperatorRole> = [.healthWorker, .hotline, .hotlineEvent]
    package let assets = [
        PageAsset(.style, at: "/portal/hotline/once.css", PackageResources.once_css),
        PageAsset(.script, at: "/portal/hotline/once.js", PackageResources.once_js),
    ]
    package let events: Set<OperatorAuditEntry.Event> = [.teleTANAsked, .teleTANGiven, .teleTANRefused]
    private let teleTANs: any TeleTANIssuing
    private let clock: any WallClock
    private let calendar: AuthorityCalendar
    private let logger: Logger

    package init(teleTANs: any TeleTANIssuing, clock: any WallClock, calendar: AuthorityCalendar, logger: Logger) {
        self.teleTANs = teleTANs
        self.clock = clock
        self.calendar = calendar
        self.logger = logger
    }

    package var pages: [SectionPage] {
        [
            .shown(at: "/portal/hotline") { request in try await showForm(request) },
            .received(at: "/portal/hotline") { request in try await give(request) },
        ]
    }

    private func showForm(_ request: SectionRequest) async throws -> SectionAnswer {
        let asked = request.query.first { $0.name == HotlineForm.reasonField }?.value
        let kinds = kinds(of: request.session)
        guard let kind = kinds.first(where: { $0.rawValue == asked }) ?? kinds.first else {
            throw SectionRefusal(HotlineText.foreignKind, status: 403)
        }
        let form = try await form(kind, request, turn: request.session.turn)
        return .page(request.parts.hotlineForm(form))
    }

    private func form(
        _ kind: TeleTANKind,
        _ request: SectionRequest,
        turn: Int,
        isChecked: Bool = false
    ) async throws -> HotlineForm {
        let session = request.session
        return HotlineForm(
            kind: kind,
            kinds: kinds(of: session),
            isPermitted: teleTANs.permits(kind, of: session.institution),
            isChecked: isChecked,
            turn: turn,
            limits: try await limits(of: session)
        )
    }

    private func limits(of session: SectionSession) async throws -> HotlineLimits {
        HotlineLimits(
            perHour: teleTANs.limits.perHour,
            pause: teleTANs.limits.pause,
            allowance: try await teleTANs.allowance(of: session.name.description),
            now: clock.now()
        )
    }

    /// The kinds that the operator's roles give.
    private func kinds(of session: SectionSession) -> [TeleTANKind] {
        TeleTANKind.allCases.filter { !$0.roles.isDisjoint(with: session.roles) }
    }
}

// MARK: - Giving

extension HotlineSection {
    private func give(_ request: SectionRequest) async throws -> SectionAnswer {
        let fields = request.fields
        guard let kind = TeleTANKind(rawValue: fields?[HotlineForm.reasonField] ?? ""),
            kinds(of: request.session).contains(kind)
        else {
            throw SectionRefusal(HotlineText.foreignKind, status: 403)
        }
        let turn = fields?[PageParts.turnField] ?? ""
        let isChecked = HotlineForm.checkFields.allSatisfy { fields?[$0] == PageParts.ticked }
        func again(_ notice: any LocalisedText, status: Int, turn: Int, retryAfter: Int64? = nil) async throws
            -> SectionAnswer
        {
            let form = try await form(kind, request, turn: turn, isChecked: isChecked)
            return .page(request.parts.hotlineForm(form, notice: notice), status: status, retryAfter: retryAfter)
        }
        guard teleTANs.permits(kind, of: request.session.institution) else {
            return try await again(HotlineText.authorityNotListed, status: 403, turn: request.session.turn)
        }
        guard isChecked else {
            return try await again(HotlineText.checksMissing, status: 422, turn: request.session.turn)
        }
        let next = request.session.turn(after: turn)
        guard try await request.session.take(turn: turn) else {
            return try await again(HotlineText.formTaken, status: 409, turn: next)
        }
        do {
            switch try await outcome(of: kind, request.session) {
            case .issued(let teleTAN): return .page(try await page(of: teleTAN, kind, request))
            case .notPermitted: return try await again(HotlineText.authorityNotListed, status: 403, turn: next)
            case .limited(let end):
                let seconds = max(1, end.seconds(since: clock.now()))
                let notice = HotlinePhrase.limited(seconds: "\(seconds)", time: calendar.timeOfDay(of: end))
                return try await again(notice, status: 429, turn: next, retryAfter: seconds)
            }
        } catch {
            logger.recordFailure(of: "/portal/hotline", FailureCause(error))
            return try await again(HotlineText.unavailable, status: 503, turn: next)
        }
    }

    /// Throws if it is not known whether a teleTAN was made, or if the outcome could not be recorded.
    private func outcome(of kind: TeleTANKind, _ session: SectionSession) async throws -> TeleTANIssue {
        try await session.note(.teleTANAsked)
        let requester = TeleTANRequester(name: session.name.description, authority: session.institution)
        let outcome = try await teleTANs.issue(kind, to: requester)
        if case .issued = outcome {
            try await session.note(.teleTANGiven)
        } else {
            try await session.note(.teleTANRefused)
        }
        return outcome
    }

    private func page(of teleTAN: TeleTAN, _ kind: TeleTANKind, _ request: SectionRequest) async throws
        -> SectionContent
    {
        let life = teleTANs.limits.life(of: kind)
        let end = clock.now().advanced(bySeconds: life)
        let day = calendar.day(of: end)
        let time = calendar.timeOfDay(of: end)
        return request.parts.given(
            teleTAN,
            kind,
            life: life,
            end: day == calendar.day(of: clock.now()) ? time : "\(TypedDay.shown(day)), \(time)",
            limits: try await limits(of: request.session)
        )
    }
}
