import Logging
import ServiceKit

/// The log events of the authority. None names an account, a contact or a case.
enum AuthorityEvent: LoggableEvent, Hashable {
    case cleaned(AuthorityRetentionJob.Outcome)
    case indexed(intervals: Int)
    /// Batches were validated, or could not be.
    case validated(BatchValidationJob.Outcome)
    /// The database did not let the validation read or write.
    case validationFailed
    /// Reports were decided or held.
    case decided(ExposureDecisionJob.Outcome)
    /// The boxes of a day can be fetched, or old ones were deleted.
    case boxesPublished(BoxPublicationJob.Outcome)
    /// Contacts were sent to other authorities, or could not be.
    case forwarded(Forwarding.Outcome)
    /// Reports have waited for an operator for up to three hours.
    case heldTooLong(Int)
    /// Yesterday's reports, or those of the week, warned more people than usual.
    case unusualReports(ReportChart)
    /// Registrations of about a minute whose proof nobody judged.
    case proofsUnanswered(Int)

    var level: Logger.Level {
        switch self {
        case .cleaned(let outcome): outcome.tracesErased ? .info : .warning
        case .indexed, .boxesPublished: .info
        case .validated(let outcome): outcome.damaged > 0 ? .error : .info
        case .decided(let outcome): outcome.damaged > 0 ? .error : outcome.held > 0 ? .warning : .info
        case .forwarded(let outcome):
            outcome.expired + outcome.damaged > 0 ? .error : outcome.refused + outcome.failed > 0 ? .warning : .info
        case .unusualReports: .warning
        case .heldTooLong, .proofsUnanswered, .validationFailed: .error
        }
    }

    var name: String {
        switch self {
        case .cleaned: "association-cleaned"
        case .indexed: "client-ids-indexed"
        case .validated: "batches-validated"
        case .validationFailed: "batch-validation-failed"
        case .decided: "reports-decided"
        case .boxesPublished: "boxes-published"
        case .forwarded: "contacts-forwarded"
        case .heldTooLong: "reports-held-too-long"
        case .unusualReports: "reports-unusual"
        case .proofsUnanswered: "registration-proofs-unanswered"
        }
    }

    var fields: [(name: String, value: String)] {
        switch self {
        case .cleaned(let outcome):
            [
                ("rows", "\(outcome.rows)"), ("accounts", "\(outcome.accounts)"), ("keys", "\(outcome.keys)"),
                ("traces_erased", "\(outcome.tracesErased)"),
            ]
        case .indexed(let intervals): [("intervals", "\(intervals)")]
        case .validated(let outcome):
            [
                ("validated", "\(outcome.validated)"), ("forwarded", "\(outcome.forwarded)"),
                ("damaged", "\(outcome.damaged)"),
            ]
        case .decided(let outcome):
            [
                ("decided", "\(outcome.decided)"), ("held", "\(outcome.held)"), ("damaged", "\(outcome.damaged)"),
                ("alerts", "\(outcome.alerts)"), ("limited", "\(outcome.limited)"),
                ("without_handle", "\(outcome.withoutHandle)"),
            ]
        case .boxesPublished(let outcome):
            [("days", "\(outcome.days)"), ("parts", "\(outcome.parts)"), ("deleted", "\(outcome.deleted)")]
        case .forwarded(let outcome):
            [
                ("taken", "\(outcome.taken)"), ("refused", "\(outcome.refused)"), ("failed", "\(outcome.failed)"),
                ("expired", "\(outcome.expired)"), ("damaged", "\(outcome.damaged)"),
            ]
        case .unusualReports(let chart):
            [
                ("people_per_report", Self.tenths(chart.mean)), ("limit", Self.tenths(chart.limit)),
                ("week_excess", Self.tenths(chart.excess)),
            ]
        case .validationFailed: []
        case .heldTooLong(let count), .proofsUnanswered(let count): [("count", "\(count)")]
        }
    }

    private static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
