import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import PhoneSimulation
import Testing

/// What the kit promises to every client, shown with the trial client.
@Suite("A small client on the kit", .timeLimit(.minutes(5)))
struct LetterClientTests {
    private static let week: Int64 = 7 * 86_400

    @Test("killed before and after every effect, delivers its letter with the same bytes, and goes on")
    func kills() async throws {
        let count = try await Self.live(effect: nil, isAfter: false)
        #expect(count > 15)
        for effect in 1...count {
            for isAfter in [false, true] {
                _ = try await Self.live(effect: effect, isAfter: isAfter)
            }
        }
    }

    /// A letter whose first two answers are lost, and a week.
    ///
    /// - Returns: the number of effects.
    private static func live(effect: Int?, isAfter: Bool) async throws -> Int {
        let server = LetterServer(lostAnswers: 2)
        var phone = KilledPhone(try LetterPhone(server: server), effect: effect, isAfter: isAfter)
        let end = phone.sample.clock.now().advanced(bySeconds: week)
        try await phone.send(.launched)
        try await phone.send(.write("Dear server"))
        try await phone.run(until: end)
        let context = "killed \(isAfter ? "after" : "before") effect \(effect ?? 0)"
        let state = await phone.sample.container.state
        #expect(state.memory.letter == nil && state.memory.deliveries == 1, "\(context)")
        #expect(Set(server.letters).count == 1, "\(context): every attempt has the same bytes")
        #expect((3...(effect == nil ? 3 : 4)).contains(server.letters.count), "\(context)")
        #expect(Set(server.requests.map { WireSize.of($0, authority: "letters.example.org") }) == [LetterClient.size])
        #expect(phone.sample.scheduler[.cover] != nil, "\(context): dummies go on")
        return phone.count
    }

    @Test("sends its letter at the times at which a phone without one sends dummies")
    func placesOfDummies() async throws {
        var times: [[Int64]] = []
        for writes in [false, true] {
            let sample = try LetterPhone()
            var phone = KilledPhone(sample, effect: nil, isAfter: false)
            try await phone.send(.launched)
            if writes {
                try await phone.send(.write("Dear server"))
            }
            var seen: [Int64] = []
            let start = sample.clock.now()
            for minute in 1...Self.week / 60 {
                let before = sample.server.requests.count
                try await phone.run(until: start.advanced(bySeconds: minute * 60))
                seen += Array(repeating: minute, count: sample.server.requests.count - before)
            }
            #expect(sample.server.letters.count == (writes ? 1 : 0))
            times.append(seen)
        }
        // Later draws differ, because the letter's padding was drawn too.
        #expect(times[0].first == times[1].first)
        for times in times {
            let first = times.filter { $0 <= (times.first ?? 0) + 9 }
            #expect((2...3).contains(first.count), "a sequence has no more requests with a letter than without")
        }
    }

    @Test("does nothing that its file does not know of, and shows the state before")
    func fullStorage() async throws {
        let disk = FillingStorage()
        let phone = try LetterPhone(disk: disk)
        await phone.container.send(.launched)
        disk.isFull = true
        await phone.container.send(.write("Dear server"))
        #expect(await phone.container.state.memory.letter == nil)
        let opportunity = try #require(phone.scheduler[.cover])
        phone.clock.set(opportunity)
        await phone.container.send(.woken(.cover))
        #expect(phone.server.requests.isEmpty)
        disk.isFull = false
        await phone.container.send(.woken(.cover))
        #expect(phone.server.requests.count == 1)
    }

    @Test("begins again if its file is damaged, and waits while the file cannot be read")
    func files() async throws {
        let disk = InMemoryPhoneStorage()
        let phone = try LetterPhone(disk: disk)
        await phone.container.send(.launched)
        await phone.container.send(.write("Dear server"))
        #expect(await (try phone.restarted()).container.state.memory.letter != nil)
        let content = try #require(try disk.read("letters"))
        #expect(content.firstRange(of: Array("cover".utf8)) == nil, "sealed")
        try disk.replace("letters", with: Array(content.dropLast()))
        #expect(await (try phone.restarted()).container.state == LetterClient.State())
        #expect(throws: PhoneStorageError.self) {
            try LetterPhone(disk: LockedStorage())
        }
    }

    @Test("tells its observers the present state and every later one")
    func observers() async throws {
        let phone = try LetterPhone()
        let letters = await phone.container.values { $0.memory.letter != nil }
        var iterator = letters.makeAsyncIterator()
        #expect(await iterator.next() == false)
        await phone.container.send(.write("Dear server"))
        #expect(await iterator.next() == true)
    }

    @Test("shares nothing with another client on the same phone")
    func twoClients() async throws {
        let clock = ManualClock(UnixTime(1_795_255_200))
        let phones = try [LetterPhone(clock: clock), LetterPhone(clock: clock)]
        for phone in phones {
            await phone.container.send(.launched)
        }
        await phones[0].container.send(.write("Dear server"))
        #expect(await phones[1].container.state.memory.letter == nil)
        try await phones[0].container.wipeFile()
        #expect(try phones[0].disk.names().isEmpty)
        #expect(try phones[1].disk.names() == ["letters"])
    }

    #if DEBUG
        @Test("names in its log kinds alone")
        func log() async throws {
            let phone = try LetterPhone()
            await phone.container.send(.launched)
            await phone.container.send(.write("Dear server"))
            let log = await phone.container.log.entries.map { "\($0)" }.joined()
            #expect(log.contains("write") && !log.contains("Dear"))
        }
    #endif
}

/// A phone that is locked.
private final class LockedStorage: PhoneStorage, KeyVault {
    func read(_ name: String) throws(PhoneStorageError) -> [UInt8]? { throw PhoneStorageError() }
    func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError) { throw PhoneStorageError() }
    func delete(_ name: String) throws(PhoneStorageError) { throw PhoneStorageError() }
    func names() throws(PhoneStorageError) -> [String] { throw PhoneStorageError() }
    func key() throws(PhoneStorageError) -> SecretBytes? { throw PhoneStorageError() }
    func store(_ key: SecretBytes) throws(PhoneStorageError) { throw PhoneStorageError() }
    func deleteKey() throws(PhoneStorageError) { throw PhoneStorageError() }
}
