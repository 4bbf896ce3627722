package import ExposurePrimitives

/// Work that is repeated at whole multiples of a period since 1970-01-01T00:00:00Z. Every 4 h means 0:00, 4:00, …
///
/// One job never overlaps itself. A run that takes longer than the period skips the moments that have passed.
package struct PeriodicJob: Sendable {
    /// Short, lower case; a label of the metrics.
    package let name: String
    /// Whole seconds, at least one.
    package let period: Duration
    /// Whether it also runs once when the host starts.
    package let runsAtStart: Bool
    /// The time between two looks at the calendar. A clock that was set is noticed after it.
    package let lookPeriod: Duration
    /// The processes that run it.
    package let place: Place
    /// Called when another process does the work, instead of a run.
    package let whenElsewhere: @Sendable () -> Void
    package let run: @Sendable () async throws -> Void

    package init(
        name: String,
        every period: Duration,
        runAtStart: Bool = false,
        lookingEvery lookPeriod: Duration = .seconds(60),
        in place: Place = .oneProcess,
        whenElsewhere: @escaping @Sendable () -> Void = {},
        run: @escaping @Sendable () async throws -> Void
    ) {
        self.name = name
        self.period = max(period, .seconds(1))
        runsAtStart = runAtStart
        self.lookPeriod = lookPeriod
        self.place = place
        self.whenElsewhere = whenElsewhere
        self.run = run
    }

    package enum Place: Sendable {
        /// Work on what processes share. If they share leases, one process does it; the others would do it in vain.
        case oneProcess
        /// Work on what each process has in its memory.
        case everyProcess
    }

    /// The first multiple of the period after `moment`.
    package func nextRun(after moment: UnixTime) -> UnixTime {
        let seconds = period.components.seconds
        let past = moment.seconds % seconds
        return moment.advanced(bySeconds: past < 0 ? -past : seconds - past)
    }
}
