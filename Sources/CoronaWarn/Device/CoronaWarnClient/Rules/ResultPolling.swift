import ClientKit
import CoronaWarnConfiguration
import ExposurePrimitives

/// The earliest time of the next question for a result.
///
/// A question waits for the place of a fake (``CoverSchedule``, ``OpeningPlan``), so this alone sends nothing.
struct ResultPolling: Codable, Hashable, Sendable {
    private(set) var notBefore: UnixTime
    private var failures = 0

    /// The first question may leave at once.
    init(at now: UnixTime) {
        notBefore = now
    }

    /// Whether the phone may ask.
    func isDue(at now: UnixTime, pauses: ClosedSpan) -> Bool {
        // A clock that was set back must not silence the phone for days.
        notBefore <= now || notBefore.seconds(since: now) > Int64(max(pauses.max, 0)) + Self.backOff.longest
    }

    /// The person wants the result now.
    mutating func endPause(at now: UnixTime) {
        notBefore = now
    }

    /// Records an answer, and draws the pause until the next question.
    mutating func answered(at now: UnixTime, pauses: ClosedSpan, using generator: inout some RandomNumberGenerator) {
        failures = 0
        notBefore = now.advanced(bySeconds: pauses.draw(using: &generator))
    }

    /// Records a failure. The pause grows with each, and is never below the one that the server asks for.
    mutating func failed(
        _ failure: ExchangeFailure,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        failures += 1
        var wait = Self.backOff.draw(afterFailures: failures, using: &generator)
        if case .tooManyRequests(let seconds) = failure {
            wait = max(wait, min(seconds, Self.backOff.longest))
        }
        notBefore = now.advanced(bySeconds: wait)
    }

    /// From ten minutes to eight hours.
    static let backOff = RetryDelay(first: 600, longest: 28_800)
}

extension ClosedSpan {
    /// A number of the span, each equally likely. A span in the wrong order gives its minimum.
    func draw(using generator: inout some RandomNumberGenerator) -> Int64 {
        Int64.random(in: Int64(min)...Int64(Swift.max(min, max)), using: &generator)
    }
}
