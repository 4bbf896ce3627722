import ExposurePrimitives
import ImmuniAPI

/// The times of exposure detections.
struct DetectionSchedule {
    /// The end of the last successful detection.
    let lastDetection: UnixTime?
    let settings: AppSettings

    /// Whether a detection in the background is due, by the period of the settings. A clock that was set back causes no
    /// delay.
    func isDueInBackground(at now: UnixTime) -> Bool {
        hasPassed(settings.exposureDetectionPeriod, at: now)
    }

    /// Whether a detection while the app is open is due: only if the background failed for long.
    func isDueInForeground(at now: UnixTime) -> Bool {
        hasPassed(settings.maximumExposureDetectionWaitingTime, at: now)
    }

    /// The time of the next background session, after one that ends now or fails.
    func next(after now: UnixTime) -> UnixTime {
        let next = latest(after: now)
        guard let lastDetection, lastDetection <= now else {
            return next
        }
        let due = lastDetection.advanced(bySeconds: period)
        return due > now ? due : next
    }

    /// The latest time of the next session.
    func latest(after now: UnixTime) -> UnixTime {
        now.advanced(bySeconds: period)
    }

    /// The time of the next session when the app starts: soon if one was missed or interrupted. A minute lies in
    /// between, so an app that crashes in it does not restart over and over.
    func next(launchingAt now: UnixTime) -> UnixTime {
        let soon = now.advanced(bySeconds: 60)
        guard let lastDetection, lastDetection <= now else {
            return soon
        }
        return max(lastDetection.advanced(bySeconds: period), soon)
    }

    private var period: Int64 { Int64(max(settings.exposureDetectionPeriod, Self.shortestPeriod)) }

    private func hasPassed(_ seconds: Int, at now: UnixTime) -> Bool {
        guard let lastDetection, lastDetection <= now else {
            return true
        }
        return now.seconds(since: lastDetection) >= Int64(seconds)
    }

    /// Seconds. With a lower limit, a setting of zero does not make the phone run all day.
    private static let shortestPeriod = 900
}
