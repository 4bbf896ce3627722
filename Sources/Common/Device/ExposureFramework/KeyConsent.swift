import ExposurePrimitives

/// The owner's consent to share keys.
///
/// It covers further releases for 24 hours, so that the key of the test's day can follow without another question.
struct KeyConsent: Hashable {
    private(set) var givenAt: UnixTime?

    init(givenAt: UnixTime? = nil) {
        self.givenAt = givenAt
    }

    /// Whether the owner agreed within the 24 hours before `now`.
    ///
    /// A consent in the future, given before the clock was set back, covers nothing.
    func covers(_ now: UnixTime) -> Bool {
        givenAt.map { (0..<Self.seconds).contains(now.seconds(since: $0)) } ?? false
    }

    /// Deletes a consent that is 24 hours old, because its time shows when the owner was ill.
    mutating func forgetExpired(at now: UnixTime) {
        if let givenAt, now.seconds(since: givenAt) >= Self.seconds {
            self.givenAt = nil
        }
    }

    private static let seconds = UnixTime.secondsPerDay
}
