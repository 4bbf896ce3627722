public import ExposurePrimitives

/// What a machine knows of the time besides its calendar.
public protocol MachineClock: Sendable {
    func time() -> MachineTime
}

/// The machine's other clock, and what its kernel says of the calendar.
public struct MachineTime: Hashable, Sendable {
    /// Seconds since the machine started, its sleep included. Nobody can set this clock.
    public let sinceBoot: Int64
    /// Names the start from which `sinceBoot` counts: only readings with the same name can be compared.
    public let boot: String
    /// Nil where the kernel does not say, for example because it may not be asked.
    public let kernel: KernelTime?

    public init(sinceBoot: Int64, boot: String, kernel: KernelTime?) {
        self.sinceBoot = sinceBoot
        self.boot = boot
        self.kernel = kernel
    }
}

/// The kernel's own calendar time, and whether a time service keeps it right.
public struct KernelTime: Hashable, Sendable {
    public let time: UnixTime
    public let isSynchronised: Bool

    public init(time: UnixTime, isSynchronised: Bool) {
        self.time = time
        self.isSynchronised = isSynchronised
    }

    /// What the kernel says about `now`.
    public func statement(about now: UnixTime) -> KernelStatement {
        guard abs(now.seconds(since: time)) <= Self.agreement else {
            return .anotherTime
        }
        return isSynchronised ? .synchronised : .unsynchronised
    }

    /// Seconds between two readings that were made one after the other: the second may have turned, and a thread waits.
    public static let agreement: Int64 = 2
}

/// What a kernel says about the time that a process is shown.
public enum KernelStatement: String, Hashable, Sendable {
    /// A time service keeps it right.
    case synchronised
    /// Nobody keeps it right.
    case unsynchronised
    /// It is not the kernel's: whatever the kernel says is about something else and counts for nothing.
    case anotherTime = "another-time"
    /// Nothing.
    case unknown
}
