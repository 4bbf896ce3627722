package import ClockPorts
package import ExposurePrimitives
package import Persistence
import Synchronization

/// The trusted clock of one database on this machine (docs/clock.md). It trusts the calendar while the database's last
/// trusted moment and the machine's uptime explain it. It holds any other time until a person confirms it. Other
/// machines of the database judge their own clocks.
package final class ClockGuard: TrustedClock {
    /// The name of the database, for logs and metrics.
    package let name: String
    private let store: any TimeTrustStore
    private let clock: any WallClock
    private let machine: any MachineClock
    private let grace: Int64
    private let latest = Mutex<Judgement?>(nil)

    /// - Parameter grace: how long an unexplained time is held.
    package init(
        name: String,
        store: any TimeTrustStore,
        clock: any WallClock,
        machine: any MachineClock,
        grace: Duration
    ) {
        self.name = name
        self.store = store
        self.clock = clock
        self.machine = machine
        self.grace = grace.components.seconds
    }

    /// The outcome of one check of all clocks.
    package struct Judgement: Sendable {
        package let reading: ClockReading
        package let kernel: KernelStatement
        package let trust: TimeTrust
        package let verdict: TimeTrust.Verdict

        fileprivate init(
            _ reading: ClockReading,
            _ kernel: KernelTime?,
            grace: Int64,
            evidence: UnixTime?,
            _ trust: inout TimeTrust?
        ) {
            self.reading = reading
            self.kernel = kernel?.statement(about: reading.time) ?? .unknown
            verdict = TimeTrust.judge(&trust, reading, kernel: kernel, grace: grace, evidence: evidence)
            self.trust = trust ?? TimeTrust(confirming: reading)
        }

        /// Nil if the clock is trusted.
        package var hold: ClockHold? {
            if case .held(let hold) = verdict { hold } else { nil }
        }
    }

    /// Judges the present time, and stores the facts that must outlive the process.
    @discardableResult
    package func check() async throws(StoreError) -> Judgement {
        let (reading, kernel) = read()
        let known = try await store.trust(of: reading.boot)
        let evidence = known == nil ? try await store.latestEvidence() : nil
        let judge: @Sendable (inout TimeTrust?) -> Judgement = { [grace] trust in
            Judgement(reading, kernel, grace: grace, evidence: evidence, &trust)
        }
        var trust = known
        // This process knows the judgement even if it cannot be written.
        var judgement = remember(judge(&trust))
        if judgement.trust.needsWriting(over: known) {
            // Judged again in the transaction, because another process may have been faster.
            judgement = remember(try await store.changeTrust(of: reading.boot, judge))
        }
        return judgement
    }

    /// Judges the present time and changes nothing in the database.
    package func judgement() async throws(StoreError) -> Judgement {
        let (reading, kernel) = read()
        var trust = try await store.trust(of: reading.boot)
        let evidence = trust == nil ? try await store.latestEvidence() : nil
        return remember(Judgement(reading, kernel, grace: grace, evidence: evidence, &trust))
    }

    private func remember(_ judgement: Judgement) -> Judgement {
        latest.withLock { $0 = judgement }
        return judgement
    }

    /// Trusts the present time of this machine, because a person says that it is right.
    package func confirm() async throws(StoreError) -> ClockReading {
        let (reading, _) = read()
        try await store.confirm(reading)
        try await check()
        return reading
    }

    /// Trusts the clock of another machine that is held, because a person says that it is right.
    ///
    /// - Returns: what that clock showed when the hold began; nil if the machine is not held.
    package func confirmHold(of boot: String) async throws(StoreError) -> UnixTime? {
        try await store.changeTrust(of: boot) { trust in trust?.confirmHold() }
    }

    /// What the database remembers of machines other than this one.
    package func otherMachines() async throws(StoreError) -> [MachineTrust] {
        let own = readWithoutKernel().boot
        return try await store.machines().filter { $0.boot != own }
    }

    private func read() -> (reading: ClockReading, kernel: KernelTime?) {
        let time = machine.time(askingKernel: true)
        return (ClockReading(time: clock.now(), on: time), time.kernel)
    }

    /// A reading for each request of a phone.
    private func readWithoutKernel() -> ClockReading {
        ClockReading(time: clock.now(), on: machine.time(askingKernel: false))
    }
}

// MARK: - The trusted clock

extension ClockGuard {
    package func trustedNow() async throws -> UnixTime {
        let judgement = try await check()
        if let hold = judgement.hold {
            throw hold
        }
        return judgement.reading.time
    }

    package func latestTrusted() -> UnixTime {
        let reading = readWithoutKernel()
        guard let latest = latest.withLock({ $0 }) else {
            return reading.time
        }
        // Another machine's mark may be ahead, and its clock wrong.
        return Self.continues(latest, reading) ? max(reading.time, latest.trust.ownMark) : latest.trust.mark
    }

    package var isTrusted: Bool { currentHold == nil }

    /// The reason why the clock is not trusted now, as far as this process knows without the database; nil while it is
    /// trusted.
    package var currentHold: ClockHold? {
        guard let latest = latest.withLock({ $0 }) else {
            return nil
        }
        if let hold = latest.hold {
            return hold
        }
        let reading = readWithoutKernel()
        guard !Self.continues(latest, reading) else {
            return nil
        }
        // A jump since the last check.
        var trust: TimeTrust? = latest.trust
        let verdict = TimeTrust.judge(&trust, reading, kernel: nil, grace: grace, evidence: nil)
        return if case .held(let hold) = verdict { hold } else { nil }
    }

    /// Whether a reading follows from a judgement that trusted the clock.
    private static func continues(_ judgement: Judgement, _ reading: ClockReading) -> Bool {
        judgement.hold == nil && TimeTrust(confirming: judgement.reading).explains(reading)
    }
}
