import ClientKit
import ExposurePrimitives

/// When the phone asks the authority: in slots, about an hour apart. Each slot has the same requests, whatever the
/// phone has to send. Nothing that the phone knows or that its owner does changes the times.
struct SlotPlan: Equatable, Sendable {
    /// Seconds from one slot to the next, on average.
    let mean: Int
    /// When the next slot begins; nil before the first draw.
    private(set) var next: UnixTime?
    /// What is left of the slot under way. It is only in memory: a slot ends with the app.
    private(set) var rest: Rest?

    /// The next request of a slot under way.
    struct Rest: Equatable, Sendable {
        let place: SlotPlace
        let time: UnixTime
    }

    init(mean: Int, next: UnixTime? = nil, rest: Rest? = nil) {
        (self.mean, self.next, self.rest) = (mean, next, rest)
    }

    /// When the app must be woken. A slot that takes too long ends with the next one.
    var wakeUp: UnixTime? { [rest?.time, next].compactMap(\.self).min() }

    /// Draws the next slot, and ends the one under way.
    mutating func begin(at now: UnixTime, using generator: inout some RandomNumberGenerator) {
        next = now.advanced(bySeconds: .random(in: pause, using: &generator))
        rest = nil
    }

    /// Draws the next slot if there is none, or if it is beyond a clock that was set back: that must not silence the
    /// phone.
    mutating func renew(at now: UnixTime, using generator: inout some RandomNumberGenerator) {
        if next.map({ $0 > now.advanced(bySeconds: pause.upperBound) }) ?? true {
            begin(at: now, using: &generator)
        }
    }

    /// Handles a wake-up. A late one begins one slot, however many were missed.
    ///
    /// - Returns: the place whose request leaves now; nil if it is not yet time for one.
    mutating func woken(at now: UnixTime, using generator: inout some RandomNumberGenerator) -> SlotPlace? {
        renew(at: now, using: &generator)
        if let next, next <= now {
            // The next one is drawn before anything is sent: a phone that is killed now does not begin again.
            begin(at: now, using: &generator)
            rest = Rest(place: .right, time: now)
        }
        guard let due = rest, due.time <= now else {
            return nil
        }
        let wait = Self.minWait + ExponentialWait(mean: Self.meanWait).draw(using: &generator)
        rest = due.place.next.map { Rest(place: $0, time: now.advanced(bySeconds: wait)) }
        return due.place
    }

    /// Seconds from one slot to the next.
    private var pause: ClosedRange<Int64> { Int64(mean) * 3 / 4...Int64(mean) * 5 / 4 }
    /// Seconds from one request of a slot to the next, at least. The app may write the answer about a report into its
    /// file meanwhile, which must not move the next request.
    private static let minWait: Int64 = 2
    /// Seconds beyond them, on average.
    private static let meanWait = 4
}
