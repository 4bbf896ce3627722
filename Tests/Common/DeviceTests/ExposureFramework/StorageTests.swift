import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Testing

@Suite("The framework's storage")
struct StorageTests {
    private static let day: Int64 = 86_400
    /// The file of the sightings at the start.
    private static let sightingsFile = "sightings-\(SamplePhone.start.seconds / 3600)"

    @Test(
        "lets a phone continue by itself after minutes, after days, and across a month's end",
        arguments: [60, 1200, day, 3 * day, 13 * day] as [Int64]
    )
    func restart(seconds: Int64) async throws {
        // 28 November 2026, noon.
        let clock = ManualClock(UnixTime(1_795_867_200))
        let phone = SamplePhone(clock: clock)
        let before = try await phone.bootEnabled(todaysKey: .withheld)
        let broadcast = try await phone.hearItself(before)
        phone.antenna.stop()
        clock.advance(bySeconds: seconds)
        let after = try phone.boot(todaysKey: .withheld)
        #expect(await after.status == .activated)
        #expect(await after.rawSightings.count == 1)
        #expect(after.damage.isEmpty)
        let next = try #require(await phone.antenna.broadcast(at: clock.now()))
        #expect((next == broadcast) == (seconds < 600), "within its term the same goes on, with its address")
        clock.advance(bySeconds: 14 * Self.day - seconds)
        let keys = try await after.temporaryExposureKeyHistory()
        #expect(keys.contains { $0.allIdentifiers.contains(Self.identifier(in: broadcast)) })
        #expect(keys.contains { $0.allIdentifiers.contains(Self.identifier(in: next)) })
    }

    @Test("keeps a disabled phone disabled after a restart")
    func disabled() async throws {
        let phone = SamplePhone()
        try await phone.bootEnabled().disable()
        let after = try phone.boot()
        #expect(await after.status == .inactivated)
        #expect(await phone.antenna.broadcast(at: phone.clock.now()) == nil)
    }

    @Test("deletes at the start what expired while the phone was off", arguments: [(-1, 1), (0, 0)])
    func expired(seconds: Int64, files: Int) async throws {
        let (phone, before) = try await SamplePhone.enabled()
        try await phone.hearItself(before)
        phone.clock.advance(bySeconds: 14 * Self.day + seconds)
        _ = try phone.boot()
        #expect(try phone.storage.names().count { $0.hasPrefix("sightings") } == files)
    }

    @Test("holds no key, identifier or signal strength in the clear, and never the same bytes twice")
    func encrypted() async throws {
        let (phone, framework) = try await SamplePhone.enabled(todaysKey: .withheld)
        let broadcast = try await phone.hearItself(framework)
        let first = try Self.files(of: phone)
        #expect(first.keys.sorted() == [Self.sightingsFile, "state"])
        phone.clock.advance(bySeconds: Self.day)
        let key = try #require(try await framework.temporaryExposureKeyHistory().first)
        for secret in [key.keyData.exposedBytes, Self.identifier(in: broadcast).bytes] {
            for content in try Self.files(of: phone).values {
                #expect(!content.contains(secret))
            }
        }
        try await framework.disable()
        try await framework.enable()
        let state = try phone.storage.read("state")
        try await framework.disable()
        try await framework.enable()
        #expect(try phone.storage.read("state") != state)
    }

    @Test("survives damage to one file: it is reported and removed, and the rest stays", arguments: Damage.allCases)
    func damaged(damage: Damage) async throws {
        let (phone, before) = try await SamplePhone.enabled()
        let packet = try #require(await before.broadcast(at: phone.clock.now())).packet
        let tomorrow = phone.clock.now().advanced(bySeconds: Self.day)
        await before.receive([.init(packet, at: phone.clock.now()), .init(packet, at: tomorrow)])
        let today = SamplePhone.start.utcDay
        let sightings = Self.sightingsFile
        for (file, data) in [(sightings, DamagedData.sightings(today)), ("state", .keysAndSettings)] {
            let content = try #require(try phone.storage.read(file))
            try phone.storage.replace(file, with: damage.inflicted(on: content))
            let after = try phone.boot()
            #expect(after.damage == [data])
            #expect(try phone.storage.read(file) == nil)
            #expect(await after.rawSightings.count == 1)
        }
        let last = try phone.boot()
        #expect(last.damage.isEmpty)
        #expect(await last.status == [.inactivated, .noConsent], "the permission was lost, so it is asked for again")
        try await last.enable()
        #expect(await last.broadcast(at: phone.clock.now()) != nil)
    }

    enum Damage: CaseIterable {
        case empty, cutOff, longer, firstByte, middleByte, lastByte

        func inflicted(on content: [UInt8]) -> [UInt8] {
            var content = content
            switch self {
            case .empty: content = []
            case .cutOff: content.removeLast()
            case .longer: content.append(0)
            case .firstByte: content[0] ^= 1
            case .middleByte: content[content.count / 2] ^= 1
            case .lastByte: content[content.count - 1] ^= 1
            }
            return content
        }
    }

    @Test("accepts no file in the place of another")
    func exchanged() async throws {
        let (phone, before) = try await SamplePhone.enabled()
        try await phone.hearItself(before)
        let today = SamplePhone.start.utcDay
        let content = try #require(try phone.storage.read(Self.sightingsFile))
        try phone.storage.replace("sightings-\(SamplePhone.start.seconds / 3600 + 24)", with: content)
        #expect(try phone.boot().damage == [.sightings(today.advanced(byDays: 1))])
    }

    @Test("begins again if the key is gone, and deletes unreadable files")
    func keyLost() async throws {
        let phone = SamplePhone()
        _ = try await phone.bootEnabled().broadcast(at: phone.clock.now())
        try phone.storage.deleteKey()
        let after = try phone.boot()
        #expect(await after.status == [.inactivated, .noConsent])
        #expect(try phone.storage.names().isEmpty)
    }

    @Test("reports failures of the storage, stays silent rather than broadcast an unsaved key, and recovers")
    func failing() async throws {
        let storage = FragileStorage()
        let (phone, framework) = try await SamplePhone.enabled(storage: storage)
        storage.fail(true)
        #expect(await phone.broadcast(of: framework) == nil)
        #expect(await framework.status == [.activated, .lowStorage])
        await #expect(throws: ExposureFrameworkError.diskIO) { try await framework.temporaryExposureKeyHistory() }
        await #expect(throws: ExposureFrameworkError.diskIO) { try await framework.exposureWindows() }
        await #expect(throws: ExposureFrameworkError.diskIO) { try await framework.wipe() }
        #expect(throws: ExposureFrameworkError.diskIO) { try phone.boot() }
        storage.fail(false)
        try await framework.enable()
        #expect(phone.owner.exchangeQuestions == 2, "what failed to be wiped is wiped before anything else is stored")
        let broadcast = try #require(await phone.broadcast(of: framework))
        #expect(await framework.status == .activated)
        #expect(await (try phone.boot()).broadcast(at: phone.clock.now()) == broadcast)
    }

    @Test("keeps sightings while the storage fails, and stores them with the next scan, even in another hour")
    func heardMeanwhile() async throws {
        let storage = FragileStorage()
        let (phone, framework) = try await SamplePhone.enabled(storage: storage)
        let packet = try #require(await phone.broadcast(of: framework)).packet
        storage.fail(true)
        await framework.receive([ReceivedAdvertisement(packet, at: phone.clock.now())])
        #expect(await framework.status == [.activated, .lowStorage])
        await framework.receive([])
        #expect(await framework.status == [.activated, .lowStorage], "nothing new to store is no success")
        storage.fail(false)
        phone.clock.advance(bySeconds: 3600)
        await framework.receive([ReceivedAdvertisement(packet, at: phone.clock.now())])
        #expect(await (try phone.boot()).rawSightings.count == 2)
    }

    @Test("survives a kill before any write: nothing that was broadcast, released or promised is lost")
    func killed() async throws {
        var (died, survived) = (0, 0)
        for operations in 0..<60 {
            let storage = FragileStorage()
            let phone = SamplePhone(storage: storage)
            storage.die(after: operations)
            let seen = await Self.live(phone, storage: storage)
            died += storage.isDead ? 1 : 0
            survived += storage.isDead ? 0 : 1
            storage.revive()
            let after = try phone.boot(todaysKey: .withheld)
            #expect(after.damage.isEmpty)
            if await after.authorisation != .authorised {
                #expect(seen.identifiers.isEmpty)
                continue
            }
            try await after.enable()
            let questions = phone.owner.shareQuestions
            _ = try await after.temporaryExposureKeyHistory()
            if !seen.keys.isEmpty {
                #expect(phone.owner.shareQuestions == questions, "a consent that was used counts on")
            }
            phone.clock.advance(bySeconds: 2 * Self.day)
            let keys = try await after.temporaryExposureKeyHistory()
            let known = Set(keys.flatMap(\.allIdentifiers))
            #expect(seen.identifiers.isSubset(of: known), "killed after \(operations) writes")
            #expect(Set(seen.keys).isSubset(of: keys))
            #expect(await after.rawSightings.count >= seen.sightings)
        }
        #expect(died > 10 && survived > 5)
    }

    @Test("wipes for good, even if it is killed in between", arguments: 0..<5)
    func killedWhileWiping(writes: Int) async throws {
        let storage = FragileStorage()
        let (phone, framework) = try await SamplePhone.enabled(storage: storage)
        try await phone.hearItself(framework)
        storage.die(after: writes)
        try? await framework.wipe()
        storage.revive()
        let after = try phone.boot()
        let isWiped = await after.authorisation == .notDetermined
        #expect(isWiped == (writes > 0), "the key goes first, and everything with it")
        #expect(await after.rawSightings.isEmpty == isWiped)
        #expect(try storage.names().isEmpty == isWiped)
    }

    /// The outputs of a phone before it was killed.
    private struct Seen {
        var identifiers: Set<RollingProximityIdentifier> = []
        var keys: [TemporaryExposureKey] = []
        var sightings = 0
    }

    /// An hour with a phone, until its storage dies.
    private static func live(_ phone: SamplePhone, storage: FragileStorage) async -> Seen {
        var seen = Seen()
        guard let framework = try? phone.boot(), (try? await framework.enable()) != nil, !storage.isDead else {
            return seen
        }
        for step in 0..<6 {
            phone.clock.advance(bySeconds: 700)
            let broadcast = await phone.broadcast(of: framework)
            guard let broadcast, !storage.isDead else {
                return seen
            }
            seen.identifiers.insert(identifier(in: broadcast))
            await framework.receive([ReceivedAdvertisement(broadcast.packet, at: phone.clock.now())])
            guard !storage.isDead else {
                return seen
            }
            seen.sightings += 1
            if step == 3 {
                let keys = (try? await framework.temporaryExposureKeyHistory()) ?? []
                guard !storage.isDead else {
                    return seen
                }
                seen.keys = keys
            }
        }
        return seen
    }

    private static func identifier(in broadcast: Broadcast) -> RollingProximityIdentifier {
        guard let advertisement = try? GAENAdvertisement(packet: broadcast.packet) else {
            preconditionFailure("the framework broadcasts its own packets")
        }
        return advertisement.identifier
    }

    private static func files(of phone: SamplePhone) throws -> [String: [UInt8]] {
        try phone.storage.names().reduce(into: [:]) { $0[$1] = try phone.storage.read($1) }
    }
}
