package import AssociationPorts
package import Localisation
package import Logging
package import OperatorStores
package import PortalSections
package import ServiceKit
import WebPages
import WireFormat

/// The epidemiologist's page: reports that would warn very many people, each with a decision to make.
package struct HeldReportSection: PortalSection {
    package let name = "held-reports"
    package let path: StaticString = "/portal/held-reports"
    package let title: any LocalisedText = HeldReportText.title
    package let siteTitle: any LocalisedText = HeldReportText.site
    package let roles: Set<OperatorRole> = [.epidemiologist]
    package let events: Set<OperatorAuditEntry.Event> = [.deciding, .reportReleased, .reportRefused, .reportNotHeld]
    private let reports: any HeldReports
    private let calendar: AuthorityCalendar
    private let logger: Logger

    package init(reports: any HeldReports, calendar: AuthorityCalendar, logger: Logger) {
        self.reports = reports
        self.calendar = calendar
        self.logger = logger
    }

    package var pages: [SectionPage] {
        [
            .shown(at: "/portal/held-reports") { request in
                try await page(request, turn: request.session.turn)
            },
            .received(at: "/portal/held-reports") { request in try await decide(request) },
        ]
    }

    private func page(
        _ request: SectionRequest,
        turn: Int,
        _ notice: HeldReportText? = nil,
        status: Int = 200
    ) async throws -> SectionAnswer {
        do {
            let list = HeldReportList(reports: try await reports.heldReports(), turn: turn, calendar: calendar)
            return .page(request.parts.heldReports(list, notice: notice), status: status)
        } catch {
            logger.recordFailure(of: "/portal/held-reports", FailureCause(error))
            let list = HeldReportList(reports: [], turn: turn, calendar: calendar)
            return .page(request.parts.heldReports(list, notice: .unavailable), status: 503)
        }
    }

    /// Releases or refuses one report. The attempt is in the audit log before, and its outcome after it.
    private func decide(_ request: SectionRequest) async throws -> SectionAnswer {
        let fields = request.fields
        guard let decision = HeldReportDecision(rawValue: fields?[HeldReportDecision.field] ?? ""),
            let report = CaseID(text: fields?[HeldReportDecision.reportField] ?? "")
        else {
            throw SectionRefusal(HeldReportText.notPossible, status: 400)
        }
        let turn = fields?[PageParts.turnField] ?? ""
        guard fields?[HeldReportDecision.consentField] == PageParts.ticked else {
            return try await page(request, turn: request.session.turn, .consentMissing, status: 422)
        }
        let next = request.session.turn(after: turn)
        guard try await request.session.take(turn: turn) else {
            return try await page(request, turn: next, .formTaken, status: 409)
        }
        do {
            guard
                let done = try await outcome(
                    of: decision,
                    about: report,
                    batches: fields?[HeldReportDecision.batchesField],
                    request.session
                )
            else {
                return try await page(request, turn: next, .notHeld, status: 409)
            }
            return try await page(request, turn: next, done)
        } catch {
            logger.recordFailure(of: "/portal/held-reports", FailureCause(error))
            return try await page(request, turn: next, .unavailable, status: 503)
        }
    }

    /// - Parameter batches: of the report, as the page showed it. Nothing is released without them.
    /// - Returns: nil if the report is not held any more, or is to be released and has grown.
    private func outcome(
        of decision: HeldReportDecision,
        about report: CaseID,
        batches: String?,
        _ session: SectionSession
    ) async throws -> HeldReportText? {
        try await session.note(.deciding)
        let isDone =
            switch decision {
            case .release: try await reports.release(report, batches: batches.flatMap { Int($0) } ?? 0) != nil
            case .refuse: try await reports.refuse(report)
            }
        guard isDone else {
            try await session.note(.reportNotHeld)
            return nil
        }
        switch decision {
        case .release:
            try await session.note(.reportReleased)
            return .isReleased
        case .refuse:
            try await session.note(.reportRefused)
            return .isRefused
        }
    }
}

/// The two decisions about a held report.
enum HeldReportDecision: String, CaseIterable {
    case release
    case refuse

    static let field = "decision"
    static let reportField = "report"
    static let batchesField = "batches"
    static let consentField = "consent"
}

extension OperatorRole {
    /// Decides about reports that would warn very many people.
    package static let epidemiologist = OperatorRole(rawValue: "epidemiologist")
}

extension OperatorAuditEntry.Event {
    /// The operator starts to decide. The next line of the same operator states the outcome.
    static let deciding = Self(rawValue: "held-report-deciding")
    static let reportReleased = Self(rawValue: "held-report-released")
    static let reportRefused = Self(rawValue: "held-report-refused")
    /// Somebody else decided before, or the report has grown since it was shown.
    static let reportNotHeld = Self(rawValue: "held-report-gone")
}
