import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import ImmuniAPI
import KeyExport
import MessageSignatures
import MobileClient
import PhonePorts
import ProximityRadio
import Synchronization
import Testing

/// A phone with its servers and its owner, for the tests.
struct SampleClient {
    let clock = ManualClock(UnixTime(1_795_255_200))
    let authority: InMemoryAuthority
    let framework: ExposureFramework
    let client: MobileClient
    let owner: SampleOwner

    /// - Parameters:
    ///   - exportKey: built into the app, as PEM; nil for the authority's own.
    ///   - messageKey: likewise, for settings and index.
    ///   - verifiesMessages: whether the app has a key for settings and index at all.
    init(
        sharesKeys: Bool = true,
        exportKey: String? = nil,
        messageKey: String? = nil,
        verifiesMessages: Bool = true,
        seenSequences: SeenSequences = SeenSequences()
    ) throws {
        authority = InMemoryAuthority(clock: clock)
        owner = SampleOwner(sharesKeys: sharesKeys)
        framework = try Self.makeFramework(clock: clock, owner: owner, seed: 1)
        let verifier = try ExportVerifier(keys: [ExportVerificationKey(exportKey ?? authority.publicKeyPEM)])
        let key = try MessageVerificationKey(pem: messageKey ?? authority.messagePublicKeyPEM)
        let messageVerifier = verifiesMessages ? try MessageVerifier(keys: [key]) : nil
        client = MobileClient(
            app: MobileClient.App(
                platform: .android,
                build: 7,
                exportVerifier: verifier,
                messageVerifier: messageVerifier
            ),
            framework: framework,
            transport: authority,
            notifications: owner,
            clock: clock,
            generator: SeededGenerator(seed: 2),
            seenSequences: seenSequences
        )
    }

    func onboard() async throws {
        try await client.onboard(province: try #require(Province(code: "RM")))
    }

    /// Broadcasts on each of `days` UTC days up to today, so that the phone has as many keys.
    func live(days: Int) async {
        let today = clock.now()
        for day in (0..<days).reversed() {
            _ = await framework.broadcast(at: today.advanced(bySeconds: -Int64(day) * 86_400))
        }
    }

    /// Lets this phone hear a new person's for `minutes`, a scan every five minutes, and returns that person's key.
    func meet(seed: UInt64, minutes: Int64, rssi: Int8 = -60) async throws -> DiagnosisKey {
        let other = try Self.makeFramework(clock: clock, owner: SampleOwner(sharesKeys: true), seed: seed)
        try await other.enable()
        for minute in stride(from: Int64(0), through: minutes, by: 5) {
            let time = clock.now().advanced(bySeconds: (minute - minutes) * 60)
            let packet = try #require(await other.broadcast(at: time)).packet
            await framework.receive([
                ReceivedAdvertisement(packet: packet, rssi: rssi, time: time, previousScan: nil)
            ])
        }
        // One interval on, as the interval of the release itself stays out.
        clock.advance(bySeconds: 600)
        let key = try #require(try await other.temporaryExposureKeyHistory().first)
        clock.advance(bySeconds: -600)
        return DiagnosisKey(key: key, transmissionRiskLevel: 8)
    }

    private static func makeFramework(
        clock: ManualClock,
        owner: SampleOwner,
        seed: UInt64
    ) throws -> ExposureFramework {
        let storage = InMemoryPhoneStorage()
        return try ExposureFramework(
            phone: ExposureFramework.Phone(
                radio: SimulatedAntenna(),
                storage: storage,
                vault: storage,
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

/// The owner of a phone, and what its screen showed.
final class SampleOwner: PhonePrompts, PhoneNotifications, ExposureAlerts {
    private let sharesKeys: Bool
    private let notifications = Mutex<[PhoneNotification]>([])
    private let exposureAlerts = Mutex<[ExposureAlert]>([])

    init(sharesKeys: Bool) {
        self.sharesKeys = sharesKeys
    }

    var shown: [PhoneNotification] { notifications.withLock { $0 } }
    var alerts: [ExposureAlert] { exposureAlerts.withLock { $0 } }

    func mayExchangeIdentifiers() async -> Bool { true }
    func mayShareKeys() async -> Bool { sharesKeys }

    func present(_ alert: ExposureAlert) async {
        exposureAlerts.withLock { $0.append(alert) }
    }

    func show(_ notification: PhoneNotification) async {
        notifications.withLock { $0.append(notification) }
    }
}
