import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import PhoneSimulation
import Testing

/// What the container keeps in its file.
@Suite("The file of a client")
struct StateContainerTests {
    private let disk = InMemoryPhoneStorage()

    private func container() throws -> StateContainer<NoteClient> {
        try StateContainer(
            NoteClient(),
            file: SealedStateFile(name: "note", format: "note-1", storage: disk, vault: disk),
            clock: ManualClock(UnixTime(1_600_000_000)),
            generator: SystemRandomNumberGenerator()
        )
    }

    @Test("does not exist before there is something to remember")
    func noFile() async throws {
        let client = try container()
        await client.send(.write(nil))
        #expect(try disk.read("note") == nil)
        await client.send(.write("milk"))
        #expect(try disk.read("note") != nil)
    }

    @Test("forgets what the client forgot, also if nothing is left")
    func cleared() async throws {
        let client = try container()
        await client.send(.write("milk"))
        await client.send(.write(nil))
        let afterRestart = try container()
        #expect(await afterRestart.state.memory.text == nil)
    }

    @Test("has the state of every effect that the sender of an action is told")
    func effects() async throws {
        let disk = FillingStorage()
        let phone = try LetterPhone(disk: disk)
        disk.isFull = true
        #expect(await phone.container.send(.launched) == [])
        disk.isFull = false
        #expect(await phone.container.send(.launched).count == 2)
        #expect(try disk.read("letters") != nil)
    }

    @Test("is not made again by a client that begins anew after a deletion")
    func wiped() async throws {
        let client = try container()
        await client.send(.write("milk"))
        try await client.wipeFile()
        await client.send(.write(nil))
        #expect(try disk.read("note") == nil)
    }
}

/// A client that remembers one text.
private struct NoteClient: ClientDefinition {
    struct State: ClientState {
        struct Memory: Codable, Equatable {
            var text: String?
        }

        var memory = Memory()

        init() {}

        init(memory: Memory) {
            self.memory = memory
        }
    }

    enum Action {
        case write(String?)
    }

    enum Effect {}

    func reduce(
        _ state: inout State,
        _ action: Action,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [Effect] {
        switch action {
        case .write(let text): state.memory.text = text
        }
        return []
    }

    func perform(_ effect: Effect, for container: isolated StateContainer<NoteClient>) async -> Action? {}
}
