public import ExposurePrimitives
public import Persistence

/// Stores one database's memory of the time. The processes of one machine share an entry, and all machines share the
/// mark.
///
/// A machine is known by the name of its start (`ClockReading.boot`): readings of two starts cannot be compared anyway.
public protocol TimeTrustStore: Sendable {
    /// What is stored for a machine. A machine without an entry has the mark alone. Nil if nothing was stored yet.
    func trust(of boot: String) async throws(StoreError) -> TimeTrust?

    /// The entries of all machines. There are few: when a new one comes, those go that were stored longest ago.
    func machines() async throws(StoreError) -> [MachineTrust]

    /// The latest moment in the content; nil if there is none that time could destroy or release.
    ///
    /// This is slow in a large database. It is only called if nothing was stored yet.
    func latestEvidence() async throws(StoreError) -> UnixTime?

    /// Changes what is stored for a machine, in one transaction that is durable on return.
    func changeTrust<Outcome: Sendable>(
        of boot: String,
        _ change: @escaping @Sendable (inout TimeTrust?) -> Outcome
    ) async throws(StoreError) -> Outcome

    /// Stores a reading that a person confirms, also for programs of versions that know no machines.
    func confirm(_ reading: ClockReading) async throws(StoreError)
}

/// What a database remembers of one machine.
public struct MachineTrust: Hashable, Sendable {
    /// The name of the machine's start.
    public let boot: String
    public let trust: TimeTrust

    public init(boot: String, trust: TimeTrust) {
        self.boot = boot
        self.trust = trust
    }

    /// What people see: the first eight characters.
    public var name: String { Self.name(of: boot) }

    public static func name(of boot: String) -> String { String(boot.prefix(8)) }

    /// The hold at the moment when it began; nil if the machine was trusted at last.
    public func hold(grace: Int64) -> ClockHold? {
        trust.hold.map { trust.heldState(at: $0.reading, grace: grace) }
    }

    /// How many entries a database has at most. No clock decides which of them stay: it may be wrong.
    public static let maxCount = 256
}
