import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import ImmuniAPI
import KeyExport
import MessageSignatures
import MobileClient
import PhonePorts
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
        framework = ExposureFramework(
            transmitPower: -14,
            clock: clock,
            prompts: owner,
            generator: SeededGenerator(seed: 1)
        )
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
            _ = await framework.advertisement(at: today.advanced(bySeconds: -Int64(day) * 86_400))
        }
    }

    /// Lets this phone hear a new person's for `minutes`, a scan every five minutes, and returns that person's key.
    func meet(seed: UInt64, minutes: Int64, rssi: Int8 = -60) async throws -> DiagnosisKey {
        let other = ExposureFramework(
            transmitPower: -14,
            clock: clock,
            prompts: SampleOwner(sharesKeys: true),
            generator: SeededGenerator(seed: seed)
        )
        try await other.enable()
        for minute in stride(from: Int64(0), through: minutes, by: 5) {
            let time = clock.now().advanced(bySeconds: (minute - minutes) * 60)
            let packet = try #require(await other.advertisement(at: time))
            await framework.receive([
                ReceivedAdvertisement(packet: packet, rssi: rssi, time: time, previousScan: nil)
            ])
        }
        let key = try #require(try await other.temporaryExposureKeyHistory().first)
        return DiagnosisKey(key: key, transmissionRiskLevel: 8)
    }
}

/// The owner of a phone, and what its screen showed.
final class SampleOwner: PhonePrompts, PhoneNotifications {
    private let sharesKeys: Bool
    private let notifications = Mutex<[PhoneNotification]>([])

    init(sharesKeys: Bool) {
        self.sharesKeys = sharesKeys
    }

    var shown: [PhoneNotification] { notifications.withLock { $0 } }

    func mayExchangeIdentifiers() async -> Bool { true }
    func mayShareKeys() async -> Bool { sharesKeys }

    func show(_ notification: PhoneNotification) async {
        notifications.withLock { $0.append(notification) }
    }
}
