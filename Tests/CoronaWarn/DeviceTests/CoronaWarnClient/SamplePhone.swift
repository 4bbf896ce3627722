import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization
import Testing

@testable import CoronaWarnClient

/// A phone with the real framework, which meets others and gets packages.
struct SamplePhone {
    let clock = ManualClock(SampleRisk.now)
    let tree: SampleTree
    let storage = InMemoryPhoneStorage()
    let owner = Owner()
    let framework: PortableExposureFramework
    let region: RegionCode

    /// - Parameters:
    ///   - detections: the framework's limit for a day.
    ///   - windows: its limit of readings of windows.
    init(detections: Int = 20, windows: Int = 6) async throws {
        tree = SampleTree(clock: clock)
        region = try #require(RegionCode("DE"))
        var limits = FrameworkOptions.RateLimits()
        (limits.detectionsPerDay, limits.windowQueriesPerDay) = (detections, windows)
        framework = try Self.makeFramework(clock: clock, owner: owner, limits: limits, seed: 1)
        try await framework.enable()
    }

    var packages: PackageStorage { PackageStorage(storage) }

    /// Agrees to everything and counts alerts.
    final class Owner: PhonePrompts, ExposureAlerts {
        private let count = Mutex(0)

        var alerts: Int { count.withLock(\.self) }

        func mayExchangeIdentifiers() async -> Bool { true }
        func mayShareKeys() async -> Bool { true }
        func present(_ alert: ExposureAlert) async { count.withLock { $0 += 1 } }
    }

    /// Makes this phone hear a new person's phone, and returns that phone's key as a package shows it.
    func meet(seed: UInt64, minutes: Int64, level: Int = 8) async throws -> DiagnosisKey {
        let other = try Self.makeFramework(clock: clock, owner: owner, seed: seed)
        try await other.enable()
        for minute in stride(from: Int64(0), through: minutes, by: 5) {
            let time = clock.now().advanced(bySeconds: (minute - minutes) * 60)
            let packet = try #require(await other.broadcast(at: time)).packet
            let previous = minute == 0 ? nil : time.advanced(bySeconds: -300)
            await framework.receive([
                ReceivedAdvertisement(packet: packet, rssi: -60, time: time, previousScan: previous)
            ])
        }
        // One interval later, because the interval of the release itself is left out.
        clock.advance(bySeconds: 600)
        let key = try #require(try await other.temporaryExposureKeyHistory().first)
        clock.advance(bySeconds: -600)
        return PublishedLevels.exact.diagnosisKey(key, storedLevel: level)
    }

    /// A package with `keys`, gathered on this phone.
    func gather(_ keys: [DiagnosisKey], hour: Int) async throws -> GatheredPackage {
        let slot = PackageSlot.hour(PackageHour(SampleRisk.today, hour))
        try await tree.publish([keys], as: slot, region: region)
        let files = SignedTreeFiles(keys: try tree.keys, transport: tree, clock: clock)
        let client = DistributionClient(files: files, platform: .android, seen: SeenStatements())
        return try packages.store(try await client.package(slot, of: region), of: slot, region: region.text)
    }

    func check(
        _ packages: [GatheredPackage],
        _ parameters: RiskParameters,
        history: RiskHistory = RiskHistory(),
        owesAssessment: Bool = false
    ) async throws -> CheckOutcome {
        let order = CheckOrder(
            packages: packages,
            parameters: parameters,
            history: history,
            owesAssessment: owesAssessment
        )
        return await ExposureCheck(
            framework: framework,
            storage: self.packages,
            keys: try tree.keys,
            order: order,
            now: clock.now()
        ).run()
    }

    private static func makeFramework(
        clock: ManualClock,
        owner: Owner,
        limits: FrameworkOptions.RateLimits = FrameworkOptions.RateLimits(),
        seed: UInt64
    ) throws -> PortableExposureFramework {
        let disk = InMemoryPhoneStorage()
        var options = FrameworkOptions(
            calibration: RadioCalibration(transmitPower: -14, receiveCorrection: 0, confidence: .high)
        )
        options.limits = limits
        return try PortableExposureFramework(
            phone: PortableExposureFramework.Phone(
                radio: SimulatedAntenna(),
                storage: disk,
                vault: disk,
                prompts: owner,
                alerts: owner,
                clock: clock,
                generator: SeededGenerator(seed: seed)
            ),
            options: options
        )
    }
}
