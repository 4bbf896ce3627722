import ClientKit
import ExposurePrimitives
import ImmuniAPI

/// The times of exposure detections, by the periods of the settings.
struct DetectionSchedule {
    /// One session each period.
    let sessions: PeriodicSchedule
    private let settings: AppSettings

    /// - Parameter lastDetection: the end of the last successful detection.
    init(lastDetection: UnixTime?, settings: AppSettings) {
        sessions = PeriodicSchedule(last: lastDetection, period: settings.exposureDetectionPeriod)
        self.settings = settings
    }

    /// Whether a detection in the background is due.
    func isDueInBackground(at now: UnixTime) -> Bool {
        sessions.hasPassed(settings.exposureDetectionPeriod, at: now)
    }

    /// Whether a detection while the app is open is due: only if the background failed for long.
    func isDueInForeground(at now: UnixTime) -> Bool {
        sessions.hasPassed(settings.maximumExposureDetectionWaitingTime, at: now)
    }
}
