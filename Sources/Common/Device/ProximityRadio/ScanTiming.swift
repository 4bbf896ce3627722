/// The times at which a phone listens: short scans, at unpredictable moments. The values in use are the defaults.
public struct ScanTiming: Hashable, Sendable {
    /// The seconds of a scan.
    public var duration: Int64 = 4
    /// The additional seconds of a scan while Bluetooth serves something else, such as a call.
    public var extraDuration: Int64 = 13
    /// The maximum seconds from the start of one scan to the start of the next.
    public var interval: Int64 = 300
    /// The maximum seconds by which the interval is shortened at random, so that two phones do not always miss each
    /// other.
    public var jitter: Int64 = 89
    /// The shortest interval in seconds, whatever shortens it.
    public var shortestInterval: Int64 = 60
    /// The share of scans, 0…1, that do not happen because the phone sleeps deeply.
    ///
    /// Two intervals in a row are at most the ten minutes over which the framework joins scans to one exposure.
    public var missedShare = 0.0

    public init() {}

    /// The phone's other activity while it scans.
    public struct PhoneUse: Hashable, Sendable {
        public var screenIsOn = false
        /// Whether Bluetooth serves a headset, a car or the like.
        public var bluetoothIsBusy = false

        public init() {}
    }

    /// The seconds of a scan.
    public func duration(during use: PhoneUse) -> Int64 {
        duration + (use.bluetoothIsBusy ? extraDuration : 0)
    }

    /// The seconds from the start of a scan to the start of the next: four fifths with the screen on, three fifths
    /// during other Bluetooth traffic.
    public func nextInterval(during use: PhoneUse, using generator: inout some RandomNumberGenerator) -> Int64 {
        var seconds = interval - Int64.random(in: 0...max(jitter, 0), using: &generator)
        if use.screenIsOn {
            seconds = seconds * 8 / 10
        }
        if use.bluetoothIsBusy {
            seconds = seconds * 6 / 10
        }
        return max(seconds, shortestInterval)
    }
}
