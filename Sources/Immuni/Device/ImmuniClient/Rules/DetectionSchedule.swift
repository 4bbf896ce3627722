import ExposurePrimitives
import ImmuniAPI

/// When the phone looks for exposures.
struct DetectionSchedule {
    /// The end of the last detection that got through.
    let lastDetection: UnixTime?
    let settings: AppSettings

    /// In the background as often as the settings say; a clock that was set back delays nothing.
    func isDueInBackground(at now: UnixTime) -> Bool {
        hasPassed(settings.exposureDetectionPeriod, at: now)
    }

    /// While the app is open only where the background failed for long.
    func isDueInForeground(at now: UnixTime) -> Bool {
        hasPassed(settings.maximumExposureDetectionWaitingTime, at: now)
    }

    /// When the next background session shall be, after one that ends now or fails.
    func next(after now: UnixTime) -> UnixTime {
        let next = latest(after: now)
        guard let lastDetection, lastDetection <= now else {
            return next
        }
        let due = lastDetection.advanced(bySeconds: period)
        return due > now ? due : next
    }

    /// When the next one is at the latest.
    func latest(after now: UnixTime) -> UnixTime {
        now.advanced(bySeconds: period)
    }

    /// When the next one shall be as the app starts: soon, where one was missed or cut short. A minute lies in between, so
    /// that an app that fails in it does not start over and over.
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

    /// A setting of zero must not make the phone run all day: seconds.
    private static let shortestPeriod = 900
}
