import ExposurePrimitives
import Foundation
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Testing

@testable import PhonePage

@Suite("The simulated operating system")
final class SimulatedSystemTests: Sendable {
    private let (one, two): (ClientID, ClientID) = ("one", "two")
    private let file = FileManager.default.temporaryDirectory.appending(path: "avviso-system-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: file)
    }

    private func system(_ platform: PhonePlatform = .iOS) -> SimulatedSystem {
        SimulatedSystem(platform: platform, file: file, language: "en-GB", clients: [one, two])
    }

    @Test("asks one question at a time, then the others, and returns the owner's answers", arguments: [true, false])
    func questions(isGranted: Bool) async throws {
        let system = system()
        async let first = ClientSystem(phone: system, client: one).mayExchangeIdentifiers()
        let number = await asked(system, after: nil).number
        #expect(system.question?.client == one && system.question?.question == .exchangeIdentifiers)
        let version = system.version
        async let second = ClientSystem(phone: system, client: two).mayShareKeys()
        await change(of: system, since: version)
        #expect(system.question?.number == number, "the first stays on the screen")
        #expect(system.answer(number, isGranted))
        #expect(await first == isGranted)
        #expect(system.question?.client == two && system.question?.question == .shareKeys)
        #expect(!system.answer(number, true), "a late answer to the first")
        #expect(system.answer(try #require(system.question).number, !isGranted))
        #expect(await second == !isGranted)
        #expect(system.question == nil)
        #expect(!system.answer(number, true), "without a question")
    }

    @Test("asks a question that a client repeats once, and gives both the answer")
    func repeated() async throws {
        let system = system()
        let own = ClientSystem(phone: system, client: one)
        async let first = own.mayNotify()
        let number = await asked(system, after: nil).number
        let version = system.version
        async let second = own.mayNotify()
        await change(of: system, since: version)
        #expect(system.answer(number, true))
        #expect(await [first, second] == [true, true])
        #expect(system.question == nil)
    }

    @Test("gives each question a number of its own, also the same question again")
    func numbers() async {
        let system = system()
        var numbers: [Int] = []
        for _ in 0..<3 {
            async let answer = ClientSystem(phone: system, client: one).mayShareKeys()
            let number = await asked(system, after: numbers.last).number
            #expect(system.answer(number, true))
            #expect(await answer)
            numbers.append(number)
        }
        #expect(Set(numbers).count == 3)
    }

    /// Waits for a question on the screen.
    private func asked(_ system: SimulatedSystem, after number: Int?) async -> SimulatedSystem.OpenQuestion {
        while true {
            if let question = system.question, question.number != number {
                return question
            }
            await Task.yield()
        }
    }

    private func change(of system: SimulatedSystem, since version: Int) async {
        while system.version == version {
            await Task.yield()
        }
    }

    @Test("answers open questions when it stops, and asks no more")
    func stop() async {
        let system = system()
        let own = ClientSystem(phone: system, client: one)
        async let answer = own.mayShareKeys()
        _ = await asked(system, after: nil)
        let version = system.version
        async let next = own.mayExchangeIdentifiers()
        await change(of: system, since: version)
        system.stop()
        #expect(await [answer, next] == [false, false])
        #expect(await own.mayShareKeys() == false)
    }

    @Test("wakes clients for what is due, the earliest first, and once")
    func tasks() {
        let system = system()
        let (first, second) = (ClientSystem(phone: system, client: one), ClientSystem(phone: system, client: two))
        first.schedule(.news, at: UnixTime(20))
        second.schedule(.news, at: UnixTime(10))
        first.schedule(.retry, at: UnixTime(15))
        second.schedule(.retry, at: UnixTime(30))
        first.schedule(.retry, at: nil)
        #expect(system.nextTask == UnixTime(10))
        #expect(system.takeTask(dueAt: UnixTime(9)) == nil)
        #expect(system.takeTask(dueAt: UnixTime(10)) == .init(client: two, task: .news))
        #expect(system.takeTask(dueAt: UnixTime(20)) == .init(client: one, task: .news))
        #expect(system.takeTask(dueAt: UnixTime(20)) == nil)
        #expect(system.nextTask == UnixTime(30), "a client withdraws its own task alone")
    }

    @Test("remembers switches, permissions and notifications, and shows each kind of notification of a client once")
    func memory() async {
        let first = system()
        first.change { $0.isBluetoothOn = false }
        let day = UnixTime(1_795_255_200).utcDay
        let own = ClientSystem(phone: first, client: one)
        await own.show(.contact(on: day))
        await ClientSystem(phone: first, client: two).show(.contact(on: day))
        await own.show(.contact(on: day.advanced(byDays: 1)))
        let second = system()
        #expect(second.antenna(of: one).state == .off && second.antenna(of: two).state == .off)
        #expect(second.state[one].notifications == [.contact(on: day.advanced(byDays: 1))])
        #expect(second.state[two].notifications == [.contact(on: day)])
    }

    @Test("goes on from the file of a phone from before it could have several clients")
    func olderFile() throws {
        let older = """
            {"build":2,"isBluetoothOn":false,"isLocationOn":true,"language":"it","mayNotify":true,"notifications":[],\
            "mishaps":{"areServicesOld":false,"hasRadio":true,"isStorageFull":false,"isSystemOld":true,"network":"works"}}
            """
        try Data(older.utf8).write(to: file)
        let state = system().state
        #expect(state.language == "it" && !state.isBluetoothOn && state.mishaps.isSystemOld)
        #expect(state[one] == SystemState.Client(mayNotify: true, build: 2))
        #expect(state[two] == SystemState.Client())
    }

    @Test(
        "lets apps notify until their owner forbids it on Android, and only after the question on an iPhone",
        arguments: [
            (.android, nil, .granted), (.android, false, .refused), (.iOS, nil, .notDetermined), (.iOS, true, .granted),
        ] as [(PhonePlatform, Bool?, PhoneFacts.NotificationPermission)]
    )
    func mayNotify(platform: PhonePlatform, answer: Bool?, permission: PhoneFacts.NotificationPermission) async {
        let system = system(platform)
        system.change { $0[one].mayNotify = answer }
        #expect(await ClientSystem(phone: system, client: one).facts().notificationPermission == permission)
        let other = await ClientSystem(phone: system, client: two).facts().notificationPermission
        #expect(other == (platform == .android ? .granted : .notDetermined), "each client has a permission of its own")
    }

    @Test("writes no file while its storage is full, or after it was switched off")
    func storage() throws {
        let system = system()
        let storage = SimulatedStorage(base: InMemoryPhoneStorage(), system: system)
        try storage.replace("a", with: [1])
        system.change { $0.mishaps.isStorageFull = true }
        #expect(throws: PhoneStorageError()) { try storage.replace("a", with: [2]) }
        try storage.delete("b")
        system.change { $0.mishaps.isStorageFull = false }
        try storage.replace("a", with: [3])
        system.stop()
        #expect(throws: PhoneStorageError()) { try storage.replace("a", with: [4]) }
        #expect(throws: PhoneStorageError()) { try storage.delete("a") }
        #expect(try storage.read("a") == [3])
    }

    @Test("has the radio, the system version and the services version that the tester chose", arguments: [true, false])
    func mishaps(isWrong: Bool) async {
        let android = system(.android)
        android.change {
            $0.mishaps.hasRadio = !isWrong
            ($0.mishaps.isSystemOld, $0.mishaps.areServicesOld) = (isWrong, isWrong)
        }
        for client in [one, two] {
            #expect(android.antenna(of: client).state == (isWrong ? .unsupported : .on))
            let facts = await ClientSystem(phone: android, client: client).facts()
            #expect(facts.systemVersion == (isWrong ? SystemVersion(5, 1) : SystemVersion(11)))
            #expect(facts.servicesVersion == (isWrong ? SystemVersion(20, 18, 12) : SystemVersion(20, 45, 16)))
        }
        let again = SimulatedSystem(platform: .android, file: file, language: "it", clients: ["one"])
        #expect(again.antenna(of: one).state == android.antenna(of: one).state)
    }
}

extension PhoneTask {
    fileprivate static let news = PhoneTask("news")
    fileprivate static let retry = PhoneTask("retry")
}

extension PhoneNotification {
    fileprivate static func contact(on day: CalendarDay) -> PhoneNotification {
        PhoneNotification("contact", lastContact: day)
    }
}
