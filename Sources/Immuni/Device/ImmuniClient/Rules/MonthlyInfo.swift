import ClientKit
import ExposurePrimitives

/// The times of the phone's reports (Immuni, Privacy-Preserving Analytics, "Upload triggers"): Operational Info at most
/// once with and once without exposure in a calendar month, and dummies in between.
struct MonthlyInfo: Codable, Hashable, Sendable {
    /// The month that the window belongs to, UTC.
    private(set) var month: CalendarMonth
    /// The start of the day on which Operational Info without exposure may leave.
    private(set) var windowStart: UnixTime
    /// The last months in which it was drawn whether Operational Info leaves.
    private var drawnWith: CalendarMonth?
    private var drawnWithout: CalendarMonth?
    /// The start of the day on which a dummy may leave.
    private(set) var dummyStart: UnixTime

    /// The kind of request that leaves after a detection.
    enum Kind: String, Codable, CaseIterable, Sendable {
        case withExposure
        case withoutExposure
        case dummy
    }

    /// The parameters from the settings.
    struct Parameters: Hashable, Sendable {
        /// Probabilities.
        var rateWith: Double
        var rateWithout: Double
        /// Seconds; the mean of an exponential distribution.
        var dummyMean: Int
    }

    /// The state of a phone that is used for the first time.
    init(at now: UnixTime, dummyMean: Int, using generator: inout some RandomNumberGenerator) {
        month = CalendarMonth(of: now.utcDay)
        windowStart = Self.drawWindow(in: month, using: &generator)
        dummyStart = now.advanced(bySeconds: ExponentialWait(mean: dummyMean).draw(using: &generator))
    }

    /// Draws the window of a month that has begun, even if the clock was set back into it. Draws of a later month, or
    /// of this one, are not repeated.
    mutating func enterMonth(at now: UnixTime, using generator: inout some RandomNumberGenerator) {
        let current = CalendarMonth(of: now.utcDay)
        guard current != month else {
            return
        }
        month = current
        windowStart = Self.drawWindow(in: current, using: &generator)
    }

    /// The kind that leaves after a detection: at most one. Every draw is made once, whether it leaves or not.
    ///
    /// - Parameter foundExposure: whether the owner was notified after this detection.
    mutating func choose(
        foundExposure: Bool,
        at now: UnixTime,
        _ parameters: Parameters,
        using generator: inout some RandomNumberGenerator
    ) -> Kind? {
        enterMonth(at: now, using: &generator)
        let isDummyTime = Self.isWithinDay(from: dummyStart, now)
        let genuine = drawGenuine(foundExposure: foundExposure, at: now, parameters, using: &generator)
        // A window that was used, displaced or missed is replaced by a new one.
        if now >= dummyStart {
            dummyStart = now.advanced(bySeconds: ExponentialWait(mean: parameters.dummyMean).draw(using: &generator))
        }
        return genuine ?? (isDummyTime ? .dummy : nil)
    }

    private mutating func drawGenuine(
        foundExposure: Bool,
        at now: UnixTime,
        _ parameters: Parameters,
        using generator: inout some RandomNumberGenerator
    ) -> Kind? {
        if foundExposure, isFree(drawnWith) {
            drawnWith = month
            return Double.random(in: 0..<1, using: &generator) < parameters.rateWith ? .withExposure : nil
        }
        if !foundExposure, isFree(drawnWithout), Self.isWithinDay(from: windowStart, now) {
            drawnWithout = month
            return Double.random(in: 0..<1, using: &generator) < parameters.rateWithout ? .withoutExposure : nil
        }
        return nil
    }

    /// Whether a draw of this month is left, if the last was in `drawn`.
    private func isFree(_ drawn: CalendarMonth?) -> Bool {
        drawn.map { $0 < month } ?? true
    }

    /// The document's T_OWOE + dT_OWOE.
    private static func drawWindow(
        in month: CalendarMonth,
        using generator: inout some RandomNumberGenerator
    ) -> UnixTime {
        month.firstDay.startInUTC.advanced(bySeconds: MonthlyDraw.seconds(in: month, using: &generator))
    }

    private static func isWithinDay(from start: UnixTime, _ now: UnixTime) -> Bool {
        (0...UnixTime.secondsPerDay).contains(now.seconds(since: start))
    }
}

/// A random moment of a month.
enum MonthlyDraw {
    /// Seconds from the month's start: uniform from 0 to (days − 1)·86 400, so a day of the month is left.
    static func seconds(in month: CalendarMonth, using generator: inout some RandomNumberGenerator) -> Int64 {
        Int64.random(in: 0...(Int64(month.dayCount - 1) * UnixTime.secondsPerDay), using: &generator)
    }
}
