public import ExposurePrimitives

/// A reading of the calendar and of the clock since the machine's start, at one moment.
public struct ClockReading: Hashable, Sendable {
    public let time: UnixTime
    /// Seconds since the machine's start.
    public let sinceBoot: Int64
    /// The name of that start.
    public let boot: String

    public init(time: UnixTime, sinceBoot: Int64, boot: String) {
        self.time = time
        self.sinceBoot = sinceBoot
        self.boot = boot
    }

    public init(time: UnixTime, on machine: MachineTime) {
        self.init(time: time, sinceBoot: machine.sinceBoot, boot: machine.boot)
    }

    /// The seconds by which the calendar is ahead, if it was right at `earlier`; nil if the machine was started in
    /// between.
    func deviation(since earlier: ClockReading) -> Int64? {
        guard boot == earlier.boot, sinceBoot >= earlier.sinceBoot else {
            return nil
        }
        return time.seconds(since: earlier.time.advanced(bySeconds: sinceBoot - earlier.sinceBoot))
    }
}
