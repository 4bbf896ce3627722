public import ExposurePrimitives

/// A machine's sources of time besides its calendar.
public protocol MachineClock: Sendable {
    /// - Parameter askingKernel: false for readings by the thousand, which need no statement of the kernel: asking
    ///   costs a call of the system.
    func time(askingKernel: Bool) -> MachineTime
}

/// The machine's other clock, and the kernel's statement about the calendar.
public struct MachineTime: Hashable, Sendable {
    /// Seconds since the machine started, its sleep included. Nobody can set this clock.
    public let sinceBoot: Int64
    /// The name of the start from which `sinceBoot` counts. Only readings with the same name can be compared.
    public let boot: String
    /// The kernel's time; nil if it was not asked or does not state it, for example because it may not be asked.
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

    /// The kernel's statement about `now`.
    public func statement(about now: UnixTime) -> KernelStatement {
        guard abs(now.seconds(since: time)) <= Self.agreement else {
            return .anotherTime
        }
        return isSynchronised ? .synchronised : .unsynchronised
    }

    /// The seconds that two readings may differ, if one is made right after the other: the second may have changed in
    /// between, and a thread may wait.
    public static let agreement: Int64 = 2
}

/// A kernel's statement about the time that a process sees.
public enum KernelStatement: String, Hashable, Sendable {
    /// A time service keeps the time right.
    case synchronised
    /// No time service keeps the time right.
    case unsynchronised
    /// The time is not the kernel's. The kernel's statement is about another time and does not count.
    case anotherTime = "another-time"
    /// The kernel makes no statement.
    case unknown
}
