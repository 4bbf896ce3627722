import ExposurePrimitives

/// The owner's consent to share keys. It covers further releases for 24 hours, so that the key of the test's day can
/// follow by itself.
struct KeyConsent: Hashable {
    private(set) var givenAt: UnixTime?

    init(givenAt: UnixTime? = nil) {
        self.givenAt = givenAt
    }

    /// Whether the owner agreed within the 24 hours before `now`. What was given in the future, before the clock was set
    /// back, covers nothing.
    func covers(_ now: UnixTime) -> Bool {
        givenAt.map { (0..<Self.seconds).contains(now.seconds(since: $0)) } ?? false
    }

    /// Forgets what is 24 hours old: when somebody shared their keys tells when they were ill.
    mutating func forgetExpired(at now: UnixTime) {
        if let givenAt, now.seconds(since: givenAt) >= Self.seconds {
            self.givenAt = nil
        }
    }

    private static let seconds = UnixTime.secondsPerDay
}
