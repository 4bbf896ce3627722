public import ProximityRadio

/// What can be chosen of the framework.
public struct FrameworkOptions: Hashable, Sendable {
    /// What is known of the phone model's radio.
    public var calibration: RadioCalibration
    /// What happens to the key of the day on which keys are released.
    public var todaysKey = TodaysKey.shortened
    public var limits = RateLimits()
    /// The most sightings to keep of an hour, so that somebody who floods the air cannot fill the phone. Eighty phones
    /// that are heard in every scan make as many, a sighting being one packet.
    public var sightingsPerHour = 20_000

    public init(calibration: RadioCalibration = .unknown) {
        self.calibration = calibration
    }

    /// What happens to the key in use when keys are released. Either way no key is released before its window is over.
    public enum TodaysKey: Hashable, Sendable, CaseIterable {
        /// Its window ends with the last whole interval, it is released, and the phone goes on with a new key.
        case shortened
        /// It stays in use, and is released from the next UTC day on.
        case withheld
    }

    /// How often an app may call, so that it cannot find out by many small questions what single answers hide.
    public struct RateLimits: Hashable, Sendable {
        /// Detections in a UTC day; the API's limit for the first generation on Android.
        public var detectionsPerDay = 20
        /// Releases of exposure windows, and as many of daily summaries, in a UTC day.
        public var windowQueriesPerDay = 6

        public init() {}
    }
}
