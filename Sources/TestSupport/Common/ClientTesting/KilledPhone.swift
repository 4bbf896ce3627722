package import ClientKit
package import ExposurePrimitives
package import ExposureTesting
package import PhonePorts

/// A phone of a test whose client can be started again from its files.
package protocol RestartablePhone {
    associatedtype Definition: ClientDefinition

    var container: StateContainer<Definition> { get }
    var clock: ManualClock { get }
    var scheduler: ManualScheduler { get }
    /// The action by which the system starts the client in the background.
    var launch: Definition.Action { get }

    /// The same phone switched off and on: its files, and nothing scheduled.
    func restarted() throws -> Self

    /// The action by which the system wakes the client.
    func wakeUp(for task: PhoneTask) -> Definition.Action
}

/// A phone with its real client and files, switched off at one effect and on again.
package struct KilledPhone<Sample: RestartablePhone> {
    package private(set) var sample: Sample
    private let effect: Int?
    private let isAfter: Bool
    /// Effects so far.
    package private(set) var count = 0

    /// - Parameters:
    ///   - effect: from 1; nil for a phone that is never switched off.
    ///   - isAfter: whether the effect happens before the phone is switched off.
    package init(_ sample: Sample, effect: Int?, isAfter: Bool) {
        (self.sample, self.effect, self.isAfter) = (sample, effect, isAfter)
    }

    /// As `StateContainer.send`, effect by effect.
    package mutating func send(_ action: Sample.Definition.Action) async throws {
        if await !survives(action) {
            sample = try sample.restarted()
            _ = await survives(sample.launch)
        }
    }

    private mutating func survives(_ action: Sample.Definition.Action) async -> Bool {
        for next in await sample.container.apply(action) {
            count += 1
            let isHit = count == effect
            if isHit, !isAfter {
                return false
            }
            let end = await sample.container.perform(next)
            if isHit {
                return false
            }
            if let end, await !survives(end) {
                return false
            }
        }
        return true
    }

    /// Runs scheduled tasks until `end`.
    package mutating func run(until end: UnixTime) async throws {
        while let next = sample.scheduler.next(until: end) {
            sample.clock.set(max(sample.clock.now(), next.time))
            try await send(sample.wakeUp(for: next.task))
        }
        sample.clock.set(max(sample.clock.now(), end))
    }
}
