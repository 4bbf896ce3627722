import ExposurePrimitives
package import Foundation
import PhonePorts
import PhoneSimulation

/// The phones that meet through the simulated radio and share one clock, and the authority if it follows that clock.
package actor PhoneCast {
    package nonisolated let clock: CastClock
    private let folder: URL
    private let ownAuthority: (any CastAuthority)?
    /// The calls of phones of other processes in a meeting of this one.
    nonisolated let calls = RemoteCalls()
    private var phones: [SimulatedPhone] = []
    /// The task that moves the clock. Moves run one after the other, and the last one requested ends it.
    var passing: Task<Void, Never>?
    /// The progress of the clock's move, while there is one.
    var move: ClockMove?
    /// Whether the clock's last move failed.
    var hasMoveFailed = false
    /// Grows with every step of the clock.
    var version = 0
    /// Whether the cast has ended.
    var isStopped = false

    /// - Parameters:
    ///   - folder: the cast's existing folder.
    ///   - authority: the servers, if they follow the same clock in this process. Servers of another process announce
    ///     themselves in the folder.
    package init(folder: URL, clock: CastClock, authority: (any CastAuthority)? = nil) {
        (self.folder, self.clock) = (folder, clock)
        ownAuthority = authority
    }

    /// Makes the folder of a cast, for its user alone, if it does not exist.
    package static func makeFolder(_ path: String) throws -> URL {
        let folder = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return folder
    }

    package func add(_ phone: SimulatedPhone) async {
        phones.append(phone)
        await phone.start()
    }

    /// The names of the phones that `phone` can meet.
    func others(than phone: SimulatedPhone) -> [String] {
        let here = phones.map(\.name.text)
        let elsewhere = CastMemberFile.all(in: folder).compactMap(\.phone).filter { !here.contains($0) }
        return (here + elsewhere).filter { $0 != phone.name.text }
    }

    /// Whether the authority's servers follow the same clock.
    var hasAuthority: Bool {
        ownAuthority != nil || CastMemberFile.all(in: folder).contains { $0.role == .authority }
    }

    /// Puts two phones side by side for some time, which passes for all. Waits until the clock stands still.
    ///
    /// Each client of a phone has its own antenna. It hears all clients of the other phone, and none of its own phone.
    func meet(_ phone: SimulatedPhone, _ other: String, metres: Double, minutes: Int) async throws {
        let before = passing
        let meeting = Task {
            await before?.value
            try await exchange(phone, other, metres: metres, minutes: minutes)
        }
        passing = Task { _ = await meeting.result }
        try await meeting.value
    }

    private func exchange(_ phone: SimulatedPhone, _ other: String, metres: Double, minutes: Int) async throws {
        try await withLinks { links in
            let start = clock.now()
            let end = start.advanced(bySeconds: Int64(minutes) * 60)
            var radio = SimulatedRadio(model: Self.air, seed: UInt64.random(in: 0...UInt64.max))
            let own = await Self.peers(of: phone).map { Self.inTheAir($0, at: 0) }
            let others = try await peers(named: other, links).map { Self.inTheAir($0, at: metres) }
            let trace = radio.draw(among: own + others, from: start, until: end)
                .filtered { sender, listener in own.indices.contains(sender) != own.indices.contains(listener) }
            var player = TracePlayer(trace, among: own + others, from: start)
            let connectable = try await whileNobodyLooks(links) {
                try await connect(phone, other, metres: metres, from: start, until: end, links) { time in
                    await player.play(before: time)
                }
            }
            let heard = await player.finish()
            let packets = heard.filter { own.indices.contains($0.listener) }.map(\.packetsHeard).reduce(0, +)
            await phone.met(SimulatedPhone.Meeting(name: other, minutes: minutes, packets: packets + connectable))
            _ = await runDueTasks(links)
        }
    }

    /// Lets the clients that connect to others use the time of a meeting.
    ///
    /// - Parameter playOthers: plays what other protocols broadcast before a time.
    /// - Returns: how many packets those of `phone` heard.
    private func connect(
        _ phone: SimulatedPhone,
        _ other: String,
        metres: Double,
        from start: UnixTime,
        until end: UnixTime,
        _ links: Links,
        playOthers: (UnixTime) async -> Void
    ) async throws -> Int {
        var meeting = ConnectionMeeting(model: Self.air, clock: clock)
        let own = await guests(of: phone)
        for guest in own {
            await meeting.invite(guest, to: Self.inTheAir(SimulatedAntenna(), at: 0))
        }
        for guest in try await guests(named: other, links, metBy: phone) {
            await meeting.invite(guest, to: Self.inTheAir(SimulatedAntenna(), at: metres))
        }
        let result: Result<[Int], any Error>
        do {
            result = .success(try await meeting.pass(from: start, until: end, playOthers: playOthers))
        } catch {
            result = .failure(error)
        }
        await meeting.part()
        calls.end()
        return try result.get().prefix(own.count).reduce(0, +)
    }

    /// Gives the authority an order, and returns its answer.
    ///
    /// - Throws: `PhonePageError.noAuthority` without one.
    func give(_ order: AuthorityOrder) async throws -> String {
        try await withLinks { links in
            guard let authority = authority(links) else {
                throw PhonePageError.noAuthority
            }
            return try await authority.perform(order)
        }
    }
}

// MARK: - The members

extension PhoneCast {
    typealias Links = [(file: CastMemberFile, link: CastLink)]

    /// Connects to the members in other processes for as long as `body` runs.
    func withLinks<Value>(_ body: (Links) async throws -> Value) async throws -> Value {
        let here = phones.map(\.name.text)
        let links: Links = CastMemberFile.all(in: folder)
            .filter { file in file.phone.map { !here.contains($0) } ?? (ownAuthority == nil) }
            .compactMap { file in CastLink(file).map { (file, $0) } }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(links))
        } catch {
            result = .failure(error)
        }
        for (_, link) in links {
            await link.leave()
        }
        return try result.get()
    }

    private func authority(_ links: Links) -> (any CastAuthority)? {
        ownAuthority ?? links.first { $0.file.role == .authority }.map { RemoteAuthority(link: $0.link) }
    }

    /// Moves the clock by `body` while nobody looks at a phone.
    func whileNobodyLooks<Value>(_ links: Links, _ body: () async throws -> Value) async throws -> Value {
        await setWatched(false, links)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        await setWatched(true, links)
        return try result.get()
    }

    private func setWatched(_ isWatched: Bool, _ links: Links) async {
        for phone in phones {
            await phone.setWatched(isWatched)
        }
        for (file, link) in links where file.phone != nil {
            let _: Bool? = await link.ask(CastQuestion.setWatched, isWatched)
        }
    }

    /// Runs all due tasks. The authority is first, so phones find what it publishes now. It is also last: it decides
    /// the phones' requests before the clock moves on, because their evidence is valid for an hour.
    ///
    /// - Returns: the time of the next task of any member.
    func runDueTasks(_ links: Links) async -> UnixTime? {
        let authority = authority(links)
        _ = await authority?.runDueTasks()
        var times: [UnixTime?] = []
        for phone in phones {
            times.append(await phone.runDueTasks())
        }
        for (file, link) in links where file.phone != nil {
            let answer: DueAnswer? = await link.ask(CastQuestion.runDueTasks, 0)
            times.append(answer?.time)
        }
        times.append(await authority?.runDueTasks())
        return times.compactMap(\.self).min().map { max($0, clock.now()) }
    }

    private static func peers(of phone: SimulatedPhone) async -> [any ProximityPeer] {
        let system = await phone.parts.system
        return phone.clients.map { system.antenna(of: $0.id) }
    }

    /// The antennas of another phone.
    private func peers(named name: String, _ links: Links) async throws -> [any ProximityPeer] {
        if let here = phones.first(where: { $0.name.text == name }) {
            return await Self.peers(of: here)
        }
        guard let (file, link) = links.first(where: { $0.file.phone == name }) else {
            throw PhonePageError.nobodyNear
        }
        // A phone whose process was killed is still announced.
        guard let clients: [ClientID] = await link.ask(CastQuestion.clients, 0) else {
            file.remove(in: folder)
            throw PhonePageError.nobodyNear
        }
        return clients.map { Neighbour(link: link, client: $0) }
    }

    private func guests(of phone: SimulatedPhone) async -> [any ConnectionGuest] {
        let system = await phone.parts.system
        return phone.clients.map { system.connections(of: $0.id) }
    }

    /// The clients of another phone that may take part in a meeting.
    private func guests(
        named name: String,
        _ links: Links,
        metBy phone: SimulatedPhone
    ) async throws -> [any ConnectionGuest] {
        if let here = phones.first(where: { $0.name.text == name }) {
            return await guests(of: here)
        }
        guard let link = links.first(where: { $0.file.phone == name })?.link,
            let clients: [ClientID] = await link.ask(CastQuestion.clients, 0)
        else {
            throw PhonePageError.nobodyNear
        }
        return clients.map { client in
            RemoteGuest(link: link, client: client, host: phone.name.text, calls: calls)
        }
    }

    private static func inTheAir(_ peer: any ProximityPeer, at metres: Double) -> SimulatedRadio.Phone {
        SimulatedRadio.Phone(peer: peer, transmitPower: ClientPorts.transmitPower, position: .init(x: metres, y: 0))
    }

    /// The measured attenuation, with so little noise that the rules decide the result of an encounter, not chance.
    private static let air: RadioModel = {
        var model = RadioModel()
        model.pairDeviation = 0
        model.scanDeviation = 2
        return model
    }()
}

/// An impossible request of a tester.
package enum PhonePageError: Error, Hashable {
    case nobodyNear
    case unknownControl
    /// The authority's servers do not follow the clock of the cast.
    case noAuthority
    /// Another process has the phone.
    case isRunning(PhoneName)
    /// A phone cannot have these clients: there is none, two share a name or a folder, or a name is not plain.
    case unusableClients([ClientID])
}
