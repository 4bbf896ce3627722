import ClientKit
import ClientTesting
import CoronaWarnConfiguration
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import GAENCore
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization
import Testing

@testable import CoronaWarnClient

/// A phone with its servers and its owner, for the tests: the real app, the real framework, real files.
struct SampleApp {
    let clock: ManualClock
    let servers: InMemoryServers
    let framework: PortableExposureFramework
    let app: CoronaWarnApp
    let owner: SampleOwner
    let scheduler: ManualScheduler
    private let disk: SampleDisk
    /// The number of starts of the phone.
    private let starts: UInt64

    init(disk: SampleDisk = SampleDisk()) throws {
        let clock = ManualClock(PhoneWorld.start)
        let servers = InMemoryServers(clock: clock)
        try self.init(disk: disk, owner: SampleOwner(), clock: clock, servers: servers, starts: 0)
    }

    private init(disk: SampleDisk, owner: SampleOwner, clock: ManualClock, servers: InMemoryServers, starts: UInt64)
        throws
    {
        (self.disk, self.owner, self.clock, self.servers, self.starts) = (disk, owner, clock, servers, starts)
        scheduler = ManualScheduler()
        framework = try Self.framework(of: owner, disk, clock, seed: 1 + 1000 * starts)
        app = try CoronaWarnApp(
            app: CoronaWarnApp.App(platform: .iOS, keys: servers.keys()),
            phone: CoronaWarnApp.Phone(
                framework: framework,
                transport: servers,
                notifications: owner,
                system: owner,
                scheduler: scheduler,
                storage: disk.app,
                vault: disk.appVault,
                clock: clock,
                generator: SeededGenerator(seed: 2 + 1000 * starts)
            )
        )
    }

    /// The same phone switched off and on: framework and app from their files, with an empty schedule.
    func restarted() throws -> SampleApp {
        try SampleApp(disk: disk, owner: owner, clock: clock, servers: servers, starts: starts + 1)
    }

    var state: AppState { get async { await app.container.state } }

    /// Broadcasts on each of `days` UTC days up to today, so the phone has that many keys.
    func live(days: Int) async {
        for day in (0..<days).reversed() {
            _ = await framework.broadcast(at: clock.now().advanced(bySeconds: -Int64(day) * 86_400))
        }
    }

    /// Makes this phone hear a new person's phone for `minutes` today, with a scan every five minutes, and returns that
    /// phone's key of today, as it is published tomorrow.
    func meet(seed: UInt64, minutes: Int64) async throws -> DiagnosisKey {
        let other = try Self.framework(of: SampleOwner(), SampleDisk(), clock, seed: seed)
        try await other.enable()
        try await framework.hear(other, minutes: minutes, rssi: -50, until: clock.now())
        clock.advance(bySeconds: 86_400)
        let key = try #require(try await other.temporaryExposureKeyHistory().last)
        clock.advance(bySeconds: -86_400)
        return DiagnosisKey(key: key, transmissionRiskLevel: 8, daysSinceOnsetOfSymptoms: 2)
    }

    private static func framework(of owner: SampleOwner, _ disk: SampleDisk, _ clock: ManualClock, seed: UInt64)
        throws -> PortableExposureFramework
    {
        try disk.framework(of: owner, clock, seed: seed) { $0.todaysKey = .withheld }
    }
}

extension PortableExposureFramework {
    /// Hears `other`'s phone for `minutes` until `end`, with a scan every five minutes.
    func hear(_ other: PortableExposureFramework, minutes: Int64, rssi: Int8, until end: UnixTime) async throws {
        for minute in stride(from: Int64(0), through: minutes, by: 5) {
            let time = end.advanced(bySeconds: (minute - minutes) * 60)
            let packet = try #require(await other.broadcast(at: time)).packet
            let previous = minute == 0 ? nil : time.advanced(bySeconds: -300)
            receive([ReceivedAdvertisement(packet: packet, rssi: rssi, time: time, previousScan: previous)])
        }
    }
}

extension SampleApp: RestartablePhone {
    var container: StateContainer<AppDefinition> { app.container }
    var launch: AppAction { .launched(inForeground: false) }

    func wakeUp(for task: PhoneTask) -> AppAction { .woken(task) }
}

/// The owner of a phone, its system, and a record of what they were asked and shown.
final class SampleOwner: PhonePrompts, PhoneNotifications, ExposureAlerts, PhoneSystem {
    private let notifications = Mutex<[PhoneNotification]>([])
    private let questions = Mutex(0)
    private let presented = Mutex(0)

    var shown: [PhoneNotification] { notifications.withLock { $0 } }
    /// How often the system asked for the keys.
    var keyQuestions: Int { questions.withLock { $0 } }
    /// How often the framework alerted the owner.
    var alerts: Int { presented.withLock { $0 } }

    func mayExchangeIdentifiers() async -> Bool { true }

    func mayShareKeys() async -> Bool {
        questions.withLock { $0 += 1 }
        return true
    }

    func facts() async -> PhoneFacts { .sample }

    func mayNotify() async -> Bool { true }

    func present(_ alert: ExposureAlert) async { presented.withLock { $0 += 1 } }

    func show(_ notification: PhoneNotification) async { notifications.withLock { $0.append(notification) } }
}

extension PhoneFacts {
    static let sample = PhoneFacts(
        systemVersion: SystemVersion(14),
        model: "Sample",
        notificationPermission: .granted,
        languages: ["de-DE"]
    )
}

/// A phone's disk: the files and keys of framework and app, kept while the phone is switched off.
struct SampleDisk {
    let framework: any PhoneStorage
    let frameworkVault: any KeyVault
    let app: any PhoneStorage
    let appVault: any KeyVault

    /// A disk in memory.
    init(app: any PhoneStorage & KeyVault = InMemoryPhoneStorage()) {
        let framework = InMemoryPhoneStorage()
        (self.framework, frameworkVault, self.app, appVault) = (framework, framework, app, app)
    }

    /// A disk in a folder, with the adapters of simulated phones. The keys are beside the folder, because they are not
    /// part of it.
    init(folder: URL) throws {
        framework = try FilePhoneStorage(folder: folder.appending(path: "phone/framework"))
        app = try FilePhoneStorage(folder: folder.appending(path: "phone/app"))
        frameworkVault = FileKeyVault(file: folder.appending(path: "framework.key"))
        appVault = FileKeyVault(file: folder.appending(path: "app.key"))
    }

    func framework(
        of owner: SampleOwner,
        _ clock: ManualClock,
        seed: UInt64,
        _ change: (inout FrameworkOptions) -> Void
    ) throws -> PortableExposureFramework {
        let calibration = RadioCalibration(transmitPower: -14, receiveCorrection: 0, confidence: .high)
        var options = FrameworkOptions(calibration: calibration)
        change(&options)
        return try PortableExposureFramework(
            phone: PortableExposureFramework.Phone(
                radio: SimulatedAntenna(),
                storage: framework,
                vault: frameworkVault,
                prompts: owner,
                alerts: owner,
                clock: clock,
                generator: SeededGenerator(seed: seed)
            ),
            options: options
        )
    }
}
