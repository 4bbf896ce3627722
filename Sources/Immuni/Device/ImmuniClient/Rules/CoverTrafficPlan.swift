import ExposurePrimitives
import ImmuniAPI

/// The times of the phone's dummy uploads (Immuni, Traffic Analysis Mitigation). An observer cannot distinguish them
/// from the uploads of people who tested positive.
///
/// An iPhone sends dummies while the app is open, because people upload then. It sends them only within a window of
/// some days that opens after a random time. An Android phone sends them in the background, after a random time.
struct CoverTrafficPlan: Codable, Hashable, Sendable {
    /// The time from which the phone may send dummies: the window's start, or the background job's time.
    private(set) var opportunity: UnixTime
    /// Seconds for which the window stays open; 0 on Android.
    private(set) var windowLength: Int64
    /// The time of the draw.
    private var drawnAt: UnixTime

    /// The parameters from the settings.
    struct Parameters: Hashable, Sendable {
        var platform: SettingsRequest.Platform
        /// Means of exponential distributions, seconds.
        var opportunityMean: Int
        var startMean: Int
        var requestMean: Int
        /// Seconds.
        var windowLength: Int
        /// The probabilities that the first request is followed by a second, the second by a third, and so on; the last
        /// applies to all that follow.
        var continuing: [Double]
    }

    /// The plan of a phone that is used for the first time.
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

    /// Draws again if nobody opened an iPhone's app in the last window, or if the clock was set back behind the last
    /// draw. Exponential waiting has no memory, so a new draw changes nothing else.
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

    /// Draws the next opportunity: on iOS when a sequence begins, on Android after each job.
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

/// Dummy requests one after the other, like those of a person who validates a code and uploads. The sequence is only in
/// memory: an interrupted one has ended.
struct DummySequence: Hashable, Sendable {
    /// The next request's time.
    private(set) var next: UnixTime
    private(set) var sent = 0
    /// Nothing is sent after it.
    private let end: UnixTime

    /// A sequence that begins at once, for Android, where background jobs may take nine minutes.
    init(at now: UnixTime) {
        next = now
        end = now.advanced(bySeconds: 540)
    }

    /// A sequence that begins a random time after the app was opened, for iOS.
    init(
        afterOpeningAt now: UnixTime,
        _ parameters: CoverTrafficPlan.Parameters,
        using generator: inout some RandomNumberGenerator
    ) {
        next = now.advanced(bySeconds: Exponential(mean: parameters.startMean).draw(using: &generator))
        end = UnixTime(.max)
    }

    /// Records a sent request; draws whether another follows, and when.
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

    /// A limit, so settings that always continue do not make a phone send forever.
    private static let longest = 100
}
