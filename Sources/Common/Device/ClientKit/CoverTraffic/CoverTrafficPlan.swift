public import ExposurePrimitives

/// The next opportunity of a phone to send dummy requests. An observer cannot distinguish them from the requests of
/// people who tested positive.
public struct CoverTrafficPlan: Codable, Hashable, Sendable {
    /// The time from which the phone may send dummies: the window's start, or the background job's time.
    public private(set) var opportunity: UnixTime
    /// Seconds for which the window stays open; 0 for a background job.
    public private(set) var windowLength: Int64
    /// The time of the draw.
    private var drawnAt: UnixTime

    /// The plan of a phone that is used for the first time.
    public init(
        at now: UnixTime,
        _ parameters: CoverTraffic.Parameters,
        using generator: inout some RandomNumberGenerator
    ) {
        opportunity = now
        windowLength = 0
        drawnAt = now
        redraw(at: now, parameters, using: &generator)
    }

    /// Whether dummies may begin now, while the app is open.
    public func isWindowOpen(at now: UnixTime) -> Bool {
        (0..<windowLength).contains(now.seconds(since: opportunity))
    }

    /// Draws again if nobody opened the app in the last window, or if the clock was set back behind the last draw.
    /// Exponential waiting has no memory, so a new draw changes nothing else.
    public mutating func renewOpportunity(
        at now: UnixTime,
        _ parameters: CoverTraffic.Parameters,
        using generator: inout some RandomNumberGenerator
    ) {
        let isMissed = parameters.occasion == .openApp && now.seconds(since: opportunity) >= windowLength
        if isMissed || now < drawnAt {
            redraw(at: now, parameters, using: &generator)
        }
    }

    /// Draws the next opportunity: when a sequence begins in the open app, or after each background job.
    public mutating func redraw(
        at now: UnixTime,
        _ parameters: CoverTraffic.Parameters,
        using generator: inout some RandomNumberGenerator
    ) {
        let wait = ExponentialWait(mean: parameters.opportunityMean).draw(using: &generator)
        opportunity = now.advanced(bySeconds: wait)
        drawnAt = now
        windowLength = parameters.occasion == .openApp ? Int64(max(parameters.windowLength, 0)) : 0
    }
}
