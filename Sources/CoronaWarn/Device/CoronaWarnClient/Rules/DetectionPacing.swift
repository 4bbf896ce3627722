import ClientKit
import ExposureFramework
import ExposurePrimitives

/// When the framework may be called with the gathered packages.
///
/// The framework counts calls. A refused call postpones the next one; what was gathered stays gathered.
struct DetectionPacing: Codable, Hashable, Sendable {
    /// The last call that the framework took.
    private(set) var lastCall: UnixTime?
    private var postponedTo: UnixTime?
    private var refusals = 0
    /// Whether packages were handed over, but the exposures were not read or not assessed yet.
    private(set) var owesAssessment = false

    init() {}

    /// The earliest time of the next call.
    ///
    /// - Parameter maxPerDay: the configuration's number of detections in 24 hours.
    func next(after now: UnixTime, maxPerDay: Int) -> UnixTime {
        let pause = UnixTime.secondsPerDay / Int64(max(maxPerDay, 1))
        let paced = lastCall.map { $0.advanced(bySeconds: pause) } ?? now
        let next = max(paced, postponedTo ?? now)
        // Nothing is postponed by more than a day, unless the clock was set back since.
        return next.seconds(since: now) > UnixTime.secondsPerDay + Self.backOff.longest ? now : max(next, now)
    }

    func permits(at now: UnixTime, maxPerDay: Int) -> Bool {
        next(after: now, maxPerDay: maxPerDay) <= now
    }

    /// Records what a check brought.
    mutating func record(_ outcome: CheckOutcome, at now: UnixTime, using generator: inout some RandomNumberGenerator) {
        if !outcome.handedOver.isEmpty {
            handedOver(at: now)
        }
        switch outcome.failure {
        case nil: assessed(at: now)
        case .rateLimited, .temporarilyDisabled, .diskIO, .incompleteExports: refused(at: now, using: &generator)
        // Once the owner switches on what is missing, the next check follows at once.
        case .alreadyStarted, .notSupported, .rejectedOptIn, .serviceDisabled, .bluetoothDisabled, .unauthorised: break
        }
    }

    /// Has the next check read all exposures again: the parameters changed.
    mutating func owe() {
        owesAssessment = true
    }

    /// The framework has the keys now, whatever happens next.
    private mutating func handedOver(at now: UnixTime) {
        (lastCall, owesAssessment) = (now, true)
    }

    /// A check without anything new makes no call, so it delays none.
    private mutating func assessed(at now: UnixTime) {
        lastCall = owesAssessment ? now : lastCall
        (postponedTo, refusals, owesAssessment) = (nil, 0, false)
    }

    /// Records a refused call. Pauses grow from half an hour to six hours: the limits are those of a UTC day.
    private mutating func refused(at now: UnixTime, using generator: inout some RandomNumberGenerator) {
        refusals += 1
        postponedTo = now.advanced(bySeconds: Self.backOff.draw(afterFailures: refusals, using: &generator))
    }

    private static let backOff = RetryDelay(first: 1800, longest: 21_600)
}
