import ExposurePrimitives
import ImmuniAPI

/// The authority's clock: the creation times of signed settings or, if the app has no key for messages, the dates of
/// the answers. The phone's own clock can be set by its owner.
struct ServerTime: Codable, Hashable, Sendable {
    let first: UnixTime
    let last: UnixTime

    init(_ time: UnixTime) {
        self.init(first: time, last: time)
    }

    private init(first: UnixTime, last: UnixTime) {
        self.first = first
        self.last = last
    }

    /// The server's time after settings of `time`. A cache may answer with a time older than the last. A time older
    /// than the first shows that the authority's clock was ahead then, so the first day begins again.
    func advanced(to time: UnixTime) -> ServerTime {
        time < first ? ServerTime(time) : ServerTime(first: first, last: max(last, time))
    }

    /// Whether the first day since the installation is over. Settings may have been signed an hour before they were
    /// fetched, and kept by caches for another.
    var isFirstDayOver: Bool {
        last.seconds(since: first) >= UnixTime.secondsPerDay + 2 * SignedDocument.settings.maxAge
    }
}
