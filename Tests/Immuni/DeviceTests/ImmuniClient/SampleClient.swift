import ClientKit
import ClientTesting
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import ImmuniAPI
import KeyExport
import MessageSignatures
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization
import Testing
import WireFormat

@testable import ImmuniClient

/// A phone with its servers and its owner, for the tests.
struct SampleClient {
    let clock: ManualClock
    let authority: InMemoryAuthority
    let framework: PortableExposureFramework
    let client: MobileClient
    let owner: SampleOwner
    let scheduler: ManualScheduler
    private let app: MobileClient.App
    private let disk: SamplePhoneDisk
    /// The number of starts of the phone.
    private let starts: UInt64

    /// - Parameters:
    ///   - exportKey: the key in the app, as PEM; nil for the authority's own.
    ///   - messageKey: the same for settings and index.
    ///   - verifiesMessages: whether the app has a key for settings and index at all.
    init(
        sharesKeys: Bool = true,
        exportKey: String? = nil,
        messageKey: String? = nil,
        verifiesMessages: Bool = true,
        platform: SettingsRequest.Platform = .android,
        disk: SamplePhoneDisk = SamplePhoneDisk()
    ) throws {
        let clock = ManualClock(UnixTime(1_795_255_200))
        let authority = InMemoryAuthority(clock: clock)
        let verifier = try ExportVerifier(keys: [ExportVerificationKey(exportKey ?? authority.publicKeyPEM)])
        let key = try MessageVerificationKey(pem: messageKey ?? authority.messagePublicKeyPEM)
        let app = MobileClient.App(
            platform: platform,
            build: 7,
            exportVerifier: verifier,
            messageVerifier: verifiesMessages ? try MessageVerifier(keys: [key]) : nil
        )
        try self.init(
            app: app,
            disk: disk,
            owner: SampleOwner(sharesKeys: sharesKeys),
            clock: clock,
            authority: authority,
            starts: 0
        )
    }

    private init(
        app: MobileClient.App,
        disk: SamplePhoneDisk,
        owner: SampleOwner,
        clock: ManualClock,
        authority: InMemoryAuthority,
        starts: UInt64
    ) throws {
        self.app = app
        self.disk = disk
        self.owner = owner
        self.clock = clock
        self.authority = authority
        self.starts = starts
        scheduler = ManualScheduler()
        framework = try Self.makeFramework(disk: disk, clock: clock, owner: owner, seed: 1 + 1000 * starts)
        client = try MobileClient(
            app: app,
            phone: MobileClient.Phone(
                framework: framework,
                transport: authority,
                notifications: owner,
                system: owner,
                evidence: app.platform == .iOS ? .apple(owner, .deviceCheck) : .android(owner),
                scheduler: scheduler,
                storage: disk.app,
                vault: disk.appVault,
                clock: clock,
                generator: SeededGenerator(seed: 2 + 1000 * starts)
            )
        )
    }

    /// A new phone whose app shows Home.
    static func onboarded(
        sharesKeys: Bool = true,
        exportKey: String? = nil,
        platform: SettingsRequest.Platform = .android,
        disk: SamplePhoneDisk = SamplePhoneDisk(),
        settings: [UInt8] = SampleSettings.json()
    ) async throws -> SampleClient {
        let sample = try SampleClient(sharesKeys: sharesKeys, exportKey: exportKey, platform: platform, disk: disk)
        sample.authority.setSettings(settings)
        try await sample.onboard()
        return sample
    }

    /// The same phone switched off and on: framework and app from their files, with an empty schedule.
    func restarted() throws -> SampleClient {
        try SampleClient(app: app, disk: disk, owner: owner, clock: clock, authority: authority, starts: starts + 1)
    }

    /// The same, with the app started.
    func restart(inForeground: Bool = true) async throws -> SampleClient {
        let sample = try restarted()
        await sample.send(.launched(inForeground: inForeground))
        return sample
    }

    func send(_ actions: AppAction...) async { await send(actions) }

    func send(_ actions: [AppAction]) async {
        for action in actions {
            await client.send(action)
        }
    }

    func screen(after actions: AppAction...) async -> AppScreen {
        await send(actions)
        return await client.display.screen
    }

    /// Starts the app and completes the onboarding.
    ///
    /// - Throws: the reason why the app does not reach Home.
    func onboard() async throws {
        try await passOnboarding()
        guard case .home = await screen() else {
            throw try #require(await client.lastFailure)
        }
    }

    /// Starts the app and follows the usual steps of the onboarding.
    func passOnboarding() async throws {
        let terms = AppAction.acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true)
        await send(.launched(inForeground: true), .proceed, .proceed, terms)
        await send(.chooseRegion(.lazio), .chooseProvince(try #require(Province(code: "RM"))), .proceed)
    }

    /// Runs a background session, at the latest possible time after the last one.
    @discardableResult
    func detect() async -> DetectionReport {
        if await client.lastReport != nil {
            clock.advance(bySeconds: 14_400)
        }
        await send(.woken(.backgroundSession))
        return await client.lastReport ?? DetectionReport()
    }

    /// Fetches the settings as a background session does.
    ///
    /// - Returns: why they were refused.
    func refreshSettings() async -> MobileClientError? {
        await send(.woken(.backgroundSession))
        return await client.state.session.settingsFailure
    }

    /// Opens the screen with the code.
    func showCode() async throws -> OneTimePassword { try await code(after: .open(.upload)) }

    func code(after actions: AppAction...) async throws -> OneTimePassword {
        await send(actions)
        return try OneTimePassword(try await uploadScreen().code.filter { $0 != " " })
    }

    /// Gets a new code, has it authorised and validates it.
    @discardableResult
    func validateCode() async throws -> OneTimePassword {
        let otp = try await showCode()
        authority.authorise(otp)
        await send(.validateCode)
        return otp
    }

    /// The same, and uploads.
    func upload() async throws -> UploadFacts {
        try await validateCode()
        return try await uploadScreen(after: .confirmUpload)
    }

    /// Uploads without getting the server's answer.
    func loseAnswerToUpload() async throws {
        authority.loseAnswers(to: ImmuniEndpoint.upload.path)
        #expect(try await upload().phase == .unanswered)
    }

    func uploadScreen(after actions: AppAction...) async throws -> UploadFacts {
        await send(actions)
        return try #require(await screen().upload)
    }

    func homeScreen(after actions: AppAction...) async throws -> HomeFacts {
        await send(actions)
        return try #require(await screen().home)
    }

    /// Broadcasts on each of `days` UTC days up to today, so the phone has that many keys.
    func live(days: Int) async {
        let today = clock.now()
        for day in (0..<days).reversed() {
            _ = await framework.broadcast(at: today.advanced(bySeconds: -Int64(day) * 86_400))
        }
    }

    /// Makes this phone hear a new person's phone for `minutes`, with a scan every five minutes, and returns that
    /// phone's key.
    func meet(seed: UInt64, minutes: Int64, rssi: Int8 = -60) async throws -> DiagnosisKey {
        let owner = SampleOwner(sharesKeys: true)
        let other = try Self.makeFramework(disk: SamplePhoneDisk(), clock: clock, owner: owner, seed: seed)
        try await other.enable()
        for minute in stride(from: Int64(0), through: minutes, by: 5) {
            let time = clock.now().advanced(bySeconds: (minute - minutes) * 60)
            let packet = try #require(await other.broadcast(at: time)).packet
            await framework.receive([ReceivedAdvertisement(packet: packet, rssi: rssi, time: time, previousScan: nil)])
        }
        // One interval later, because the interval of the release itself is left out.
        clock.advance(bySeconds: 600)
        let key = try #require(try await other.temporaryExposureKeyHistory().first)
        clock.advance(bySeconds: -600)
        return DiagnosisKey(key: key, transmissionRiskLevel: 8)
    }

    /// Meets a person for each chunk, and has the chunk published.
    func meetAndPublish(_ chunks: ClosedRange<Int>) async throws {
        for index in chunks {
            try await authority.publish([meet(seed: UInt64(index), minutes: 20)], as: index)
        }
    }

    private static func makeFramework(
        disk: SamplePhoneDisk,
        clock: ManualClock,
        owner: SampleOwner,
        seed: UInt64
    ) throws -> PortableExposureFramework {
        try PortableExposureFramework(
            phone: PortableExposureFramework.Phone(
                radio: SimulatedAntenna(),
                storage: disk.framework,
                vault: disk.frameworkVault,
                prompts: owner,
                alerts: owner,
                clock: clock,
                generator: SeededGenerator(seed: seed)
            ),
            options: FrameworkOptions(
                calibration: RadioCalibration(transmitPower: -14, receiveCorrection: 0, confidence: .high)
            )
        )
    }
}

/// The owner of a phone, its system, and a record of what its screen showed.
final class SampleOwner: PhonePrompts, PhoneNotifications, ExposureAlerts, PhoneSystem, AppleDeviceEvidence,
    AndroidDeviceEvidence
{
    private let sharesKeys: Bool
    private let notifications = Mutex<[PhoneNotification]>([])
    private let exposureAlerts = Mutex<[ExposureAlert]>([])
    private let present = Mutex(PhoneFacts.sample(languages: ["en-GB"]))
    private let evidenceFailure = Mutex<DeviceEvidenceError?>(nil)

    init(sharesKeys: Bool) { self.sharesKeys = sharesKeys }

    var shown: [PhoneNotification] { notifications.withLock { $0 } }
    var alerts: [ExposureAlert] { exposureAlerts.withLock { $0 } }

    func change(_ body: (inout PhoneFacts) -> Void) { present.withLock { body(&$0) } }

    func failEvidence(with error: DeviceEvidenceError?) { evidenceFailure.withLock { $0 = error } }

    func mayExchangeIdentifiers() async -> Bool { true }
    func mayShareKeys() async -> Bool { sharesKeys }
    func facts() async -> PhoneFacts { present.withLock { $0 } }
    func mayNotify() async -> Bool { true }

    func present(_ alert: ExposureAlert) async { exposureAlerts.withLock { $0.append(alert) } }

    func show(_ notification: PhoneNotification) async { notifications.withLock { $0.append(notification) } }

    func deviceToken() async throws(DeviceEvidenceError) -> SecretBytes {
        try failIfTold()
        return SecretBytes(Array("QUJD".utf8))
    }

    func appAttestObject(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SecretBytes {
        try failIfTold()
        return SecretBytes(binding)
    }

    func attestation(boundTo binding: [UInt8]) async throws(DeviceEvidenceError) -> SignedAttestation {
        try failIfTold()
        let text = SecretBytes(Array("header.\(Hex.encode(binding)).signature".utf8))
        guard let attestation = SignedAttestation(kind: .safetyNet, text: text) else {
            throw .unsupported
        }
        return attestation
    }

    private func failIfTold() throws(DeviceEvidenceError) {
        if let failure = evidenceFailure.withLock({ $0 }) {
            throw failure
        }
    }
}

/// The facts of each screen, nil on all others.
extension AppScreen {
    var onboarding: OnboardingFacts? { if case .onboarding(let facts) = self { facts } else { nil } }
    var home: HomeFacts? { if case .home(let facts) = self { facts } else { nil } }
    var upload: UploadFacts? { if case .upload(let facts) = self { facts } else { nil } }
    var settings: SettingsFacts? { if case .settings(let facts) = self { facts } else { nil } }
    var support: SupportFacts? { if case .support(let facts) = self { facts } else { nil } }
    var faq: FAQFacts? { if case .faq(let facts) = self { facts } else { nil } }
    var province: ProvinceFacts? { if case .province(let facts) = self { facts } else { nil } }
    var risk: RiskFinding? { if case .risk(let finding) = self { finding } else { nil } }
}

extension PhoneFacts {
    static func sample(_ system: SystemVersion = SystemVersion(14), languages: [String] = []) -> PhoneFacts {
        PhoneFacts(systemVersion: system, model: "Sample", notificationPermission: .granted, languages: languages)
    }
}

/// What tests look at in an app.
extension MobileClient {
    var state: AppState { get async { await container.state } }
    #if DEBUG
        var log: ClientLog { get async { await container.log } }
    #endif

    func apply(_ action: AppAction) async -> [AppEffect] { await container.apply(action) }
    func perform(_ effect: AppEffect) async -> AppAction? { await container.perform(effect) }
}
