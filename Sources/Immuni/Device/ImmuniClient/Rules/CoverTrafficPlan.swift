import ExposurePrimitives
import ImmuniAPI

/// When the phone pretends to upload (Immuni, Traffic Analysis Mitigation): at times that an observer cannot tell from
/// those of people who tested positive.
///
/// An iPhone pretends while the app is open, as that is when people upload, and only within a window of some days that
/// opens after a random time. An Android phone pretends in the background, after a random time.
struct CoverTrafficPlan: Codable, Hashable, Sendable {
    /// When the phone may begin to pretend: the window's start, or the background job's time.
    private(set) var opportunity: UnixTime
    /// Seconds that the window stays open; 0 on Android.
    private(set) var windowLength: Int64
    /// When this was drawn.
    private var drawnAt: UnixTime

    /// What the settings say.
    struct Parameters: Hashable, Sendable {
        var platform: SettingsRequest.Platform
        /// Means of exponential distributions, seconds.
        var opportunityMean: Int
        var startMean: Int
        var requestMean: Int
        /// Seconds.
        var windowLength: Int
        /// That the first request is followed by a second, the second by a third, and so on; the last holds for all
        /// that follow.
        var continuing: [Double]
    }

    /// Of a phone that is used for the first time.
    init(at now: UnixTime, _ parameters: Parameters, using generator: inout some RandomNumberGenerator) {
        opportunity = now
        windowLength = 0
        drawnAt = now
        redraw(at: now, parameters, using: &generator)
    }

    /// Whether an iPhone may begin now.
    func isWindowOpen(at now: UnixTime) -> Bool {
        (0..<windowLength).contains(now.seconds(since: opportunity))
    }

    /// Draws anew where nobody opened an iPhone's app in the last window, and where the clock was set back behind the last
    /// draw: exponential waiting has no memory, so that drawing again changes nothing else.
    mutating func renewOpportunity(
        at now: UnixTime,
        _ parameters: Parameters,
        using generator: inout some RandomNumberGenerator
    ) {
        let isMissed = parameters.platform == .iOS && now.seconds(since: opportunity) >= windowLength
        if isMissed || now < drawnAt {
            redraw(at: now, parameters, using: &generator)
        }
    }

    /// Draws the next opportunity: on iOS as a sequence begins, on Android after each job.
    mutating func redraw(
        at now: UnixTime,
        _ parameters: Parameters,
        using generator: inout some RandomNumberGenerator
    ) {
        let wait = Exponential(mean: parameters.opportunityMean).draw(using: &generator)
        opportunity = now.advanced(bySeconds: wait)
        drawnAt = now
        windowLength = parameters.platform == .iOS ? Int64(max(parameters.windowLength, 0)) : 0
    }
}

/// Dummy requests one after the other, as somebody makes them who validates a code and uploads. It lives in the memory
/// alone: what is interrupted is over.
struct DummySequence: Hashable, Sendable {
    /// The next request's time.
    private(set) var next: UnixTime
    private(set) var sent = 0
    /// Nothing is sent after it.
    private let end: UnixTime

    /// A sequence that begins at once, as on Android, whose background jobs may take nine minutes.
    init(at now: UnixTime) {
        next = now
        end = now.advanced(bySeconds: 540)
    }

    /// A sequence that begins a random time after the app was opened, as on iOS.
    init(
        afterOpeningAt now: UnixTime,
        _ parameters: CoverTrafficPlan.Parameters,
        using generator: inout some RandomNumberGenerator
    ) {
        next = now.advanced(bySeconds: Exponential(mean: parameters.startMean).draw(using: &generator))
        end = UnixTime(.max)
    }

    /// A request is sent now; draws whether another follows, and when.
    ///
    /// - Returns: whether another follows.
    mutating func sendOne(
        at now: UnixTime,
        _ parameters: CoverTrafficPlan.Parameters,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        let probability = parameters.continuing.dropFirst(sent).first ?? parameters.continuing.last ?? 0
        sent += 1
        guard sent < Self.longest, Double.random(in: 0..<1, using: &generator) < probability else {
            return false
        }
        next = now.advanced(bySeconds: Exponential(mean: parameters.requestMean).draw(using: &generator))
        return next <= end
    }

    /// Settings that always continue must not make a phone send for ever.
    private static let longest = 100
}
