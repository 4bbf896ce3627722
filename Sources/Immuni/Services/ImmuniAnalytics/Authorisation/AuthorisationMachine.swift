package import AnalyticsStores
package import DeviceAttestation
package import ExposurePrimitives

/// The authorisation of one token as a state machine: it takes events and returns the next action. Time and randomness
/// are parameters.
///
/// docs/devicecheck.md has the states as a table, and shows why two requests of one device can never both succeed.
package struct AuthorisationMachine: Hashable, Sendable {
    /// The time of an event: by the calendar, and by a clock that is never set.
    package struct Moment: Hashable, Sendable {
        package let time: UnixTime
        package let elapsed: Duration

        package init(time: UnixTime, elapsed: Duration) {
            self.time = time
            self.elapsed = elapsed
        }
    }

    package enum State: Hashable, Sendable {
        /// Not started since the process began.
        case resumed(AuthorisationStep)
        case waiting(Wait)
        case saving(Save)
        case validating
        case reading(Read)
        case writing(Write)
        /// Asks whether a failure of the service explains the bits that were read.
        case suspecting
        case ended
    }

    package enum Wait: Hashable, Sendable {
        /// Until the read time, the next attempt or the next month.
        case toReadAgain
        /// Apple did not confirm that bit 0 was set. The job waits until the request can no longer set it.
        case forMark
        /// For the check time.
        case toCheck
        case forLease
        /// Apple did not confirm that the bits were cleared. The job waits until the request can no longer clear them.
        case forClearing
    }

    package enum Save: Hashable, Sendable {
        case proof
        case mark(secondReadAt: Duration)
        case marked
        case takingLease
        case returningLease
        case clearing
        /// Nothing was written.
        case returned
    }

    package enum Read: Hashable, Sendable {
        case first
        case second(since: Duration)
        case third
        /// The outcome of the first write.
        case mark
        /// The outcome of the second write.
        case clearing
    }

    package enum Write: Hashable, Sendable {
        case mark(secondReadAt: Duration)
        case clearing
        case blacklist
    }

    package enum Event: Hashable, Sendable {
        case began
        /// The action was done.
        case done
        case saw(DeviceState)
        case failed(DeviceCheckError)
        /// Another job is in the last interval, or a write of bit 0 is overdue.
        case leaseTaken
        /// The number of devices that may have bit 0 set by a failure of the service in this month.
        case ownFailures(Int)
    }

    package enum Action: Hashable, Sendable {
        case validate
        case read
        case write(DeviceBits)
        case wait(Duration)
        /// Make the step durable.
        case save(AuthorisationStep)
        /// End for now and begin again later: after the given time, or, if nil, because Apple is unavailable.
        case postpone(Duration?)
        /// Count own failures in the current month.
        case countOwnFailures
        /// Authorise the token and end.
        case finish
        /// End; the service left nothing at Apple.
        case drop
        /// End; bit 0 may be left at Apple.
        case abandon
    }

    package private(set) var state: State
    /// The month to authorise in, once the bits were found to allow it.
    package private(set) var month: CalendarMonth?
    package private(set) var isDisturbed: Bool
    let expiry: UnixTime
    let timing: AuthorisationTiming
    /// From 0 to the longest read time.
    let readTime: Duration
    /// The number of calls in a row that found Apple unavailable.
    private var failures = 0
    /// The time at which the job got the lease, or found after a crash that it had it.
    package private(set) var leaseSince: Duration?

    package init(_ job: AuthorisationJob, timing: AuthorisationTiming, readTime: Duration) {
        state = .resumed(job.step)
        month = job.month
        isDisturbed = job.isDisturbed
        expiry = job.expiry
        self.timing = timing
        self.readTime = readTime
    }

    /// The start of the second read, while the write of bit 0 after it is under way.
    package var markInFlightSince: Duration? {
        if case .writing(.mark(let secondReadAt)) = state { secondReadAt } else { nil }
    }

    /// The next action, given `event` as the answer to the action before.
    package mutating func next(_ event: Event, at now: Moment) -> Action {
        switch (state, event) {
        case (.resumed(let step), .began): return resume(at: step, now)
        case (.waiting(let wait), .done): return waited(wait, now)
        case (.saving(let save), .done): return saved(save, now)
        case (.saving, .leaseTaken): return go(.waiting(.forLease), .wait(timing.leasePoll))
        case (.validating, .done): return go(.reading(.first), .read)
        case (.reading(let read), .saw(let device)):
            failures = 0
            return saw(device, in: read, now)
        case (.writing(let write), .done): return wrote(write, now)
        case (.validating, .failed(let error)), (.reading, .failed(let error)), (.writing, .failed(let error)):
            failures += 1
            return failed(error, now)
        case (.suspecting, .ownFailures(let count)):
            return count == 0 ? go(.writing(.blacklist), .write(.blacklisted)) : go(.ended, .drop)
        case (.resumed, .done), (.resumed, .saw), (.resumed, .failed), (.resumed, .leaseTaken),
            (.resumed, .ownFailures), (.waiting, .began), (.waiting, .saw), (.waiting, .failed),
            (.waiting, .leaseTaken), (.waiting, .ownFailures), (.saving, .began), (.saving, .saw), (.saving, .failed),
            (.saving, .ownFailures), (.validating, .began), (.validating, .saw), (.validating, .leaseTaken),
            (.validating, .ownFailures), (.reading, .began), (.reading, .done), (.reading, .leaseTaken),
            (.reading, .ownFailures), (.writing, .began), (.writing, .saw), (.writing, .leaseTaken),
            (.writing, .ownFailures), (.suspecting, .began), (.suspecting, .done), (.suspecting, .saw),
            (.suspecting, .failed), (.suspecting, .leaseTaken), (.ended, .began), (.ended, .done), (.ended, .saw),
            (.ended, .failed), (.ended, .leaseTaken), (.ended, .ownFailures):
            // The event does not answer the action before. This is a defect of ours and must not authorise anything.
            return go(.ended, .abandon)
        }
    }

    private mutating func go(_ state: State, _ action: Action) -> Action {
        self.state = state
        return action
    }
}

// MARK: - Steps

extension AuthorisationMachine {
    /// The first action of a job that is new, or whose process ended.
    private mutating func resume(at step: AuthorisationStep, _ now: Moment) -> Action {
        switch step {
        case .queued: begin(now)
        case .proven: go(.waiting(.toReadAgain), .wait(readTime))
        case .marking: go(.waiting(.forMark), .wait(timing.settleTime))
        case .marked: go(.waiting(.toCheck), .wait(timing.checkTime))
        case .deciding: decide(now)
        case .clearing:
            held(go(.waiting(.forClearing), .wait(timing.settleTime)), since: now)
        }
    }

    private mutating func waited(_ wait: Wait, _ now: Moment) -> Action {
        switch wait {
        case .toReadAgain: readAgain(now)
        case .forMark: go(.reading(.mark), .read)
        case .toCheck, .forLease:
            mayGoOn(now) ? go(.saving(.takingLease), .save(.deciding)) : go(.ended, .abandon)
        case .forClearing: go(.reading(.clearing), .read)
        }
    }

    private mutating func saved(_ save: Save, _ now: Moment) -> Action {
        switch save {
        case .proof, .returned: go(.waiting(.toReadAgain), .wait(readTime))
        case .mark(let secondReadAt):
            // It is too late: others may have begun their third read before this write has its effect.
            now.elapsed - secondReadAt < timing.markLimit
                ? go(.writing(.mark(secondReadAt: secondReadAt)), .write(.waiting)) : goBack()
        case .marked: go(.waiting(.toCheck), .wait(timing.checkTime))
        case .takingLease: decide(now)
        case .returningLease: go(.waiting(.toCheck), .wait(timing.pause(after: failures)))
        case .clearing: go(.writing(.clearing), .write(.clear))
        }
    }

    private mutating func wrote(_ write: Write, _ now: Moment) -> Action {
        switch write {
        case .mark(let secondReadAt):
            isInTime(secondReadAt, now) ? go(.saving(.marked), .save(.marked)) : go(.ended, .abandon)
        case .clearing: go(.ended, .finish)
        case .blacklist: go(.ended, .drop)
        }
    }

    /// Whether the first write had any effect before another job of the device can have begun its third read. The check
    /// detects a process that was delayed in between.
    private func isInTime(_ secondReadAt: Duration, _ now: Moment) -> Bool {
        now.elapsed - secondReadAt < timing.checkTime
    }

    /// Nothing was written, so the second read may be made again.
    private mutating func goBack() -> Action {
        month = nil
        isDisturbed = false
        return go(.saving(.returned), .save(.proven))
    }

    private mutating func begin(_ now: Moment) -> Action {
        guard now.time < expiry else {
            return go(.ended, .drop)
        }
        let seconds = timing.secondsUntilOpen(at: now.time)
        return seconds == 0 ? go(.validating, .validate) : go(.ended, .postpone(.seconds(seconds)))
    }

    private mutating func readAgain(_ now: Moment) -> Action {
        guard now.time < expiry else {
            return go(.ended, .drop)
        }
        let seconds = timing.secondsUntilOpen(at: now.time)
        return seconds == 0
            ? go(.reading(.second(since: now.elapsed)), .read) : go(.waiting(.toReadAgain), .wait(.seconds(seconds)))
    }

    private mutating func decide(_ now: Moment) -> Action {
        held(go(.reading(.third), .read), since: now)
    }

    private mutating func held(_ action: Action, since now: Moment) -> Action {
        leaseSince = now.elapsed
        return action
    }

    /// Whether the last interval can still lie in the job's month.
    private func mayGoOn(_ now: Moment) -> Bool {
        month.map { timing.isInside($0, for: timing.longestCall * 2, from: now.time) } ?? false && now.time < expiry
    }
}

// MARK: - What a read shows

extension AuthorisationMachine {
    private mutating func saw(_ device: DeviceState, in read: Read, _ now: Moment) -> Action {
        switch read {
        case .first, .second: sawUnmarked(device, in: read, now)
        case .mark: sawAfterMark(device, now)
        case .third: sawThird(device, now)
        case .clearing: sawAfterClearing(device, now)
        }
    }

    /// The bits are checked before the month: a bit that another job has set also has this month.
    private mutating func sawUnmarked(_ device: DeviceState, in read: Read, _ now: Moment) -> Action {
        let current = CalendarMonth(of: now.time.utcDay)
        let isEarlier = device.lastUpdate.map { $0 < current } ?? true
        switch (device.bits.bit0, device.bits.bit1) {
        case (true, true): return go(.ended, .drop)
        case (false, true): return go(.suspecting, .countOwnFailures)
        case (true, false) where device.lastUpdate == current: return go(.suspecting, .countOwnFailures)
        // A failure of the service left bit 0 of an earlier month; it counts as clear.
        case (true, false), (false, false): break
        }
        guard isEarlier else {
            return go(.ended, .drop)
        }
        guard case .second(let since) = read else {
            return go(.saving(.proof), .save(.proven))
        }
        guard timing.secondsUntilOpen(at: now.time) == 0 else {
            return readAgain(now)
        }
        month = current
        return go(.saving(.mark(secondReadAt: since)), .save(.marking))
    }

    private mutating func sawAfterMark(_ device: DeviceState, _ now: Moment) -> Action {
        guard let month, mayGoOn(now) else {
            return go(.ended, .abandon)
        }
        if device == DeviceState(bits: .waiting, lastUpdate: month) {
            return go(.saving(.marked), .save(.marked))
        }
        if device.bits.bit1 || device == DeviceState(bits: .clear, lastUpdate: month) {
            return go(.ended, .drop)
        }
        let isEarlier = device.lastUpdate.map { $0 < month } ?? true
        return isEarlier ? goBack() : go(.ended, .abandon)
    }

    private mutating func sawThird(_ device: DeviceState, _ now: Moment) -> Action {
        guard let month, mayGoOn(now) else {
            return go(.ended, .abandon)
        }
        if device == DeviceState(bits: .waiting, lastUpdate: month) {
            return go(.saving(.clearing), .save(.clearing))
        }
        if device.bits == .blacklisted {
            return go(.ended, .drop)
        }
        // Another job cleared the bits, which its lease allows once, or somebody else changed them.
        return device.lastUpdate == month ? go(.suspecting, .countOwnFailures) : go(.ended, .abandon)
    }

    private mutating func sawAfterClearing(_ device: DeviceState, _ now: Moment) -> Action {
        guard let month else {
            return go(.ended, .abandon)
        }
        // Nobody else clears the bits while this job holds the lease, so the write was ours.
        if device == DeviceState(bits: .clear, lastUpdate: month) {
            return go(.ended, .finish)
        }
        if device == DeviceState(bits: .waiting, lastUpdate: month), mayGoOn(now) {
            return go(.writing(.clearing), .write(.clear))
        }
        return device.bits.bit1 ? go(.ended, .drop) : go(.ended, .abandon)
    }
}

// MARK: - What a failed call means

extension AuthorisationMachine {
    private mutating func failed(_ error: DeviceCheckError, _ now: Moment) -> Action {
        switch (state, error) {
        case (.writing(.blacklist), _):
            go(.ended, .drop)
        case (.reading(.first), .tokenRefused), (.reading(.second), .tokenRefused), (.validating, .tokenRefused):
            go(.ended, .drop)
        case (.reading(.first), .unavailable), (.validating, .unavailable):
            go(.ended, .postpone(nil))
        case (.reading(.second), .unavailable):
            go(.waiting(.toReadAgain), .wait(timing.pause(after: failures)))
        case (.reading, .tokenRefused), (.writing, .tokenRefused):
            go(.ended, .abandon)
        case (.reading, .unavailable), (.writing, .unavailable):
            disturbed(now)
        case (.resumed, _), (.waiting, _), (.saving, _), (.suspecting, _), (.ended, _):
            go(.ended, .abandon)
        }
    }

    /// Apple is unavailable, and bit 0 may be set.
    private mutating func disturbed(_ now: Moment) -> Action {
        isDisturbed = true
        guard now.time < expiry else {
            return go(.ended, .abandon)
        }
        switch state {
        case .writing(.mark(let secondReadAt)):
            guard isInTime(secondReadAt, now) else {
                return go(.ended, .abandon)
            }
            return go(.waiting(.forMark), .wait(timing.settleTime))
        case .reading(.mark):
            return go(.waiting(.forMark), .wait(timing.pause(after: failures)))
        case .reading(.third):
            return go(.saving(.returningLease), .save(.marked))
        case .writing(.clearing), .reading(.clearing):
            guard let leaseSince, now.elapsed - leaseSince < timing.leaseLimit else {
                return go(.ended, .abandon)
            }
            return go(.waiting(.forClearing), .wait(max(timing.settleTime, timing.pause(after: failures - 1))))
        case .resumed, .waiting, .saving, .validating, .reading(.first), .reading(.second), .writing(.blacklist),
            .suspecting, .ended:
            return go(.ended, .abandon)
        }
    }
}
