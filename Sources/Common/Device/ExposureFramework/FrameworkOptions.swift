public import ProximityRadio

/// The options of the framework.
public struct FrameworkOptions: Hashable, Sendable {
    /// The calibration of the phone model's radio.
    public var calibration: RadioCalibration
    /// The treatment of the current day's key when keys are released.
    public var todaysKey = TodaysKey.shortened
    public var limits = RateLimits()
    /// The maximum number of sightings of an hour, so that somebody who floods the air cannot fill the phone.
    ///
    /// Eighty phones that are heard in every scan make that many; each packet is a sighting.
    public var sightingsPerHour = 20_000
    /// When identifier and address change. With ``/ProximityRadio/RotationSchedule/quarterHours``, a phone that
    /// releases the key in use is silent until the next quarter of an hour.
    public var rotation = RotationSchedule.irregular

    public init(calibration: RadioCalibration = .unknown) {
        self.calibration = calibration
    }

    /// The treatment of the key in use when keys are released. In either case no key is released before its window is
    /// over.
    public enum TodaysKey: Hashable, Sendable, CaseIterable {
        /// The window ends with the last whole interval, the key is released, and the phone continues with a new key.
        case shortened
        /// The key stays in use, and is released from the next UTC day on.
        case withheld
    }

    /// The limits on an app's calls. Without them it could use many small questions to find out what single answers
    /// hide.
    public struct RateLimits: Hashable, Sendable {
        /// The limit of detections in a UTC day; the API's limit for the first generation on Android.
        public var detectionsPerDay = 20
        /// The limit of releases of exposure windows in a UTC day, and the same limit for daily summaries.
        public var windowQueriesPerDay = 6

        public init() {}
    }
}
