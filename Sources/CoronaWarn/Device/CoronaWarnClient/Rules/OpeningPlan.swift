import ExposurePrimitives

/// The times at which sequences of requests begin while the app is open, and once more after it.
///
/// They follow from the moments at which the app is opened and left, and from how long sequences take. They depend on
/// nothing that the person does in the app, so a scan, a result and an upload move none of them.
package struct OpeningPlan: Equatable, Sendable {
    private var openedAt: UnixTime
    private var isOpen = true
    /// When the last sequence of the plan began.
    private var last: UnixTime?
    /// When the next one begins, or later if another one is under way; nil once the plan is over.
    private(set) var next: UnixTime?

    /// The app is opened.
    ///
    /// - Parameter before: the plan of the opening before. An opening right after a closing goes on with its pause, so
    ///   no two sequences begin closer to each other than in one opening.
    init(openedAt now: UnixTime, after before: OpeningPlan?) {
        openedAt = now
        last = before?.last.flatMap { $0 <= now ? $0 : nil }
        next = last.map { max(now, $0.advanced(bySeconds: Self.shortPause)) } ?? now
    }

    /// Whether a sequence may begin. If its time is further ahead than any pause, the clock was set back.
    func isDue(at now: UnixTime) -> Bool {
        next.map { $0 <= now || $0.seconds(since: now) > Self.longPause } ?? false
    }

    /// A sequence begins. After the app was left, it is the last.
    mutating func begin(at now: UnixTime) {
        openedAt = min(openedAt, now)
        last = now
        let isShort = now.seconds(since: openedAt) < Self.timeOfShortPauses
        next = isOpen ? now.advanced(bySeconds: isShort ? Self.shortPause : Self.longPause) : nil
    }

    /// The app is left. One more sequence begins, at its time or after a short pause: a system gives an app that was
    /// left some seconds, and not a minute.
    mutating func leave(at now: UnixTime) {
        isOpen = false
        next = next.map { min($0, now.advanced(bySeconds: Self.shortPause)) }
    }

    /// Whether the app is open, or its last sequence has not begun yet.
    var isUnderWay: Bool { next != nil }

    /// The number of sequences of an opening, with the one after it, if each ends before the next one begins.
    package static func sequences(inOpeningOf seconds: Int64) -> Int {
        let (start, end) = (UnixTime(0), UnixTime(max(seconds, 1)))
        var (plan, count) = (OpeningPlan(openedAt: start, after: nil), 1)
        while let next = plan.next, next < end {
            plan.begin(at: next)
            count += 1
        }
        return count
    }

    /// Seconds from the beginning of a sequence to that of the next, in the first minutes of an opening and after them.
    package static let shortPause: Int64 = 8
    static let longPause: Int64 = 60
    /// Seconds of an opening in which the pauses are short.
    static let timeOfShortPauses: Int64 = 300
}
