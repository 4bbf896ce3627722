package import AnalyticsStores
package import ClockPorts
package import DeviceAttestation
package import ExposurePrimitives
import ImmuniAPI
package import Logging
package import Persistence
package import ServiceKit
import Synchronization

/// Runs the jobs that authorise analytics tokens, many at once, and continues those that an earlier process left.
///
/// Unproven jobs have separate places, so made-up device tokens delay nobody else. Once Apple has confirmed a device,
/// its job is kept as proven and continues among the proven jobs.
///
/// Stopping the runner stops each job at its current step. This is as safe as a crash, and the same recovery follows.
package final class AuthorisationRunner: Sendable {
    private struct State {
        var generator: any RandomNumberGenerator & Sendable
        /// The proven jobs under way.
        var active: Set<TokenIdentifier> = []
        /// The jobs whose first call to Apple is under way.
        var asked: Set<TokenIdentifier> = []
        /// The job in the last interval, if this process knows it; the store decides.
        var leaseHolder: TokenIdentifier?
        /// The start times of the second reads whose writes of bit 0 are under way.
        var marks: [TokenIdentifier: Duration] = [:]
        /// The number of calls that Apple answered, for all jobs.
        var answers = 0
        /// The unproven jobs for which a call to Apple failed, with the value of `answers` at that time.
        var stumbled: [TokenIdentifier: Int] = [:]
        /// How many times in a row Apple answered nobody while a first call was made.
        var outages = 0
        /// The time from which first calls are made again, after an outage or a month's end.
        var asksFrom = Duration.zero
        var opensAt = Duration.zero
        /// The time of the last report about jobs that made room for others, and their number then.
        var toldDisplaced: (at: Duration, count: Int)?
    }

    private let store: any AuthorisationStore
    private let deviceCheck: (any DeviceCheck)?
    private let timing: AuthorisationTiming
    private let clock: any WallClock
    private let trusted: any TrustedClock
    private let monotonicClock: any MonotonicClock
    private let lookPeriod: Duration
    private let limits: AuthorisationLimits
    private let steps: any StepObserver
    private let logger: Logger
    private let state: Mutex<State>

    /// The maximum number of proven jobs under way. Each has at most one call at Apple.
    package static let maxActiveCount = 1000
    /// The maximum number of other jobs that call Apple at the same time, and that are begun in one look period:
    /// made-up tokens cost Apple no more calls than that.
    package static let maxAskedCount = 250
    /// The number of jobs read at once.
    private static let pageSize = 250
    /// The pause before a job that the database delayed is tried again.
    private static let storePause = Duration.seconds(5)

    /// The time between two log lines about jobs that made room for others.
    private static let displacedPeriod = Duration.seconds(60)

    /// - Parameters:
    ///   - limits: how many jobs the store may keep.
    ///   - deviceCheck: nil if App Attest alone decides; then every job's token is authorised.
    ///   - trusted: while it is held, every job stays at its step, as after a crash: a wrong clock would end jobs and
    ///     confuse months.
    ///   - lookPeriod: the time between two checks for new jobs, and between two attempts to become the process that
    ///     runs them.
    package init(
        store: any AuthorisationStore,
        limits: AuthorisationLimits,
        deviceCheck: (any DeviceCheck)?,
        timing: AuthorisationTiming,
        clock: any WallClock,
        trusted: any TrustedClock,
        monotonicClock: any MonotonicClock,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        lookPeriod: Duration = .seconds(1),
        steps: any StepObserver = NoStepObserver(),
        logger: Logger
    ) {
        self.store = store
        self.limits = limits
        self.deviceCheck = deviceCheck
        self.timing = timing
        self.clock = clock
        self.trusted = trusted
        self.monotonicClock = monotonicClock
        self.lookPeriod = lookPeriod
        self.steps = steps
        self.logger = logger
        state = Mutex(State(generator: generator))
    }

    /// Works until its task is cancelled. While another process runs the jobs, it waits for that process to end. While
    /// the clock is held, it leaves the jobs to a process of another machine, whose clock may be trusted.
    package func run() async {
        while let lease = await lease() {
            await runJobs()
            withExtendedLifetime(lease) {}
        }
    }

    /// Works until the task is cancelled or the clock is held.
    private func runJobs() async {
        await withDiscardingTaskGroup { group in
            var last: TokenIdentifier?
            while !Task.isCancelled, trusted.isTrusted {
                await ask(in: &group)
                last = await begin(after: last, in: &group)
                await tellDisplaced()
                try? await pause(lookPeriod)
            }
            group.cancelAll()
        }
    }

    /// The number of jobs under way.
    package var activeCount: Int { state.withLock { $0.active.count + $0.asked.count } }

    private func lease() async -> (any Lease)? {
        while !Task.isCancelled {
            do {
                if trusted.isTrusted, let lease = try await store.takeLease() {
                    return lease
                }
            } catch {
                recordFailure(error)
            }
            try? await pause(lookPeriod)
        }
        return nil
    }

    /// Begins unproven jobs, the newest first: their device tokens are fresh, and a flood fills the queue behind them.
    private func ask(in group: inout DiscardingTaskGroup) async {
        let now = monotonicClock.elapsed()
        let free = state.withLock { state in
            now < max(state.asksFrom, state.opensAt) ? 0 : Self.maxAskedCount - state.asked.count
        }
        guard free > 0, trusted.isTrusted else {
            return
        }
        let newest: [AuthorisationJob]
        do {
            newest = try await store.unproven(limit: Self.maxAskedCount)
        } catch {
            return recordFailure(error)
        }
        let known = state.withLock { $0.asked.union($0.active) }
        for job in newest.filter({ !known.contains($0.token) }).prefix(free) {
            state.withLock { _ = $0.asked.insert(job.token) }
            group.addTask {
                await self.work(on: job)
                self.state.withLock { _ = $0.asked.remove(job.token) }
            }
        }
    }

    /// Begins proven jobs that are not under way, as many as allowed; returns the token after which to continue.
    private func begin(after token: TokenIdentifier?, in group: inout DiscardingTaskGroup) async -> TokenIdentifier? {
        var last = token
        while trusted.isTrusted, state.withLock({ $0.active.count }) < Self.maxActiveCount {
            let page: [AuthorisationJob]
            do {
                page = try await store.proven(after: last, limit: Self.pageSize)
            } catch {
                recordFailure(error)
                return last
            }
            for job in page where take(job.token) {
                group.addTask {
                    await self.work(on: job)
                    self.state.withLock { _ = $0.active.remove(job.token) }
                }
            }
            guard page.count == Self.pageSize else {
                return nil
            }
            last = page.last?.token
        }
        return last
    }

    /// Whether the job was not under way. It is from then on.
    private func take(_ token: TokenIdentifier) -> Bool {
        state.withLock { state in !state.asked.contains(token) && state.active.insert(token).inserted }
    }

    /// Tells the operator that jobs are displaced: by a flood of invented tokens, or by more phones than expected.
    private func tellDisplaced() async {
        let now = monotonicClock.elapsed()
        let last = state.withLock { $0.toldDisplaced }
        if let last, now - last.at < Self.displacedPeriod {
            return
        }
        guard let count = try? await store.displacedCount() else {
            return
        }
        state.withLock { $0.toldDisplaced = (now, count) }
        if let last, count > last.count {
            logger.record(AuthorisationEvent.displaced(count - last.count))
        }
    }

    private func recordFailure(_ error: StoreError) {
        let cause = FailureCause(error)
        if !cause.isCancellation {
            logger.record(AuthorisationEvent.storeFailed(cause))
        }
    }

    private func pause(_ duration: Duration) async throws {
        try await monotonicClock.sleep(until: monotonicClock.elapsed() + duration)
    }

    private var moment: AuthorisationMachine.Moment {
        .init(time: clock.now(), elapsed: monotonicClock.elapsed())
    }
}

// MARK: - One job

extension AuthorisationRunner {
    private func work(on job: AuthorisationJob) async {
        defer {
            state.withLock { state in
                state.marks[job.token] = nil
                if state.leaseHolder == job.token {
                    state.leaseHolder = nil
                }
            }
        }
        do {
            guard let deviceCheck else {
                return try await authoriseWithoutAsking(job)
            }
            try await authorise(job, asking: deviceCheck)
        } catch let error as StoreError {
            recordFailure(error)
            try? await pause(Self.storePause)
        } catch {
            // The task was cancelled.
        }
    }

    /// Authorises the token of a job without a device token, which App Attest has proven. A job with a device token is
    /// from earlier settings and has proven nothing yet, so it is dropped.
    private func authoriseWithoutAsking(_ job: AuthorisationJob) async throws(StoreError) {
        guard job.deviceToken == .none else {
            _ = try await store.drop(job)
            return
        }
        var next = job
        next.step = .marked
        next.month = CalendarMonth(of: clock.now().utcDay)
        if try await store.advance(job, to: next) == .advanced {
            _ = try await store.finish(next)
        }
    }

    private func authorise(_ job: AuthorisationJob, asking deviceCheck: any DeviceCheck) async throws {
        var (job, machine) = (job, AuthorisationMachine(job, timing: timing, readTime: readTime()))
        state.withLock { state in
            if job.step.holdsLease {
                state.leaseHolder = job.token
            }
        }
        var event = AuthorisationMachine.Event.began
        var answersAtFailure: Int?
        let answersAtStart = state.withLock { $0.answers }
        while trusted.isTrusted {
            let action = machine.next(event, at: moment)
            state.withLock { $0.marks[job.token] = machine.markInFlightSince }
            if machine.isDisturbed, !job.isDisturbed {
                try await disturb(&job)
            }
            if case .postpone(let time) = action {
                return try await postpone(job, for: time, answersAtStart: answersAtStart)
            }
            guard let answer = try await perform(action, of: &job, machine, asking: deviceCheck) else {
                return
            }
            try Task.checkCancellation()
            if isHopeless(job, after: answer, &answersAtFailure) {
                _ = try await store.drop(job)
                return
            }
            event = answer
        }
    }

    /// Whether Apple failed a job that has written nothing twice, and answered others in between. Otherwise a thousand
    /// device tokens that make Apple's server fail would delay everybody else for a day.
    private func isHopeless(
        _ job: AuthorisationJob,
        after event: AuthorisationMachine.Event,
        _ answersAtFailure: inout Int?
    ) -> Bool {
        let before = answersAtFailure
        switch event {
        case .saw:
            answersAtFailure = nil
        case .failed(.unavailable) where job.step == .proven:
            answersAtFailure = state.withLock { $0.answers }
        case .began, .done, .failed, .leaseTaken, .ownFailures:
            return false
        }
        return before.map { $0 < answersAtFailure ?? 0 } ?? false
    }

    /// Leaves an unproven job as it is, or drops it if Apple failed it twice and answered others in between.
    ///
    /// - Parameter time: nil if Apple was unavailable; then, if it answered nobody, no first call is made for a while.
    private func postpone(_ job: AuthorisationJob, for time: Duration?, answersAtStart: Int) async throws(StoreError) {
        let now = monotonicClock.elapsed()
        let isHopeless = state.withLock { state in
            if let time {
                state.opensAt = now + min(time, Self.longestSleep)
                return false
            }
            if state.answers == answersAtStart, now >= state.asksFrom {
                state.outages += 1
                state.asksFrom = now + timing.pause(after: state.outages)
            }
            let before = state.stumbled.removeValue(forKey: job.token)
            if let before, before < state.answers {
                return true
            }
            if state.stumbled.count >= Self.maxAskedCount {
                state.stumbled.removeAll()
            }
            state.stumbled[job.token] = before ?? state.answers
            return false
        }
        if isHopeless {
            _ = try await store.drop(job)
        }
    }

    private func noteAnswer() {
        state.withLock { state in
            state.answers += 1
            state.outages = 0
            state.asksFrom = .zero
        }
    }

    /// Returns nil when the job has ended.
    private func perform(
        _ action: AuthorisationMachine.Action,
        of job: inout AuthorisationJob,
        _ machine: AuthorisationMachine,
        asking deviceCheck: any DeviceCheck
    ) async throws -> AuthorisationMachine.Event? {
        let deviceToken = job.deviceToken
        switch action {
        case .validate:
            return await result { () throws(DeviceCheckError) in
                try await deviceCheck.validate(deviceToken)
                return .done
            }
        case .read:
            return await result { () throws(DeviceCheckError) in .saw(try await deviceCheck.query(deviceToken)) }
        case .write(let bits):
            let event = await result { () throws(DeviceCheckError) in
                try await deviceCheck.update(deviceToken, to: bits)
                return .done
            }
            if event == .done {
                steps.reached(bits == .clear ? .bitsCleared : .markWritten)
            }
            return event
        case .wait(let duration):
            try await wait(duration)
            return .done
        case .save(let step):
            return try await save(step, month: machine.month, of: &job)
        case .postpone:
            break
        case .countOwnFailures:
            return .ownFailures(try await store.ownFailures(in: CalendarMonth(of: clock.now().utcDay)))
        case .finish:
            _ = try await store.finish(job)
            steps.reached(.tokenAuthorised)
        case .drop:
            _ = try await store.drop(job)
        case .abandon:
            _ = try await store.abandon(job)
        }
        return nil
    }

    private func result(
        _ call: () async throws(DeviceCheckError) -> AuthorisationMachine.Event
    ) async -> AuthorisationMachine.Event {
        do throws(DeviceCheckError) {
            let event = try await call()
            noteAnswer()
            return event
        } catch {
            if error == .tokenRefused {
                noteAnswer()
            }
            return .failed(error)
        }
    }

    /// Waits for `duration`. Long waits also end by the calendar, so a job does not sleep past the beginning of a
    /// month.
    private func wait(_ duration: Duration) async throws {
        try await pause(min(duration, Self.longestSleep))
    }

    private static let longestSleep = Duration.seconds(3600)

    private func readTime() -> Duration {
        let milliseconds = Int64(timing.maxReadTime / .milliseconds(1))
        return .milliseconds(state.withLock { Int64.random(in: 0...milliseconds, using: &$0.generator) })
    }
}

// MARK: - Making steps durable

extension AuthorisationRunner {
    private func save(
        _ step: AuthorisationStep,
        month: CalendarMonth?,
        of job: inout AuthorisationJob
    ) async throws -> AuthorisationMachine.Event? {
        if job.step == .queued {
            // The work on proven jobs continues from there.
            _ = try await store.prove(job, limits: limits)
            return nil
        }
        if step.holdsLease, !mayTakeLease(job.token) {
            return .leaseTaken
        }
        var next = job
        next.step = step
        next.month = month
        if step == .proven {
            next.isDisturbed = false
        }
        switch try await store.advance(job, to: next) {
        case .lost:
            return nil
        case .leaseTaken:
            return .leaseTaken
        case .advanced:
            job = next
            state.withLock { state in
                if step.holdsLease {
                    state.leaseHolder = next.token
                } else if state.leaseHolder == next.token {
                    state.leaseHolder = nil
                }
            }
            if let reached = Self.durabilityStep(step) {
                steps.reached(reached)
            }
            return .done
        }
    }

    /// Whether the job may begin the last interval. It may not while an overdue write of bit 0 could have its effect
    /// after it.
    private func mayTakeLease(_ token: TokenIdentifier) -> Bool {
        let now = monotonicClock.elapsed()
        return state.withLock { state in
            (state.leaseHolder ?? token) == token && state.marks.values.allSatisfy { now - $0 < timing.checkTime }
        }
    }

    private func disturb(_ job: inout AuthorisationJob) async throws(StoreError) {
        var next = job
        next.isDisturbed = true
        if try await store.advance(job, to: next) == .advanced {
            job = next
        }
    }

    private static func durabilityStep(_ step: AuthorisationStep) -> DurabilityStep? {
        switch step {
        case .queued, .proven: nil
        case .marking: .markRecorded
        case .marked: .markedRecorded
        case .deciding: .leaseTaken
        case .clearing: .clearingRecorded
        }
    }
}
