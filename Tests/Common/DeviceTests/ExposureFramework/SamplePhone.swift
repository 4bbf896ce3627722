import Crypto
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import KeyExport
import PhonePorts
import PhoneSimulation
import ProximityRadio
import RiskModels
import Synchronization
import Testing

/// A phone with its owner and everything that the framework needs.
final class SamplePhone: Sendable {
    /// A midnight.
    static let start = UnixTime(1_795_219_200)

    let clock: ManualClock
    let antenna: SimulatedAntenna
    let storage: any PhoneStorage & KeyVault
    let owner: SampleOwner
    private let seed: UInt64

    init(
        clock: ManualClock = ManualClock(SamplePhone.start),
        seed: UInt64 = 1,
        owner: SampleOwner = SampleOwner(),
        bluetooth: BluetoothState = .on,
        storage: any PhoneStorage & KeyVault = InMemoryPhoneStorage()
    ) {
        self.clock = clock
        self.seed = seed
        self.owner = owner
        self.storage = storage
        antenna = SimulatedAntenna(state: bluetooth)
    }

    /// A phone with a framework that is enabled.
    static func enabled(
        seed: UInt64 = 1,
        owner: SampleOwner = SampleOwner(),
        storage: any PhoneStorage & KeyVault = InMemoryPhoneStorage(),
        todaysKey: FrameworkOptions.TodaysKey = .shortened
    ) async throws -> (SamplePhone, PortableExposureFramework) {
        let phone = SamplePhone(seed: seed, owner: owner, storage: storage)
        return (phone, try await phone.bootEnabled(todaysKey: todaysKey))
    }

    /// The framework, started with the content of the storage. A second one is the phone after a restart.
    func boot(
        todaysKey: FrameworkOptions.TodaysKey = .shortened,
        calibration: RadioCalibration = .init(transmitPower: -14, receiveCorrection: 0, confidence: .high),
        sightingsPerHour: Int = 20_000
    ) throws -> PortableExposureFramework {
        var options = FrameworkOptions(calibration: calibration)
        options.todaysKey = todaysKey
        options.sightingsPerHour = sightingsPerHour
        return try PortableExposureFramework(
            phone: PortableExposureFramework.Phone(
                radio: antenna,
                storage: storage,
                vault: storage,
                prompts: owner,
                alerts: owner,
                clock: clock,
                generator: SeededGenerator(seed: seed)
            ),
            options: options
        )
    }

    /// A framework that is enabled.
    func bootEnabled(todaysKey: FrameworkOptions.TodaysKey = .shortened) async throws -> PortableExposureFramework {
        let framework = try boot(todaysKey: todaysKey)
        try await framework.enable()
        return framework
    }

    /// What the phone broadcasts now.
    func broadcast(of framework: PortableExposureFramework) async -> Broadcast? {
        await framework.broadcast(at: clock.now())
    }

    /// Lets the framework hear its own packet.
    @discardableResult
    func hearItself(_ framework: PortableExposureFramework) async throws -> Broadcast {
        let broadcast = try #require(await broadcast(of: framework))
        await framework.receive([ReceivedAdvertisement(broadcast.packet, at: clock.now())])
        return broadcast
    }

    /// Immuni's rule as published for iOS.
    static func rule() throws -> ImmuniRule {
        let ones = try BucketScores([Int](repeating: 1, count: 8))
        return try ImmuniRule(
            minimumRiskScore: 12,
            configuration: try ExposureConfiguration(
                minimumRiskScore: 1,
                attenuationScores: BucketScores([0, 0, 3, 3, 3, 3, 3, 3]),
                daysSinceLastExposureScores: ones,
                durationScores: BucketScores([0, 0, 0, 0, 5, 5, 5, 5]),
                transmissionRiskScores: ones,
                attenuationThresholds: AttenuationThresholds(low: 50, high: 70)
            )
        )
    }
}

extension ReceivedAdvertisement {
    init(_ packet: [UInt8], at time: UnixTime) {
        self.init(packet: packet, rssi: -60, time: time, previousScan: nil)
    }
}

extension DiagnosisKey {
    /// A key as the authority publishes it.
    init(_ key: TemporaryExposureKey, _ reportType: ReportType? = nil) {
        self.init(key: key, transmissionRiskLevel: 8, reportType: reportType)
    }
}

extension TemporaryExposureKey {
    var allIdentifiers: Set<RollingProximityIdentifier> { Set(identifiers().map(\.identifier)) }
}

/// An owner who always gives the same answer, and records questions and alerts.
final class SampleOwner: PhonePrompts, ExposureAlerts {
    private let answers: Mutex<(exchange: Bool, share: Bool)>
    private let reaction = Mutex<@Sendable () async -> Void>({})
    private let meanwhile = Mutex<@Sendable () async -> Void>({})
    private let log = Mutex<(exchange: Int, share: Int, alerts: [ExposureAlert])>((0, 0, []))

    init(exchange: Bool = true, share: Bool = true) {
        answers = Mutex((exchange, share))
    }

    func answer(exchange: Bool, share: Bool) {
        answers.withLock { $0 = (exchange, share) }
    }

    var exchangeQuestions: Int { log.withLock { $0.exchange } }
    var shareQuestions: Int { log.withLock { $0.share } }
    var alerts: [ExposureAlert] { log.withLock { $0.alerts } }

    func mayExchangeIdentifiers() async -> Bool {
        log.withLock { $0.exchange += 1 }
        await meanwhile.withLock { $0 }()
        return answers.withLock { $0.exchange }
    }

    func mayShareKeys() async -> Bool {
        log.withLock { $0.share += 1 }
        await meanwhile.withLock { $0 }()
        return answers.withLock { $0.share }
    }

    /// Runs `action` before each answer.
    func whileAsked(_ action: @escaping @Sendable () async -> Void) {
        meanwhile.withLock { $0 = action }
    }

    /// Runs `reaction` as soon as the next alert is on the screen.
    func whenAlerted(_ reaction: @escaping @Sendable () async -> Void) {
        self.reaction.withLock { $0 = reaction }
    }

    func present(_ alert: ExposureAlert) async {
        log.withLock { $0.alerts.append(alert) }
        await reaction.withLock { $0 }()
    }
}

/// Exports that an authority signed.
enum SampleExport {
    private static let privateKey = P256.Signing.PrivateKey()

    static func verified(
        _ keys: [DiagnosisKey],
        revised: [DiagnosisKey] = [],
        end: UnixTime = SamplePhone.start,
        batch: (number: Int, size: Int) = (1, 1)
    ) async throws -> VerifiedExport {
        let info = SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
        let signer = try P256ExportSigner(privateKeyPEM: privateKey.pemRepresentation, signatureInfo: info)
        let metadata = try ExportMetadata(
            start: end.advanced(bySeconds: -14_400),
            end: end,
            region: "222",
            batchNumber: batch.number,
            batchSize: batch.size
        )
        let draft = ExportDraft(metadata: metadata, keys: keys, revisedKeys: revised)
        let archive = try await ExportWriter.archive(of: draft, signedBy: [signer])
        let key = try ExportVerificationKey(privateKey.publicKey.pemRepresentation)
        return try ExportArchive(zip: archive).verified(by: ExportVerifier(keys: [key]))
    }

    /// The keys as an authority publishes them.
    static func verified(_ keys: [TemporaryExposureKey]) async throws -> VerifiedExport {
        try await verified(keys.map { DiagnosisKey($0) })
    }
}
