import ExposurePrimitives
package import Foundation
import PhonePorts
import ProximityRadio

/// The phones that find each other through the simulated air and live by one clock.
package actor PhoneCast {
    package nonisolated let clock: CastClock
    private let folder: URL
    private let publish: @Sendable () async -> Void
    private var phones: [SimulatedPhone] = []

    /// - Parameters:
    ///   - folder: of the cast; it exists.
    ///   - publish: runs the authority's publication, where its servers live by the same clock; called every four hours
    ///     while the clock is moved.
    package init(
        folder: URL,
        clock: CastClock,
        publish: @escaping @Sendable () async -> Void = {}
    ) {
        self.folder = folder
        self.clock = clock
        self.publish = publish
    }

    package func add(_ phone: SimulatedPhone) async {
        phones.append(phone)
        await phone.start()
    }

    /// The names of the phones that `phone` can meet.
    func others(than phone: SimulatedPhone) -> [String] {
        let here = phones.map(\.name.text)
        let elsewhere = NeighbourFile.all(in: folder).map(\.name).filter { !here.contains($0) }
        return (here + elsewhere).filter { $0 != phone.name.text }
    }

    /// Moves the clock on, and lets the authority and the phones do what is due on the way.
    func advance(bySeconds seconds: Int64) async throws {
        await runDueTasks()
        let target = clock.now().advanced(bySeconds: seconds)
        var publication = clock.now().advanced(bySeconds: Self.publicationPeriod)
        for _ in 0..<Self.mostSteps {
            let next = await nextTask().map { min($0, publication) } ?? publication
            guard next < target else {
                break
            }
            try clock.move(to: next)
            if next == publication {
                await publish()
                publication = publication.advanced(bySeconds: Self.publicationPeriod)
            }
            await runDueTasks()
        }
        try clock.move(to: target)
        await publish()
        await runDueTasks()
    }

    /// Lets two phones lie side by side for some time, which passes for all.
    func meet(_ phone: SimulatedPhone, _ other: String, metres: Double, minutes: Int) async throws {
        let (peer, whenOver) = try await peer(named: other)
        let start = clock.now()
        let end = start.advanced(bySeconds: Int64(minutes) * 60)
        var radio = SimulatedRadio(model: Self.air, seed: UInt64.random(in: 0...UInt64.max))
        let links = await radio.exchange(
            among: [
                Self.inTheAir(await phone.parts.system.antenna, at: 0),
                Self.inTheAir(peer, at: metres),
            ],
            from: start,
            until: end
        )
        await whenOver()
        try clock.move(to: end)
        let heard = links.first { $0.listener == 0 }?.packetsHeard ?? 0
        await phone.met(SimulatedPhone.Meeting(name: other, minutes: minutes, packets: heard))
        await runDueTasks()
    }

    /// What is due by now.
    package func runDueTasks() async {
        for phone in phones {
            await phone.runDueTasks()
        }
    }

    private func nextTask() async -> UnixTime? {
        var times: [UnixTime] = []
        for phone in phones {
            if let time = await phone.parts.system.nextTask {
                times.append(time)
            }
        }
        return times.min().map { max($0, clock.now()) }
    }

    private func peer(named name: String) async throws -> (any ProximityPeer, whenOver: @Sendable () async -> Void) {
        if let here = phones.first(where: { $0.name.text == name }) {
            return (await here.parts.system.antenna, {})
        }
        guard let file = NeighbourFile.all(in: folder).first(where: { $0.name == name }),
            let neighbour = Neighbour(file)
        else {
            throw PhonePageError.nobodyNear
        }
        return (neighbour, { await neighbour.leave() })
    }

    private static func inTheAir(_ peer: any ProximityPeer, at metres: Double) -> SimulatedRadio.Phone {
        SimulatedRadio.Phone(
            peer: peer,
            transmitPower: PhoneParts.transmitPower,
            position: .init(x: metres, y: 0)
        )
    }

    /// The measured attenuation, with so little noise that an encounter ends as the rules say and not as chance does.
    private static let air: RadioModel = {
        var model = RadioModel()
        model.pairDeviation = 0
        model.scanDeviation = 2
        return model
    }()

    /// Seconds: the servers' default.
    private static let publicationPeriod: Int64 = 4 * 3600
    /// So that a task that is due again at once cannot hold the clock up.
    private static let mostSteps = 5000
}

/// What a tester asked for that cannot be.
enum PhonePageError: Error {
    case nobodyNear
    case unknownControl
}
