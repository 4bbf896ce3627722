import ClientKit
public import ExposurePrimitives
import RiskModels

/// The owner's risk as the phone shows it, with its date.
public enum RiskStatus: Hashable, Sendable {
    /// Exposure notifications are off since this moment, as far as that is known.
    case inactive(since: UnixTime?)
    /// Nothing was checked yet, or the phone has not collected long enough for the first calculation.
    case notKnownYet
    /// The last check, at this moment, is too old.
    case outdated(since: UnixTime)
    /// The newest day with a low risk; nil without any exposure.
    case low(CalendarDay?)
    /// The newest day with a high risk.
    case high(CalendarDay)

    /// What decides, in its order: off, never checked, checked long ago, and then the level.
    init(_ history: RiskHistory, _ tracing: TracingHistory, needsDayOfTracing: Bool, at now: UnixTime) {
        guard tracing.isActive else {
            self = .inactive(since: tracing.lastChange)
            return
        }
        guard let lastDetection = history.lastDetection,
            !needsDayOfTracing || tracing.activeSeconds(at: now) >= UnixTime.secondsPerDay
        else {
            self = .notKnownYet
            return
        }
        // A detection in the future is one before the clock was set back.
        guard now.seconds(since: lastDetection) < Self.validity else {
            self = .outdated(since: lastDetection)
            return
        }
        let days = history.finding?.days(on: now.utcDay) ?? []
        if let newest = days.filter({ $0.level == .high }).map(\.date).max() {
            self = .high(newest)
        } else {
            self = .low(days.filter { $0.level == .low }.map(\.date).max())
        }
    }

    /// When the owner is told that nothing was checked for a long time: 36 hours after the last detection, or after
    /// exposure notifications were switched on.
    static func noticeTime(_ history: RiskHistory, _ tracing: TracingHistory) -> UnixTime? {
        guard tracing.isActive else {
            return nil
        }
        let start = [history.lastDetection, tracing.lastChange].compactMap(\.self).max()
        return start?.advanced(bySeconds: noticeDelay)
    }

    /// Seconds: two days after a detection its result is too old.
    static let validity = 2 * UnixTime.secondsPerDay
    /// Seconds: 36 hours.
    static let noticeDelay: Int64 = 129_600
}
