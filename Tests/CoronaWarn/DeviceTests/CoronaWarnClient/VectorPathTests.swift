import ClientKit
import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import KeyExport
import PhoneSimulation
import RiskModels
import Testing

@testable import CoronaWarnClient

/// The published cases with everything that a phone does around them: it downloads a signed configuration and a signed
/// package, verifies both, hands the package to the framework, and shows what follows.
@Suite("The published cases on the phone's own path", .needsForeignVectors)
struct VectorPathTests {
    @Test("give the same level and days after a download by the second calculation")
    func windows() async throws {
        let vectors = try ForeignVectors.decode(WindowVectors.self, from: "exposure_windows_cwa.json")
        var configuration = PhoneConfiguration.published(country: "DE")
        configuration.windows = vectors.configuration
        let phone = try await Self.phone(configuration)
        for vector in vectors.cases {
            let windows = try vector.windows.map { try $0.value() }
            let found = SampleRisk.summary(score: 1, minutes: [0, 0, 0])
            let history = try await phone.history(VectorFramework(summary: found, windows: windows))
            let high = history.level(on: SampleRisk.today) == .high
            #expect(high == (vector.expected.totalRiskLevel == 2), "\(vector.id)")
            let days = history.finding?.days(on: SampleRisk.today) ?? []
            #expect(days.count { $0.level == .high } == vector.expected.daysHigh, "\(vector.id)")
            #expect(days.count { $0.level == .low } == vector.expected.daysLow, "\(vector.id)")
        }
    }

    /// The contract's table of the first calculation, and its worked example of 20 near minutes at a score of 40.
    @Test(
        "give the same scores and levels after a download by the first calculation",
        arguments: [
            ([80, 10, 10, 10], 1.07, false), ([128, 15, 15, 15], 2.56, false), ([255, 30, 30, 30], 10.2, false),
            ([255, 40, 40, 40], 13.6, false), ([40, 1200, 0, 0], 32, true), ([40, 1800, 0, 0], 48, true),
        ]
    )
    func scores(found: [Int], expected: Double, isHigh: Bool) async throws {
        var configuration = PhoneConfiguration.published(country: "DE")
        configuration.riskCalculation = .normalisedScore
        configuration.scores.attenuationWeights = [1, 0.5, 0.5]
        configuration.scores.normalizationDivisor = 25
        let summary = SampleRisk.summary(score: found[0], seconds: Array(found.dropFirst()))
        let history = try await Self.phone(configuration).history(VectorFramework(summary: summary))
        #expect(history.finding?.combination?.score == expected)
        #expect((history.level(on: SampleRisk.today) == .high) == isHigh)
    }

    /// A phone after its download.
    private struct Phone {
        let keys: AuthorityKeys
        let storage: PackageStorage
        let outcome: DownloadOutcome

        /// Its risk after the check of the downloaded packages.
        func history(_ framework: VectorFramework) async throws -> RiskHistory {
            let parameters = try RiskParameters(#require(outcome.configuration))
            let order = CheckOrder(outcome.gathered, parameters)
            let now = SampleRisk.now
            let check = ExposureCheck(framework: framework, storage: storage, keys: keys, order: order, now: now)
            let checked = await check.run()
            #expect(checked.failure == nil && checked.handedOver.count == 1)
            #expect(await framework.exportCount == 1)
            return SampleRisk.history(try #require(checked.evidence), parameters).0
        }
    }

    /// A phone that downloaded `configuration` and a package with one key.
    private static func phone(_ configuration: PhoneConfiguration) async throws -> Phone {
        let clock = ManualClock(SampleRisk.now)
        let tree = SampleTree(clock: clock)
        let region = try #require(RegionCode("DE"))
        var generator = SeededGenerator(seed: 5)
        let interval = IntervalNumber(clamping: SampleRisk.day(2).startInUTC)
        let key = DiagnosisKey(key: try .generate(forDayOf: interval, using: &generator), transmissionRiskLevel: 6)
        try await tree.publish(configuration)
        try await tree.publish([[key]], as: .hour(PackageHour(SampleRisk.today, 9)), region: region)
        let index = PackageIndex(region: region.text, hours: [SampleRisk.today: [9]])
        try tree.publishIndexes(index, region: region)
        let storage = PackageStorage(InMemoryPhoneStorage())
        let files = SignedTreeFiles(keys: try tree.keys, transport: tree, clock: clock)
        let order = DownloadOrder(PackageProgress(region: region.text))
        let outcome = await DownloadSession(files: files, storage: storage, order: order).run()
        #expect(outcome.failure == nil && outcome.gathered.count == 1)
        return Phone(keys: try tree.keys, storage: storage, outcome: outcome)
    }
}

/// A framework that finds what a test says in whatever packages it gets. It counts the packages.
actor VectorFramework: ExposureNotificationFramework {
    private let summary: ExposureDetectionSummary
    private let windows: [ExposureWindow]
    private(set) var exportCount = 0

    init(summary: ExposureDetectionSummary, windows: [ExposureWindow] = []) {
        (self.summary, self.windows) = (summary, windows)
    }

    var status: FrameworkStatus { [.activated] }
    var authorisation: FrameworkAuthorisation { .authorised }
    var releasableKeyCount: Int? { 0 }

    func enable() {}
    func disable() {}
    func wipe() {}
    func temporaryExposureKeyHistory() -> [TemporaryExposureKey] { [] }
    func setDiagnosisKeysDataMapping(_ mapping: DiagnosisKeysDataMapping) {}
    func exposureInfos() -> [ExposureInfo] { [] }
    func exposureWindows() -> [ExposureWindow] { windows }
    func dailySummaries(under configuration: DailySummariesConfiguration) -> [DailySummary] { [] }

    func detectExposures(
        in exports: [VerifiedExport],
        under configuration: ExposureConfiguration
    ) -> ExposureDetectionSummary {
        exportCount += exports.count
        return summary
    }
}
