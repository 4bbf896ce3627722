import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives

@testable import ImmuniAnalytics

/// One device at Apple's, some of its requests, and everything that can happen to them, as a value. The possible next
/// states are a list of worlds. Time advances in whole ticks. This loses nothing if all bounds are whole ticks and
/// inclusive (Henzinger, Manna, Pnueli: "What good are digital clocks?", 1992).
///
/// Every wait may last longer than necessary: a read time of 0 represents all of them. Only a running write has a last
/// moment: it has its effect within `longestCall` after it was sent, or never.
struct AuthorisationWorld {
    /// The properties of the explored world.
    struct Rules {
        var timing = AuthorisationWorld.timing(leaseLimit: 3)
        /// False admits several jobs to the last interval, as in the documented protocol.
        var leaseIsExclusive = true
        /// Whether a process may pause between deciding to write and writing.
        var pauses = false
        /// Whether answers and commits arrive within the tick: Apple answers, and our disk works.
        var isPunctual = false
        /// Whether Apple may refuse the device token of a failed call.
        var refusals = true
        /// Each request begins after the previous one has ended, as on an honest phone.
        var oneAfterTheOther = false
        var start = AuthorisationWorld.middle
        /// Seconds by which Apple's clock is ahead of ours.
        var skew: Int64 = 0
        /// Whether unproven jobs may be displaced by others at any moment.
        var displaces = false
        /// Nil if the time of the month does not matter, so that worlds of all times are one.
        var horizon: Int?
    }

    enum Stage: Hashable {
        case notStarted
        /// Apple was unavailable, or the month is about to end: the job starts again from its row.
        case postponed(left: Int)
        case waiting(left: Int)
        case reading
        case unsent(DeviceBits)
        case sent(DeviceBits, age: Int)
        /// The write has had its effect, and the answer is on its way.
        case written
        case saving(AuthorisationStep)
        case ended
    }

    struct Request {
        var machine: AuthorisationMachine
        var stage: Stage
        var row: AuthorisationJob
        /// Whether the row was displaced while its worker continues.
        var isDisplaced = false
    }

    /// A write that nobody waits for any more.
    struct Ghost: Hashable {
        let bits: DeviceBits
        var age: Int
    }

    let rules: Rules
    var now = 0
    var device: DeviceState
    var requests: [Request]
    var ghosts: [Ghost] = []
    var authorised: [CalendarMonth] = []
    var abandoned = 0
    var failuresLeft: Int
    var crashesLeft: Int

    static func timing(leaseLimit: Int, clockTolerance: Int = 2) -> AuthorisationTiming {
        AuthorisationTiming(
            maxReadTime: .seconds(1),
            longestCall: .seconds(1),
            shortestPause: .seconds(1),
            longestPause: .seconds(1),
            leaseLimit: .seconds(leaseLimit),
            leasePoll: .seconds(1),
            clockTolerance: .seconds(clockTolerance)
        )
    }

    static let month = CalendarMonth(monthsSinceEpoch: 605)
    static let months = month...month
    static let middle = month.firstDay.startInUTC.advanced(bySeconds: 14 * 86_400)

    init(
        requests count: Int,
        lastUpdate: CalendarMonth? = nil,
        bits: DeviceBits = .clear,
        failures: Int = 0,
        crashes: Int = 0,
        rules: Rules = Rules()
    ) {
        self.rules = rules
        device = DeviceState(bits: bits, lastUpdate: lastUpdate)
        failuresLeft = failures
        crashesLeft = crashes
        requests = (0..<count).map { number in
            let row = AuthorisationJob(
                token: TokenIdentifier(digest: [UInt8(number)]),
                deviceToken: DeviceToken(exposing: ""),
                expiry: Self.middle.advanced(bySeconds: 100 * 86_400)
            )
            let machine = AuthorisationMachine(row, timing: rules.timing, readTime: .zero)
            return Request(machine: machine, stage: .notStarted, row: row)
        }
    }

    private var moment: AuthorisationMachine.Moment {
        .init(time: rules.start.advanced(bySeconds: Int64(now)), elapsed: .seconds(now))
    }

    private var longestCall: Int { Int(rules.timing.longestCall.components.seconds) }

    var isOver: Bool { requests.allSatisfy { $0.stage == .ended } && ghosts.isEmpty }
}

// MARK: - What may happen next

extension AuthorisationWorld {
    var successors: [AuthorisationWorld] {
        var worlds: [AuthorisationWorld] = []
        for number in requests.indices {
            step(number, into: &worlds)
        }
        for (number, ghost) in ghosts.enumerated() {
            var world = self
            world.ghosts.remove(at: number)
            world.write(ghost.bits)
            worlds.append(world)
        }
        for number in requests.indices where rules.displaces && mayBeDisplaced(requests[number]) {
            worlds.append(with { $0.displace(number) })
        }
        if crashesLeft > 0, requests.contains(where: { $0.stage != .notStarted && $0.stage != .ended }) {
            worlds.append(with { $0.crash() })
        }
        if let later {
            worlds.append(later)
        }
        return worlds
    }

    private func mayBeDisplaced(_ request: Request) -> Bool {
        request.row.step == .queued && !request.isDisplaced && request.stage != .notStarted && request.stage != .ended
    }

    private func step(_ number: Int, into worlds: inout [AuthorisationWorld]) {
        switch requests[number].stage {
        case .notStarted:
            if !rules.oneAfterTheOther || requests[..<number].allSatisfy({ $0.stage == .ended }) && ghosts.isEmpty {
                worlds.append(with { $0.tell(number, .began) })
            }
        case .postponed(let left):
            if left == 0 {
                worlds.append(with { $0.begin(number) })
            }
        case .waiting(let left):
            if left == 0 {
                worlds.append(with { $0.tell(number, .done) })
            }
        case .reading:
            worlds.append(with { $0.tell(number, .saw($0.device)) })
            fail(number, into: &worlds) { _ in }
        case .unsent(let bits):
            worlds.append(with { $0.requests[number].stage = .sent(bits, age: 0) })
        case .sent(let bits, let age):
            var written = self
            written.write(bits)
            written.requests[number].stage = .written
            worlds.append(written)
            let ghost = Ghost(bits: bits, age: age)
            fail(number, into: &worlds) { _ in }
            fail(number, into: &worlds) { $0.write(bits) }
            fail(number, into: &worlds) { $0.ghosts.append(ghost) }
            if failuresLeft > 0 {
                // An attempt with a lost answer is followed by a successful one, which has its effect later.
                written.failuresLeft -= 1
                written.ghosts.append(ghost)
                worlds.append(written)
            }
        case .written:
            worlds.append(with { $0.tell(number, .done) })
        case .saving(let step):
            worlds.append(with { $0.save(step, of: number) })
        case .ended:
            break
        }
    }

    private func fail(_ number: Int, into worlds: inout [Self], _ effect: (inout Self) -> Void) {
        guard failuresLeft > 0 else {
            return
        }
        for error in rules.refusals ? [DeviceCheckError.unavailable, .tokenRefused] : [.unavailable] {
            var world = self
            world.failuresLeft -= 1
            effect(&world)
            world.tell(number, .failed(error))
            worlds.append(world)
        }
    }

    /// The same world a tick later, or nil if something must happen before.
    private var later: AuthorisationWorld? {
        if let horizon = rules.horizon, now >= horizon {
            return nil
        }
        var world = self
        world.now += 1
        for number in requests.indices {
            switch requests[number].stage {
            case .sent(_, let age) where age >= longestCall: return nil
            case .sent(let bits, let age): world.requests[number].stage = .sent(bits, age: age + 1)
            case .waiting(let left): world.requests[number].stage = .waiting(left: max(0, left - 1))
            case .postponed(let left): world.requests[number].stage = .postponed(left: max(0, left - 1))
            case .unsent, .written, .saving: if rules.isPunctual { return nil }
            case .notStarted, .reading, .ended: break
            }
        }
        // A ghost without an effect by now never has one.
        world.ghosts = ghosts.filter { $0.age < longestCall }.map { Ghost(bits: $0.bits, age: $0.age + 1) }
        return world
    }

    private func with(_ change: (inout AuthorisationWorld) -> Void) -> AuthorisationWorld {
        var world = self
        change(&world)
        return world
    }
}

// MARK: - What happens

extension AuthorisationWorld {
    private mutating func write(_ bits: DeviceBits) {
        let time = moment.time.advanced(bySeconds: rules.skew)
        device = DeviceState(bits: bits, lastUpdate: CalendarMonth(of: time.utcDay))
    }

    /// Gives the machine an event and begins its next action.
    private mutating func tell(_ number: Int, _ event: AuthorisationMachine.Event) {
        let action = requests[number].machine.next(event, at: moment)
        let machine = requests[number].machine
        if machine.isDisturbed != requests[number].row.isDisturbed {
            requests[number].row.isDisturbed = machine.isDisturbed
        }
        switch action {
        case .validate: tell(number, .done)
        case .read: requests[number].stage = .reading
        case .write(let bits): requests[number].stage = rules.pauses ? .unsent(bits) : .sent(bits, age: 0)
        case .wait(let duration): requests[number].stage = .waiting(left: Int(duration.components.seconds))
        case .save(let step): requests[number].stage = .saving(step)
        case .postpone(let time):
            requests[number].stage =
                requests[number].isDisplaced ? .ended : .postponed(left: Int(time?.components.seconds ?? 0))
        case .countOwnFailures: tell(number, .ownFailures(ownFailures))
        case .finish:
            authorised += [machine.month].compactMap(\.self)
            requests[number].stage = .ended
        case .drop:
            requests[number].stage = .ended
        case .abandon:
            abandoned += 1
            requests[number].stage = .ended
        }
    }

    /// A new worker resumes the job from its row.
    private mutating func begin(_ number: Int) {
        requests[number].machine = AuthorisationMachine(requests[number].row, timing: rules.timing, readTime: .zero)
        tell(number, .began)
    }

    /// The row is gone: a worker that asks Apple continues, and nobody starts the job again.
    private mutating func displace(_ number: Int) {
        if case .postponed = requests[number].stage {
            requests[number].stage = .ended
        } else {
            requests[number].isDisplaced = true
        }
    }

    private var ownFailures: Int {
        abandoned + requests.count { $0.stage != .ended && $0.row.isDisturbed && $0.row.step.mayHaveWritten }
    }

    private mutating func save(_ step: AuthorisationStep, of number: Int) {
        let isTaken = requests.indices.contains {
            $0 != number && requests[$0].stage != .ended && requests[$0].row.step.holdsLease
        }
        let isOverdue = requests.contains { request in
            request.machine.markInFlightSince.map { .seconds(now) - $0 >= rules.timing.checkTime } ?? false
        }
        if step.holdsLease, isTaken || isOverdue, rules.leaseIsExclusive {
            tell(number, .leaseTaken)
        } else {
            requests[number].isDisplaced = false
            requests[number].row.step = step
            requests[number].row.month = requests[number].machine.month
            tell(number, .done)
        }
    }

    /// The process dies and starts again. Requests on their way may still arrive, and the jobs continue from their
    /// rows.
    private mutating func crash() {
        crashesLeft -= 1
        for number in requests.indices {
            switch requests[number].stage {
            case .notStarted, .ended:
                continue
            case .sent(let bits, let age):
                ghosts.append(Ghost(bits: bits, age: age))
            case .waiting, .postponed, .reading, .unsent, .written, .saving:
                break
            }
            guard !requests[number].isDisplaced else {
                requests[number].stage = .ended
                continue
            }
            requests[number].row.isDisturbed = requests[number].row.step.mayHaveWritten
            begin(number)
        }
    }
}

// MARK: - Which worlds are the same

extension AuthorisationWorld {
    /// Everything that the future depends on: times as ages, requests without order.
    var key: [UInt8] {
        var ends = requests.map(key)
        if !rules.oneAfterTheOther {
            ends.sort { $0.lexicographicallyPrecedes($1) }
        }
        var key = ends.flatMap { $0 }
        key += [code(device.bits), code(device.lastUpdate), UInt8(authorised.count), UInt8(min(1, abandoned))]
        key += [UInt8(failuresLeft), UInt8(crashesLeft), rules.horizon == nil ? 0 : UInt8(now)]
        key += authorised.map { code($0) }.sorted()
        key += ghosts.map { code($0.bits) * 16 + UInt8($0.age) }.sorted()
        return key
    }

    private func key(_ request: Request) -> [UInt8] {
        guard request.stage != .ended else {
            return code(request.stage)
        }
        let row = request.row
        return code(request.stage) + code(request.machine.state) + [
            UInt8(AuthorisationStep.allCases.firstIndex(of: row.step) ?? 0) * 2 + (row.isDisturbed ? 1 : 0),
            request.isDisplaced ? 1 : 0, code(request.machine.month),
            row.step.holdsLease ? request.machine.leaseSince.map(age) ?? 0 : 0,
        ]
    }

    private func code(_ bits: DeviceBits) -> UInt8 { (bits.bit0 ? 1 : 0) + (bits.bit1 ? 2 : 0) }

    private func code(_ month: CalendarMonth?) -> UInt8 {
        month.map { UInt8(clamping: $0.months(since: Self.month) + 100) } ?? 0
    }

    private func code(_ stage: Stage) -> [UInt8] {
        switch stage {
        case .notStarted: [0, 0]
        case .waiting(let left): [1, UInt8(clamping: left)]
        case .reading: [2, 0]
        case .unsent(let bits): [3, code(bits)]
        case .sent(let bits, let age): [4, code(bits) * 16 + UInt8(age)]
        case .written: [5, 0]
        case .saving(let step): [6, UInt8(AuthorisationStep.allCases.firstIndex(of: step) ?? 0)]
        case .ended: [7, 0]
        case .postponed(let left): [8, UInt8(clamping: left)]
        }
    }

    /// The age of a moment. Ages above the check time are equal, because nothing distinguishes them.
    private func age(_ moment: Duration) -> UInt8 {
        UInt8(clamping: min(Int64(now) - moment.components.seconds, rules.timing.checkTime.components.seconds + 1))
    }

    private func code(_ state: AuthorisationMachine.State) -> [UInt8] {
        switch state {
        case .resumed: [0, 0]
        case .saving(.proof): [1, 0]
        case .waiting(.toReadAgain): [2, 0]
        case .waiting(.forMark): [3, 0]
        case .waiting(.toCheck): [4, 0]
        case .waiting(.forLease): [5, 0]
        case .waiting(.forClearing): [6, 0]
        case .saving(.mark(let since)): [7, age(since)]
        case .saving(.marked): [8, 0]
        case .saving(.takingLease): [9, 0]
        case .saving(.returningLease): [10, 0]
        case .saving(.clearing): [11, 0]
        case .saving(.returned): [12, 0]
        case .validating: [13, 0]
        case .reading(.first): [14, 0]
        case .reading(.second(let since)): [15, age(since)]
        case .reading(.third): [16, 0]
        case .reading(.mark): [17, 0]
        case .reading(.clearing): [18, 0]
        case .writing(.mark(let since)): [19, age(since)]
        case .writing(.clearing): [20, 0]
        case .writing(.blacklist): [21, 0]
        case .suspecting: [22, 0]
        case .ended: [23, 0]
        }
    }
}

// MARK: - All of them

extension AuthorisationWorld {
    struct Exploration {
        var worlds = 0
        /// Worlds in which nothing more can happen.
        var ends: [AuthorisationWorld] = []
        /// Whether a faulty world was found, which ends the exploration.
        var hasFault = false
    }

    /// Visits every world that can follow from this one, each once, until `isFault` finds one.
    func explore(_ isFault: (AuthorisationWorld) -> Bool) -> Exploration {
        var exploration = Exploration()
        var known: Set<[UInt8]> = [key]
        var open = [self]
        while let world = open.popLast() {
            exploration.worlds += 1
            if isFault(world) {
                exploration.hasFault = true
                return exploration
            }
            if world.isOver {
                exploration.ends.append(world)
                continue
            }
            for next in world.successors where known.insert(next.key).inserted {
                open.append(next)
            }
        }
        return exploration
    }

    /// Whether two tokens were authorised in one month.
    var hasTwoTokens: Bool { Set(authorised).count < authorised.count }
}
