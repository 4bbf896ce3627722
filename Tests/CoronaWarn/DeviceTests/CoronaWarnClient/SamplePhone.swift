import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposureFramework
import ExposureTesting
import GAENCore
import PhoneSimulation
import Synchronization
import Testing

@testable import CoronaWarnClient

/// A phone with the real framework, which meets others and gets packages.
struct SamplePhone {
    let clock = ManualClock(SampleRisk.now)
    let tree: SampleTree
    let storage = InMemoryPhoneStorage()
    let owner = SampleOwner()
    let framework: PortableExposureFramework
    let region: RegionCode

    /// - Parameters:
    ///   - detections: the framework's limit for a day.
    ///   - windows: its limit of readings of windows.
    init(detections: Int = 20, windows: Int = 6) async throws {
        tree = SampleTree(clock: clock)
        region = try #require(RegionCode("DE"))
        framework = try SampleDisk().framework(of: owner, clock, seed: 1) {
            ($0.limits.detectionsPerDay, $0.limits.windowQueriesPerDay) = (detections, windows)
        }
        try await framework.enable()
    }

    var packages: PackageStorage { PackageStorage(storage) }

    /// Makes this phone hear a new person's phone, and returns that phone's key as a package shows it.
    func meet(seed: UInt64, minutes: Int64 = 20, level: Int = 8) async throws -> DiagnosisKey {
        let other = try SampleDisk().framework(of: owner, clock, seed: seed) { _ in }
        try await other.enable()
        try await framework.hear(other, minutes: minutes, rssi: -60, until: clock.now())
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

    func check(_ packages: [GatheredPackage], _ parameters: RiskParameters, owesAssessment: Bool = false) async throws
        -> CheckOutcome
    {
        let order = CheckOrder(packages, parameters, owesAssessment: owesAssessment)
        let (keys, now) = (try tree.keys, clock.now())
        let storage = self.packages
        return await ExposureCheck(framework: framework, storage: storage, keys: keys, order: order, now: now).run()
    }
}

extension CheckOrder {
    /// A check on a phone without a history.
    init(_ packages: [GatheredPackage], _ parameters: RiskParameters, owesAssessment: Bool = false) {
        let history = RiskHistory()
        self.init(packages: packages, parameters: parameters, history: history, owesAssessment: owesAssessment)
    }
}
