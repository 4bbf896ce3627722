import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import ImmuniClient
import KeyExport
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization
import Testing

@Suite("The example of docs/ios.md")
struct IOSExampleTests {
    @Test("a phone made of the example's parts is set up, broadcasts, listens, and continues after a restart")
    func phone() async throws {
        try await TemporaryFolder.with { folder in
            let parts = try Parts(folder: folder)
            let phone = try parts.boot()
            let model = await AppModel(client: phone.client)
            let scene = Task { await model.run() }
            await Self.wait(for: model) { if case .onboarding = $0 { true } else { false } }
            let rome = try #require(Province(code: "RM"))
            let steps: [AppAction] = [
                .proceed, .proceed, .acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true),
                .chooseRegion(.lazio), .chooseProvince(rome), .proceed,
            ]
            for step in steps {
                await phone.client.send(step)
            }
            await Self.wait(for: model) { if case .home = $0 { true } else { false } }
            scene.cancel()

            let again = try parts.boot()
            await again.client.send(.launched(inForeground: true))
            guard case .home = await again.client.display.screen else {
                Issue.record("the file is lost")
                return
            }
            #expect(await again.framework.status == .activated)
            await parts.hardware.tick(start: 2)
            let broadcast = try #require(await parts.hardware.nextBroadcast())
            #expect(broadcast == (await again.framework.broadcast(at: parts.clock.now())))
        }
    }

    @MainActor
    private static func wait(for model: AppModel, until isThere: (AppScreen) -> Bool) async {
        while model.display.map({ !isThere($0.screen) }) ?? true {
            await Task.yield()
        }
    }

    @Test("its files are complete or absent")
    func files() async throws {
        try await TemporaryFolder.with { folder in
            let files = try AppFiles(folder: folder)
            #expect(try files.read("app") == nil)
            try files.replace("app", with: [1, 2])
            try files.replace("app", with: [3])
            #expect(try AppFiles(folder: folder).read("app") == [3])
            #expect(try files.names() == ["app"])
            try files.delete("app")
            try files.delete("app")
            #expect(try files.names().isEmpty)
        }
    }

    @Test("every task and every kind of notification has a name of its own")
    func names() {
        #expect(Set(MobileClient.tasks.map(\.systemIdentifier)).count == 4)
        let days = [0, 1].map { PhoneNotification.riskOfExposure(lastContact: CalendarDay(daysSinceEpoch: $0)) }
        let others: [PhoneNotification] = [
            .serviceNotActive, .onboardingNotCompleted, .updateRequired, .recoveryReminder,
        ]
        let kinds = (days + others).map(MobileClient.NotificationKind.init)
        #expect(kinds == [.riskOfExposure] + MobileClient.NotificationKind.allCases)
        #expect(MobileClient.NotificationKind(of: PhoneNotification("anotherClients")) == nil)
    }

    @Test("its timer fires once, at the time that was set last")
    func timer() async {
        let timer = OpenAppTimer()
        let clock = ManualClock(UnixTime(1000))
        let (wakes, wake) = AsyncStream.makeStream(of: Int.self)
        await timer.set(UnixTime(5000), by: clock) { wake.yield(1) }
        await timer.set(UnixTime(1000), by: clock) { wake.yield(2) }
        for await number in wakes {
            #expect(number == 2)
            break
        }
    }

    /// The parts of a phone beside its app.
    private struct Parts {
        let folder: URL
        let clock = ManualClock(UnixTime(1_795_255_200))
        let authority: InMemoryAuthority
        let owner = SampleOwner(sharesKeys: true)
        let hardware = SampleHardware()
        let vaults = (framework: InMemoryPhoneStorage(), app: InMemoryPhoneStorage())

        init(folder: URL) throws {
            self.folder = folder
            authority = InMemoryAuthority(clock: clock)
        }

        func boot() throws -> ExamplePhone {
            let app = MobileClient.App(
                platform: .iOS,
                build: 1,
                exportVerifier: try ExportVerifier(keys: [ExportVerificationKey(authority.publicKeyPEM)]),
                messageVerifier: nil
            )
            return try ExamplePhone(
                app: app,
                folder: folder,
                vaults: vaults,
                radio: AppRadio(hardware: hardware, clock: clock, ticks: hardware.ticks),
                prompts: owner,
                system: SampleSystem(owner: owner),
                notifications: SampleSystem(owner: owner),
                scheduler: SampleSystem(owner: owner),
                transport: authority,
                evidence: .apple(owner, .deviceCheck),
                clock: clock
            )
        }
    }
}

/// A radio's hardware that records what it broadcasts.
private final class SampleHardware: RadioHardware {
    private let tickers = Mutex<[AsyncStream<Void>.Continuation]>([])
    private let broadcasts = AsyncStream.makeStream(of: Broadcast?.self)

    var state: BluetoothState { .on }

    func advertise(_ broadcast: Broadcast?) async { broadcasts.continuation.yield(broadcast) }

    func scans() -> AsyncStream<[ReceivedAdvertisement]> { AsyncStream { $0.finish() } }

    @Sendable func ticks() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        tickers.withLock { $0.append(continuation) }
        return stream
    }

    /// Makes the radio that was started as number `start` ask for its packet.
    func tick(start: Int) async {
        while tickers.withLock({ $0.count < start }) {
            await Task.yield()
        }
        _ = tickers.withLock { $0[start - 1].yield() }
    }

    func nextBroadcast() async -> Broadcast? {
        for await broadcast in broadcasts.stream {
            if let broadcast {
                return broadcast
            }
        }
        return nil
    }
}

private struct SampleSystem: PhoneSystem, PhoneNotifications, PhoneScheduler {
    let owner: SampleOwner

    func facts() async -> PhoneFacts { await owner.facts() }
    func mayNotify() async -> Bool { await owner.mayNotify() }
    func show(_ notification: PhoneNotification) async { await owner.show(notification) }
    func schedule(_ task: PhoneTask, at time: UnixTime?) {}
}
