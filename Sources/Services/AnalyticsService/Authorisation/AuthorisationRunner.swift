package import ClockPorts
package import DeviceAttestation
package import ExposurePrimitives
import ImmuniAPI
package import Logging
package import ServiceKit
package import Stores
import Synchronization

/// Runs the jobs that authorise analytics tokens, many at once, and takes up those that a process before has left.
///
/// Whoever stops it stops each job where it is; that is as safe as a crash, and what is done then is the same.
package final class AuthorisationRunner: Sendable {
    private struct State {
        var generator: any RandomNumberGenerator & Sendable
        /// The jobs being worked on.
        var active: Set<TokenIdentifier> = []
        /// The job in the last interval, as far as this process knows; the store has the last word.
        var leaseHolder: TokenIdentifier?
        /// When the second reads began whose writes of bit 0 are on their way.
        var marks: [TokenIdentifier: Duration] = [:]
        /// Reads that Apple answered, of all jobs.
        var reads = 0
    }

    private let store: any AuthorisationStore
    private let deviceCheck: (any DeviceCheck)?
    private let timing: AuthorisationTiming
    private let clock: any WallClock
    private let trusted: any TrustedClock
    private let pacemaker: any Pacemaker
    private let lookPeriod: Duration
    private let steps: any StepObserver
    private let logger: Logger
    private let state: Mutex<State>

    /// Jobs that are worked on at a time; each has one call at Apple's at most.
    package static let greatestJobCount = 1000
    /// Jobs looked at in one go.
    private static let pageSize = 250
    /// Before a job is tried again that the database held up.
    private static let storePause = Duration.seconds(5)

    /// - Parameters:
    ///   - deviceCheck: nil where App Attest alone decides; then every job's token is authorised.
    ///   - trusted: while it is held, every job stays where it is, as after a crash: a wrong clock would end jobs and take
    ///     one month for another.
    ///   - lookPeriod: between two looks for new jobs, and between two attempts to become the one that runs them.
    package init(
        store: any AuthorisationStore,
        deviceCheck: (any DeviceCheck)?,
        timing: AuthorisationTiming,
        clock: any WallClock,
        trusted: any TrustedClock,
        pacemaker: any Pacemaker,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        lookPeriod: Duration = .seconds(1),
        steps: any StepObserver = NoStepObserver(),
        logger: Logger
    ) {
        self.store = store
        self.deviceCheck = deviceCheck
        self.timing = timing
        self.clock = clock
        self.trusted = trusted
        self.pacemaker = pacemaker
        self.lookPeriod = lookPeriod
        self.steps = steps
        self.logger = logger
        state = Mutex(State(generator: generator))
    }

    /// Works until its task is cancelled. While another process runs the jobs, waits for its end.
    package func run() async {
        guard let claim = await claim() else {
            return
        }
        await withDiscardingTaskGroup { group in
            var last: TokenIdentifier?
            while !Task.isCancelled {
                last = await begin(after: last, in: &group)
                try? await pause(lookPeriod)
            }
            group.cancelAll()
        }
        withExtendedLifetime(claim) {}
    }

    /// The jobs that are worked on now.
    package var activeCount: Int { state.withLock { $0.active.count } }

    private func claim() async -> (any AuthorisationClaim)? {
        while !Task.isCancelled {
            do {
                if let claim = try await store.claim() {
                    return claim
                }
            } catch {
                recordFailure(error)
            }
            try? await pause(lookPeriod)
        }
        return nil
    }

    /// Begins jobs that nobody works on, as many as may be; returns where to go on.
    private func begin(
        after token: TokenIdentifier?,
        in group: inout DiscardingTaskGroup
    ) async -> TokenIdentifier? {
        var last = token
        while trusted.isTrusted, state.withLock({ $0.active.count }) < Self.greatestJobCount {
            let page: [AuthorisationJob]
            do {
                page = try await store.jobs(after: last, limit: Self.pageSize)
            } catch {
                recordFailure(error)
                return last
            }
            for job in page where state.withLock({ $0.active.insert(job.token).inserted }) {
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

    private func recordFailure(_ error: StoreError) {
        let cause = FailureCause(error)
        if !cause.isCancellation {
            logger.record(AuthorisationEvent.storeFailed(cause))
        }
    }

    private func pause(_ duration: Duration) async throws {
        try await pacemaker.sleep(until: pacemaker.elapsed() + duration)
    }

    private var moment: Authorisation.Moment {
        .init(time: clock.now(), elapsed: pacemaker.elapsed())
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
            // Cancelled.
        }
    }

    /// A job that was to ask Apple proved nothing yet, and the settings have changed since.
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
        var (job, machine) = (job, Authorisation(job, timing: timing, readTime: readTime()))
        state.withLock { state in
            if job.step.holdsLease {
                state.leaseHolder = job.token
            }
        }
        var event = Authorisation.Event.began
        var readsAtFailure: Int?
        while trusted.isTrusted {
            let action = machine.next(event, at: moment)
            state.withLock { $0.marks[job.token] = machine.markInFlightSince }
            if machine.isDisturbed, !job.isDisturbed {
                try await disturb(&job)
            }
            guard let answer = try await perform(action, of: &job, machine, asking: deviceCheck) else {
                return
            }
            try Task.checkCancellation()
            if isHopeless(job, after: answer, &readsAtFailure) {
                _ = try await store.drop(job)
                return
            }
            event = answer
        }
    }

    /// Whether Apple failed a job that has written nothing twice, and answered others in between. Otherwise a thousand
    /// device tokens that Apple's server stumbles over would keep everybody else waiting for a day.
    private func isHopeless(
        _ job: AuthorisationJob,
        after event: Authorisation.Event,
        _ readsAtFailure: inout Int?
    ) -> Bool {
        let before = readsAtFailure
        switch event {
        case .saw:
            state.withLock { $0.reads += 1 }
            readsAtFailure = nil
        case .failed(.unavailable) where job.step == .queued:
            readsAtFailure = state.withLock { $0.reads }
        case .began, .done, .failed, .leaseTaken, .ownFailures:
            return false
        }
        return before.map { $0 < readsAtFailure ?? 0 } ?? false
    }

    /// Returns nil when the job has ended.
    private func perform(
        _ action: Authorisation.Action,
        of job: inout AuthorisationJob,
        _ machine: Authorisation,
        asking deviceCheck: any DeviceCheck
    ) async throws -> Authorisation.Event? {
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
        _ call: () async throws(DeviceCheckError) -> Authorisation.Event
    ) async -> Authorisation.Event {
        do throws(DeviceCheckError) {
            return try await call()
        } catch {
            return .failed(error)
        }
    }

    /// Long waits end by the calendar as well, so that a job does not sleep through the beginning of a month.
    private func wait(_ duration: Duration) async throws {
        try await pause(min(duration, .seconds(3600)))
    }

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
    ) async throws -> Authorisation.Event? {
        if step.holdsLease, !mayTakeLease(job.token) {
            return .leaseTaken
        }
        var next = job
        next.step = step
        next.month = month
        if step == .queued {
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

    /// Nobody begins the last interval while a write of bit 0 is so late that it could have its effect after it.
    private func mayTakeLease(_ token: TokenIdentifier) -> Bool {
        let now = pacemaker.elapsed()
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
        case .queued: nil
        case .marking: .markRecorded
        case .marked: .markedRecorded
        case .deciding: .leaseTaken
        case .clearing: .clearingRecorded
        }
    }
}
