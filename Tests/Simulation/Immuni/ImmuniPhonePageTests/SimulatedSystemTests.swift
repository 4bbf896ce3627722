import ExposureFramework
import ExposurePrimitives
import Foundation
import ImmuniAPI
import ImmuniClient
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Testing

@testable import ImmuniPhonePage

@Suite("The simulated operating system")
struct SimulatedSystemTests {
    private func system(_ file: URL) -> SimulatedSystem {
        SimulatedSystem(platform: .iOS, file: file, language: "en-GB")
    }

    private let file = FileManager.default.temporaryDirectory.appending(path: "avviso-system-\(UUID().uuidString)")

    @Test("asks one question at a time and returns the owner's answer", arguments: [true, false])
    func questions(isGranted: Bool) async {
        let system = system(file)
        async let answer = system.mayExchangeIdentifiers()
        while system.question == nil {
            await Task.yield()
        }
        #expect(system.question == .exchangeIdentifiers)
        #expect(await system.mayShareKeys() == false)
        system.answer(isGranted)
        #expect(await answer == isGranted)
        #expect(system.question == nil)
    }

    @Test("answers open questions when it stops, and asks no more")
    func stop() async {
        let system = system(file)
        async let answer = system.mayShareKeys()
        while system.question == nil {
            await Task.yield()
        }
        system.stop()
        #expect(await answer == false)
        #expect(await system.mayShareKeys() == false)
    }

    @Test("wakes the app once for each due task, the earliest first")
    func tasks() {
        let system = system(file)
        system.schedule(.coverTraffic, at: UnixTime(20))
        system.schedule(.backgroundSession, at: UnixTime(10))
        system.schedule(.chunkRetry, at: UnixTime(15))
        system.schedule(.chunkRetry, at: nil)
        #expect(system.nextTask == UnixTime(10))
        #expect(system.takeTask(dueAt: UnixTime(9)) == nil)
        #expect(system.takeTask(dueAt: UnixTime(10)) == .backgroundSession)
        #expect(system.takeTask(dueAt: UnixTime(20)) == .coverTraffic)
        #expect(system.takeTask(dueAt: UnixTime(20)) == nil)
    }

    @Test("remembers switches and notifications, and shows each kind of notification once")
    func memory() async {
        defer { try? FileManager.default.removeItem(at: file) }
        let first = system(file)
        first.change { $0.isBluetoothOn = false }
        let day = UnixTime(1_795_255_200).utcDay
        await first.show(.riskOfExposure(lastContact: day))
        await first.show(.riskOfExposure(lastContact: day.advanced(byDays: 1)))
        let second = system(file)
        #expect(second.antenna.state == .off)
        #expect(second.state.notifications == [.riskOfExposure(lastContact: day.advanced(byDays: 1))])
    }

    @Test(
        "lets apps notify until their owner forbids it on Android, and only after the question on an iPhone",
        arguments: [
            (.android, nil, .granted), (.android, false, .refused), (.iOS, nil, .notDetermined), (.iOS, true, .granted),
        ] as [(SettingsRequest.Platform, Bool?, PhoneFacts.NotificationPermission)]
    )
    func notifications(
        platform: SettingsRequest.Platform,
        answer: Bool?,
        permission: PhoneFacts.NotificationPermission
    ) async {
        let system = SimulatedSystem(platform: platform, file: file, language: "en-GB")
        system.change { $0.mayNotify = answer }
        #expect(await system.facts().notificationPermission == permission)
        #expect(system.state.notificationPermission(on: platform) == permission)
    }

    @Test("writes no file while its storage is full, or after it was switched off")
    func storage() throws {
        let system = system(file)
        defer { try? FileManager.default.removeItem(at: file) }
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
    func mishaps(isWrong: Bool) async throws {
        let system = SimulatedSystem(platform: .android, file: file, language: "en-GB")
        defer { try? FileManager.default.removeItem(at: file) }
        system.change {
            $0.mishaps.hasRadio = !isWrong
            $0.mishaps.isSystemOld = isWrong
            $0.mishaps.areServicesOld = isWrong
        }
        #expect(system.antenna.state == (isWrong ? .unsupported : .on))
        let facts = await system.facts()
        let oldest = SystemRequirements()
        #expect((facts.systemVersion < oldest.android) == isWrong)
        #expect((try #require(facts.servicesVersion) < oldest.androidServices) == isWrong)
        #expect(SimulatedSystem(platform: .android, file: file, language: "it").antenna.state == system.antenna.state)
    }
}
