import ClientTesting
import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposurePrimitives
import ExposureTesting
import GAENCore
import MessageSignatures
import PhonePorts
import PhoneSimulation
import Testing
import WireFormat

@testable import CoronaWarnClient

@Suite("A download")
struct DownloadSessionTests {
    private static let now = SampleRisk.now
    private static let today = SampleRisk.today

    // A phone with its authority.
    private let clock = ManualClock(now)
    private let tree: SampleTree
    private let storage = InMemoryPhoneStorage()
    private let region: RegionCode
    private var configuration: PhoneConfiguration?
    private var seen = SeenStatements()
    private var progress = PackageProgress(region: "DE")
    private var generator = SeededGenerator(seed: 1)

    init() async throws {
        tree = SampleTree(clock: clock)
        region = try #require(RegionCode("DE"))
        try await tree.publish(PhoneConfiguration.published(country: "DE"))
        try tree.publishIndexes(PackageIndex(region: "DE"), region: region)
    }

    private func key(_ seed: UInt64) throws -> DiagnosisKey {
        var generator = SeededGenerator(seed: seed)
        let interval = IntervalNumber(clamping: SampleRisk.day(2).startInUTC)
        return DiagnosisKey(key: try .generate(forDayOf: interval, using: &generator), transmissionRiskLevel: 6)
    }

    /// Publishes hours of today, each with a key unless it is empty.
    private func publish(hours: Range<Int>, empty: Set<Int> = []) async throws {
        for hour in hours {
            let slot = PackageSlot.hour(PackageHour(Self.today, hour))
            let keys = empty.contains(hour) ? [] : [try key(UInt64(hour))]
            try await tree.publish([keys], as: slot, region: region)
        }
        let index = PackageIndex(region: "DE", days: [], hours: [Self.today: Set(hours)])
        try tree.publishIndexes(index, region: region)
    }

    private func session(wantsPackages: Bool = true) throws -> DownloadSession {
        let files = SignedTreeFiles(keys: try tree.keys, transport: tree, clock: clock)
        let order = DownloadOrder(progress, configuration, seen, wantsPackages: wantsPackages)
        return DownloadSession(files: files, storage: PackageStorage(storage), order: order)
    }

    /// Downloads, and records the outcome as the client does.
    private mutating func download() async throws -> DownloadOutcome {
        tree.forgetRequests()
        let outcome = await (try session()).run()
        configuration = outcome.configuration ?? configuration
        seen = outcome.seen
        progress.record(outcome, at: clock.now(), using: &generator)
        return outcome
    }

    private var hours: [Int] {
        progress.gathered.compactMap { if case .hour(let hour) = $0.slot { hour.hourOfDay } else { nil } }
    }

    private func path(_ hour: Int, batch: Int = 1) -> String {
        TreePath.hour(region, Self.today, hour, batch: batch).path
    }

    @Test("a download brings the configuration and every package, one request after the other")
    mutating func whole() async throws {
        try await publish(hours: 0..<3)
        let outcome = try await download()
        #expect(outcome.failure == nil && outcome.reachedServer)
        #expect(configuration == PhoneConfiguration.published(country: "DE"))
        #expect(hours == [0, 1, 2])
        #expect(try storage.names().count == 3)
        let paths = [TreePath.configuration(.secondAndroid), .dates(region), .hours(region, Self.today)]
        let indexes = paths.flatMap { [$0.path, $0.statementPath] }
        let asked = tree.targets.filter { !$0.contains("\(SampleRisk.day(1))") }
        #expect(asked == indexes + (0..<3).map { path($0) })
        #expect(Set(tree.requests.map(\.host)) == [.download])
    }

    @Test("the next download brings what is new, and nothing again")
    mutating func next() async throws {
        try await publish(hours: 0..<3)
        _ = try await download()
        try await publish(hours: 0..<5)
        _ = try await download()
        let asked = tree.targets.filter { $0.contains("/hour/") && !$0.hasSuffix(".sig") }
        #expect(asked == [3, 4].map { path($0) })
        #expect(hours == [0, 1, 2, 3, 4])
    }

    @Test("hours without keys do not come, and a package without keys is not gathered")
    mutating func empty() async throws {
        try await publish(hours: 0..<4, empty: [1, 2])
        var index = PackageIndex(region: "DE", days: [], hours: [Self.today: [0, 1, 2, 3]])
        index.emptyHours = [PackageHour(Self.today, 1)]
        try tree.publishIndexes(index, region: region)
        _ = try await download()
        #expect(hours == [0, 3])
        #expect(!tree.targets.contains(path(1)) && tree.targets.contains(path(2)))
        _ = try await download()
        #expect(!tree.targets.contains(path(2)))
    }

    @Test("a package that is missing, damaged, foreign or misplaced costs only itself, and comes later")
    mutating func failedPackages() async throws {
        try await publish(hours: 0..<6)
        let good = try #require(tree.content(at: path(1)))
        tree.replace(path(1), with: nil)
        tree.replace(path(2), with: Array(good.dropLast()))
        let stranger = SampleTree(clock: clock)
        try await stranger.publish([[]], as: .hour(PackageHour(Self.today, 3)), region: region)
        tree.replace(path(3), with: stranger.content(at: path(3)))
        tree.replace(path(4), with: tree.content(at: path(5)))
        let outcome = try await download()
        #expect(hours == [0, 5])
        #expect(outcome.failed.count == 4)
        #expect(outcome.failure == .missing, "the first one")
        #expect(outcome.reachedServer)
        #expect(try storage.names().count == 2)

        try await publish(hours: 0..<6)
        _ = try await download()
        #expect(hours == [0, 5], "retries wait")
        clock.set(try #require(progress.nextRetry).advanced(bySeconds: 60))
        _ = try await download()
        #expect(hours == [0, 1, 2, 3, 4, 5])
    }

    @Test("a package of another region does not stand for this one")
    mutating func otherRegion() async throws {
        try await publish(hours: 0..<1)
        try await tree.publish([[]], as: .hour(PackageHour(Self.today, 0)), region: .union)
        let foreign = TreePath.hour(.union, Self.today, 0).path
        tree.replace(path(0), with: tree.content(at: foreign))
        #expect(try await download().failure == .otherPackage)
    }

    @Test("a package of several files comes whole or not at all")
    mutating func batches() async throws {
        try await publish(hours: 0..<1)
        let slot = PackageSlot.hour(PackageHour(Self.today, 0))
        try await tree.publish([[key(1)], [key(2)], []], as: slot, region: region)
        let third = try #require(tree.content(at: path(0, batch: 3)))
        tree.replace(path(0, batch: 3), with: nil)
        #expect(try await download().failure == .missing)
        #expect(progress.gathered.isEmpty)
        #expect(try storage.names().isEmpty)
        tree.replace(path(0, batch: 3), with: tree.content(at: path(0, batch: 2)))
        clock.advance(bySeconds: 60)
        #expect(try await download().failure == .otherPackage)
        tree.replace(path(0, batch: 3), with: third)
        clock.advance(bySeconds: 240)
        _ = try await download()
        #expect(progress.gathered.map(\.files.count) == [3])
    }

    @Test("a server that stops answering is asked for nothing more, and what came stays")
    mutating func silence() async throws {
        try await publish(hours: 0..<4)
        tree.fail(path(2), with: .failure(.timeout))
        let outcome = try await download()
        #expect(outcome.failure == .transport(.timeout) && !outcome.reachedServer)
        #expect(hours == [0, 1])
        #expect(!tree.targets.contains(path(3)))
        #expect(progress.nextRetry == nil, "the schedule retries the whole")
        tree.fail(path(2), with: nil)
        _ = try await download()
        #expect(hours == [0, 1, 2, 3])
    }

    @Test("a configuration that cannot be used leaves the one before in force, and packages come")
    mutating func badConfiguration() async throws {
        try await publish(hours: 0..<1)
        _ = try await download()
        let path = TreePath.configuration(.secondAndroid)
        let good = try #require(tree.content(at: path.path))
        for content in [Array(good.dropLast()), try await tree.archive([1, 2, 3]), []] {
            try tree.put(content, at: path)
            try await publish(hours: 0..<2)
            let outcome = try await download()
            #expect(outcome.configuration == nil && outcome.failure != nil && outcome.index != nil)
        }
        #expect(hours == [0, 1])
        var unusable = PhoneConfiguration.published(country: "DE")
        unusable.notifyFromMinutes = 0
        #expect(throws: InvalidConfiguration.self) { try ValidConfiguration(unusable) }
    }

    @Test("an older configuration or index is refused, also a signed one")
    mutating func rollback() async throws {
        try await tree.publish(PhoneConfiguration.published(country: "DE"), sequence: 10)
        _ = try await download()
        try await tree.publish(PhoneConfiguration.published(country: "IT"), sequence: 9)
        #expect(try await download().failure == .messageRefused(.lowerSequence(highestSeen: 10, offered: 9)))
        #expect(configuration?.supportedCountries == ["DE"])

        try await tree.publish(PhoneConfiguration.published(country: "DE"), sequence: 11)
        try tree.put(TreeIndex.body(dates: [SampleRisk.day(1)]), at: .dates(region), sequence: 1)
        #expect(try await download().index == nil)
    }

    @Test("a new phone without a configuration downloads nothing else")
    mutating func noConfiguration() async throws {
        tree.replace(TreePath.configuration(.secondAndroid).path, with: nil)
        #expect(try await download().failure == .missing)
        #expect(tree.targets.count == 1)
    }

    @Test("a phone that does not look for exposures fetches the configuration alone")
    func inactive() async throws {
        try await publish(hours: 0..<3)
        let outcome = await (try session(wantsPackages: false)).run()
        #expect(outcome.configuration != nil && outcome.index == nil)
        #expect(tree.targets.count == 2)
    }

    @Test("a withdrawn package that a cache still has is not kept")
    mutating func revoked() async throws {
        try await publish(hours: 0..<2)
        _ = try await download()
        let tag = try #require(progress.gathered.first?.files.first?.entityTag)
        var configuration = PhoneConfiguration.published(country: "DE")
        configuration.revokedPackages = [RevokedPackage(region: "DE", date: "\(Self.today)", hour: 0, entityTag: tag)]
        try await tree.publish(configuration)
        progress = PackageProgress(region: "DE")
        _ = try await download()
        #expect(hours == [1])
        #expect(tree.targets.contains(path(0)))
        _ = try await download()
        #expect(!tree.targets.contains(path(0)))
    }

    @Test("files that an interrupted download left are swept, and gathered ones stay")
    mutating func sweeping() async throws {
        try await publish(hours: 0..<2)
        _ = try await download()
        try storage.replace("package-de-2026-01-01-1", with: [1])
        try storage.replace("app", with: [2])
        _ = try await download()
        let names = Set(try storage.names())
        #expect(names.contains("app") && !names.contains("package-de-2026-01-01-1") && names.count == 3)
    }

    @Test("a full phone keeps what it has and tries again")
    func fullStorage() async throws {
        try await publish(hours: 0..<2)
        let storage = FillingStorage()
        storage.isFull = true
        let order = try session().order
        let files = try session().files
        let outcome = await DownloadSession(files: files, storage: PackageStorage(storage), order: order).run()
        #expect(outcome.failure == .storage && outcome.gathered.isEmpty && outcome.failed.isEmpty)
    }

    @Test("a phone uses the packages of its country, or of the union where several countries count")
    func regions() {
        var configuration = PhoneConfiguration.published(country: "DE")
        #expect(configuration.packageRegion == RegionCode("DE"))
        configuration.supportedCountries = ["DE", "IT"]
        #expect(configuration.packageRegion == .union)
    }
}

extension DownloadOrder {
    init(
        _ progress: PackageProgress,
        _ configuration: PhoneConfiguration? = nil,
        _ seen: SeenStatements = SeenStatements(),
        wantsPackages: Bool = true
    ) {
        self.init(
            platform: .android,
            configuration: configuration,
            seen: seen,
            progress: progress,
            wantsPackages: wantsPackages
        )
    }
}
