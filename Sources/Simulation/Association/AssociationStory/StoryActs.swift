import AssociationAPI
import AssociationClient
import AssociationProtocol
import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import StoryKit

/// The acts of the story.
struct StoryActs {
    let cast: Cast
    let options: StoryOptions

    private var narrator: Narrator { cast.narrator }
    private var clock: StoryClock { cast.clock }

    func play() async throws -> StoryOutcome {
        narrator.step("Anna, Bruno, Carla, Dora and Emil install the app. Each phone registers.")
        for phone in cast.phones {
            try await phone.settleIn(in: Cast.district)
        }
        clock.move(to: options.time(day: -1, hour: 12))
        narrator.step("\(clock.now()): the authority signs the keys that each phone shows on the next day.")
        for phone in cast.phones {
            await phone.wake(for: .attestations)
        }
        await meet()
        var outcome = StoryOutcome(minutes: options.minutes)
        outcome.changes = try await listenToBoth()
        outcome.contacts = try await report()
        outcome.listeners = try await listen()
        outcome.refusals = try await attack()
        outcome.heldCases = try await crowd()
        outcome.requests = cast.connection.requests
        return outcome
    }

    private func meet() async {
        clock.move(to: options.meeting)
        narrator.step(
            """
            \(clock.now()): Anna and Bruno sit \(Cast.nearMetres) m from each other for \(options.minutes) minutes. \
            Carla is \(Cast.farMetres) m away. Dora comes for the last five minutes. Emil is somewhere else.
            """
        )
        var air = StoryAir(seed: options.seed, clock: clock)
        air.place(cast.anna, at: 0)
        air.place(cast.bruno, at: Cast.nearMetres)
        air.place(cast.carla, at: Cast.farMetres)
        await air.pass(minutes: max(options.minutes - Cast.shortMinutes, 0))
        air.place(cast.dora, at: -Cast.nearMetres)
        await air.pass(minutes: min(options.minutes, Cast.shortMinutes))
        await air.part()
        narrator.detail("The phones exchanged tickets, which no listener can use.")
    }

    /// Somebody listens to a phone with both schemes for an hour.
    ///
    /// - Returns: for each change on the air, whether everything changed.
    private func listenToBoth() async throws -> [Bool] {
        clock.move(to: options.time(day: 0, hour: Self.eveningHour))
        narrator.step(
            """
            \(clock.now()): Anna's phone also runs the exposure framework, for another app. Somebody listens to both \
            for an hour.
            """
        )
        try await cast.anna.enableFramework()
        let peer = cast.anna.makePeer(on: ConnectionAir(seed: options.seed, clock: clock).add(StoryPhone.place(at: 0)))
        var heard = try await cast.anna.signals(of: peer)
        narrator.detail("\(clock.now()): \(heard.text)")
        var changes: [Bool] = []
        for _ in 0..<3600 / Self.secondsBetweenLooks {
            clock.move(to: clock.now().advanced(bySeconds: Self.secondsBetweenLooks))
            let now = try await cast.anna.signals(of: peer)
            if now.differ(from: heard) {
                changes.append(now.areAllNew(after: heard))
                narrator.detail("\(clock.now()): \(now.text)")
            }
            heard = now
        }
        return changes
    }

    /// - Returns: how many contacts Anna's phone reports.
    private func report() async throws -> Int {
        clock.move(to: options.time(day: 1, hour: 9))
        narrator.step("\(clock.now()): Anna tests positive. The operator gives her a code, and she agrees to report.")
        let contacts = try await cast.anna.report(cast.staff.code(now: clock.now()))
        narrator.detail("Her phone has \(contacts) contacts. They leave with its hourly slots, the nearest first.")
        try await live(hours: Self.maxHours) { try await cast.anna.hasReported }
        guard try await cast.anna.hasReported else {
            throw StoryError.noEnd(of: "Anna's report")
        }
        narrator.detail("\(clock.now()): everything has arrived.")
        try await nextMinute()
        guard try await cast.staff.waitForCounter("association_decided_cases_total") > 0 else {
            throw StoryError.noEnd(of: "the decision about Anna's report")
        }
        return contacts
    }

    /// The phones poll for alerts, as each of them does all the time.
    private func listen() async throws -> [StoryOutcome.Listener] {
        narrator.step("\(clock.now()): the phones ask for alerts, each at its own time.")
        try await live(hours: Self.alertHours) { false }
        var listeners: [StoryOutcome.Listener] = []
        for phone in cast.phones.dropFirst() {
            let (alerts, isNotified) = try await phone.warnings
            let listener = StoryOutcome.Listener(name: phone.name, alerts: alerts, isNotified: isNotified)
            narrator.detail(listener.text)
            listeners.append(listener)
        }
        return listeners
    }

    /// Lets the phones do what they do by themselves, until `isEnough` or the hours are over.
    private func live(hours: Int64, until isEnough: () async throws -> Bool) async throws {
        let end = clock.now().advanced(bySeconds: hours * 3600)
        while try await !isEnough(), let next = nextWakeUp(), next.time <= end {
            clock.move(to: next.time)
            await next.phone.wake(for: next.task)
        }
    }

    private func nextWakeUp() -> (phone: StoryPhone, task: PhoneTask, time: UnixTime)? {
        let all = cast.phones.compactMap { phone in
            phone.screen.nextWakeUp.map { (phone: phone, task: $0.task, time: $0.time) }
        }
        return all.min { $0.time < $1.time }
    }

    /// The authority decides each minute.
    private func nextMinute() async throws {
        try await cast.staff.waitForValidation()
        clock.move(to: clock.now().advanced(bySeconds: 60))
    }

    /// After the longest meeting.
    private static let eveningHour: Int64 = 21
    private static let secondsBetweenLooks: Int64 = 15
    /// Hours for which the story waits for a report: its few contacts are one batch, the next slot has a batch without
    /// any, and the third one asks whether all have arrived.
    private static let maxHours: Int64 = 6
    /// The whole chain takes four hours at most.
    private static let alertHours: Int64 = 4
}

// MARK: - Attacks

extension StoryActs {
    /// - Returns: the records that the authority refused, by their reasons.
    private func attack() async throws -> [ValidationRefusal: Int] {
        let before = try await cast.staff.refusals()
        let (attacker, staff) = (cast.attacker, cast.staff)
        let (owner, other) = (try await attacker.register(), try await attacker.register())
        let (thief, liar) = (try await attacker.register(), try await attacker.register())
        let moment = passMeeting()
        let genuine = try owner.meet(other, at: moment, rssi: Self.rssi)

        narrator.step("A thief reports the contact that is on somebody else's phone, under both names.")
        let stolen = [genuine, genuine.renamed(by: try thief.clientID(at: moment))]
        try await attacker.report(stolen, from: thief, code: staff.code(now: clock.now()), now: clock.now())

        narrator.step("Somebody reports a contact with a person who does not exist.")
        let nobody = try ClientID([UInt8](repeating: 1, count: 32))
        let invented = try liar.meet(other, at: moment, rssi: Self.rssi).renamed(observed: nobody)
        try await attacker.report([invented], from: liar, code: staff.code(now: clock.now()), now: clock.now())

        narrator.step("Somebody reports the same contact twice, with two codes.")
        for _ in 0..<2 {
            try await attacker.report([genuine], from: owner, code: staff.code(now: clock.now()), now: clock.now())
            clock.move(to: clock.now().advanced(bySeconds: 60))
        }
        try await staff.waitForValidation()
        let after = try await staff.refusals()
        let refusals = after.merging(before) { $0 - $1 }.filter { $0.value > 0 }
        for (reason, count) in refusals.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where reason != .noAccount {
            narrator.detail("The authority refused, and told nobody: \(reason.rawValue), \(count)")
        }
        return refusals
    }

    /// Somebody with a powerful receiver collected genuine tickets in a station.
    ///
    /// - Returns: how many reports the authority holds for a person.
    private func crowd() async throws -> Int {
        narrator.step("Somebody reports \(Self.crowdSize) people as contacts. All of these tickets are genuine.")
        let attacker = cast.attacker
        let spreader = try await attacker.register()
        let people = try await attacker.register(Self.crowdSize)
        let moment = passMeeting()
        let contacts = try people.map { other in
            try spreader.meet(other, at: moment, rssi: Self.rssi)
        }
        try await attacker.report(contacts, from: spreader, code: cast.staff.code(now: clock.now()), now: clock.now())
        try await nextMinute()
        let held = try await cast.staff.waitForCounter("association_held_cases")
        narrator.detail("The authority holds \(held) report until a person has looked at it. Nobody is warned.")
        return held
    }

    /// Lets ten minutes pass. Phones without an app have registered before, because the authority knows nobody in times
    /// before their registration.
    ///
    /// - Returns: their beginning.
    private func passMeeting() -> UnixTime {
        let start = clock.now()
        clock.move(to: start.advanced(bySeconds: 600))
        return start
    }

    /// People in the station. Persons who report have ten contacts on average.
    private static let crowdSize = 80
    /// dBm.
    private static let rssi: Int8 = -60
}
