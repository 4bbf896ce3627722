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

    /// A phone with its authority.
    private struct Bench {
        let clock = ManualClock(DownloadSessionTests.now)
        let tree: SampleTree
        let storage = InMemoryPhoneStorage()
        let region: RegionCode
        var configuration: PhoneConfiguration?
        var seen = SeenStatements()
        var progress = PackageProgress(region: "DE")
        var generator = SeededGenerator(seed: 1)

        init() async throws {
            tree = SampleTree(clock: clock)
            region = try #require(RegionCode("DE"))
            try await tree.publish(PhoneConfiguration.published(country: "DE"))
            try tree.publishIndexes(PackageIndex(region: "DE"), region: region)
        }

        func key(_ seed: UInt64) throws -> DiagnosisKey {
            var generator = SeededGenerator(seed: seed)
            let interval = IntervalNumber(clamping: SampleRisk.day(2).startInUTC)
            return DiagnosisKey(key: try .generate(forDayOf: interval, using: &generator), transmissionRiskLevel: 6)
        }

        /// Publishes hours of today, each with a key unless it is empty.
        func publish(hours: Range<Int>, empty: Set<Int> = []) async throws {
            for hour in hours {
                let slot = PackageSlot.hour(PackageHour(DownloadSessionTests.today, hour))
                let keys = empty.contains(hour) ? [] : [try key(UInt64(hour))]
                try await tree.publish([keys], as: slot, region: region)
            }
            try tree.publishIndexes(
                PackageIndex(region: "DE", days: [], hours: [DownloadSessionTests.today: Set(hours)]),
                region: region
            )
        }

        func session(wantsPackages: Bool = true) throws -> DownloadSession {
            DownloadSession(
                files: SignedTreeFiles(keys: try tree.keys, transport: tree, clock: clock),
                storage: PackageStorage(storage),
                order: DownloadOrder(
                    platform: .android,
                    configuration: configuration,
                    seen: seen,
                    progress: progress,
                    wantsPackages: wantsPackages
                )
            )
        }

        /// Downloads, and records the outcome as the client does.
        mutating func download() async throws -> DownloadOutcome {
            tree.forgetRequests()
            let outcome = await (try session()).run()
            configuration = outcome.configuration ?? configuration
            seen = outcome.seen
            progress.record(outcome, at: clock.now(), using: &generator)
            return outcome
        }

        var hours: [Int] {
            progress.gathered.compactMap { if case .hour(let hour) = $0.slot { hour.hourOfDay } else { nil } }
        }

        func path(_ hour: Int, batch: Int = 1) -> String {
            TreePath.hour(region, DownloadSessionTests.today, hour, batch: batch).path
        }
    }

    @Test("a download brings the configuration and every package, one request after the other")
    func whole() async throws {
        var bench = try await Bench()
        try await bench.publish(hours: 0..<3)
        let outcome = try await bench.download()
        #expect(outcome.failure == nil)
        #expect(outcome.reachedServer)
        #expect(bench.configuration == PhoneConfiguration.published(country: "DE"))
        #expect(bench.hours == [0, 1, 2])
        #expect(try bench.storage.names().count == 3)
        let paths = [TreePath.configuration(.secondAndroid), .dates(bench.region), .hours(bench.region, Self.today)]
        let indexes = paths.flatMap { [$0.path, $0.statementPath] }
        let asked = bench.tree.targets.filter { !$0.contains("\(SampleRisk.day(1))") }
        #expect(asked == indexes + (0..<3).map { bench.path($0) })
        #expect(Set(bench.tree.requests.map(\.host)) == [.download])
    }

    @Test("the next download brings what is new, and nothing again")
    func next() async throws {
        var bench = try await Bench()
        try await bench.publish(hours: 0..<3)
        _ = try await bench.download()
        try await bench.publish(hours: 0..<5)
        _ = try await bench.download()
        #expect(
            bench.tree.targets.filter { $0.contains("/hour/") && !$0.hasSuffix(".sig") }
                == [3, 4].map { bench.path($0) }
        )
        #expect(bench.hours == [0, 1, 2, 3, 4])
    }

    @Test("hours without keys do not come, and a package without keys is not gathered")
    func empty() async throws {
        var bench = try await Bench()
        try await bench.publish(hours: 0..<4, empty: [1, 2])
        let index = PackageIndex(
            region: "DE",
            days: [],
            hours: [Self.today: [0, 1, 2, 3]],
            emptyHours: [PackageHour(Self.today, 1)]
        )
        try bench.tree.publishIndexes(index, region: bench.region)
        _ = try await bench.download()
        #expect(bench.hours == [0, 3])
        #expect(!bench.tree.targets.contains(bench.path(1)))
        #expect(bench.tree.targets.contains(bench.path(2)))
        _ = try await bench.download()
        #expect(!bench.tree.targets.contains(bench.path(2)))
    }

    @Test("a package that is missing, damaged, foreign or misplaced costs only itself, and comes later")
    func failedPackages() async throws {
        var bench = try await Bench()
        try await bench.publish(hours: 0..<6)
        let good = try #require(bench.tree.content(at: bench.path(1)))
        bench.tree.replace(bench.path(1), with: nil)
        bench.tree.replace(bench.path(2), with: Array(good.dropLast()))
        let stranger = SampleTree(clock: bench.clock)
        try await stranger.publish([[]], as: .hour(PackageHour(Self.today, 3)), region: bench.region)
        bench.tree.replace(bench.path(3), with: stranger.content(at: bench.path(3)))
        bench.tree.replace(bench.path(4), with: bench.tree.content(at: bench.path(5)))
        let outcome = try await bench.download()
        #expect(bench.hours == [0, 5])
        #expect(outcome.failed.count == 4)
        #expect(outcome.failure == .missing, "the first one")
        #expect(outcome.reachedServer)
        #expect(try bench.storage.names().count == 2)

        try await bench.publish(hours: 0..<6)
        _ = try await bench.download()
        #expect(bench.hours == [0, 5], "retries wait")
        bench.clock.set(try #require(bench.progress.nextRetry).advanced(bySeconds: 60))
        _ = try await bench.download()
        #expect(bench.hours == [0, 1, 2, 3, 4, 5])
    }

    @Test("a package of another region does not stand for this one")
    func otherRegion() async throws {
        var bench = try await Bench()
        try await bench.publish(hours: 0..<1)
        try await bench.tree.publish([[]], as: .hour(PackageHour(Self.today, 0)), region: .union)
        let foreign = TreePath.hour(.union, Self.today, 0).path
        bench.tree.replace(bench.path(0), with: bench.tree.content(at: foreign))
        #expect(try await bench.download().failure == .otherPackage)
    }

    @Test("a package of several files comes whole or not at all")
    func batches() async throws {
        var bench = try await Bench()
        try await bench.publish(hours: 0..<1)
        let slot = PackageSlot.hour(PackageHour(Self.today, 0))
        try await bench.tree.publish([[bench.key(1)], [bench.key(2)], []], as: slot, region: bench.region)
        let third = try #require(bench.tree.content(at: bench.path(0, batch: 3)))
        bench.tree.replace(bench.path(0, batch: 3), with: nil)
        #expect(try await bench.download().failure == .missing)
        #expect(bench.progress.gathered.isEmpty)
        #expect(try bench.storage.names().isEmpty)
        bench.tree.replace(bench.path(0, batch: 3), with: bench.tree.content(at: bench.path(0, batch: 2)))
        bench.clock.advance(bySeconds: 60)
        #expect(try await bench.download().failure == .otherPackage)
        bench.tree.replace(bench.path(0, batch: 3), with: third)
        bench.clock.advance(bySeconds: 240)
        _ = try await bench.download()
        #expect(bench.progress.gathered.map(\.files.count) == [3])
    }

    @Test("a server that stops answering is asked for nothing more, and what came stays")
    func silence() async throws {
        var bench = try await Bench()
        try await bench.publish(hours: 0..<4)
        bench.tree.fail(bench.path(2), with: .failure(.timeout))
        let outcome = try await bench.download()
        #expect(outcome.failure == .transport(.timeout))
        #expect(!outcome.reachedServer)
        #expect(bench.hours == [0, 1])
        #expect(!bench.tree.targets.contains(bench.path(3)))
        #expect(bench.progress.nextRetry == nil, "the schedule retries the whole")
        bench.tree.fail(bench.path(2), with: nil)
        _ = try await bench.download()
        #expect(bench.hours == [0, 1, 2, 3])
    }

    @Test("a configuration that cannot be used leaves the one before in force, and packages come")
    func badConfiguration() async throws {
        var bench = try await Bench()
        try await bench.publish(hours: 0..<1)
        _ = try await bench.download()
        let path = TreePath.configuration(.secondAndroid)
        let good = try #require(bench.tree.content(at: path.path))
        for content in [Array(good.dropLast()), try await bench.tree.archive([1, 2, 3]), []] {
            try bench.tree.put(content, at: path)
            try await bench.publish(hours: 0..<2)
            let outcome = try await bench.download()
            #expect(outcome.configuration == nil)
            #expect(outcome.failure != nil)
            #expect(outcome.index != nil)
        }
        #expect(bench.hours == [0, 1])
        var unusable = PhoneConfiguration.published(country: "DE")
        unusable.notifyFromMinutes = 0
        #expect(throws: InvalidConfiguration.self) { try ValidConfiguration(unusable) }
    }

    @Test("an older configuration or index is refused, also a signed one")
    func rollback() async throws {
        var bench = try await Bench()
        try await bench.tree.publish(PhoneConfiguration.published(country: "DE"), sequence: 10)
        _ = try await bench.download()
        try await bench.tree.publish(PhoneConfiguration.published(country: "IT"), sequence: 9)
        let outcome = try await bench.download()
        #expect(outcome.failure == .messageRefused(.lowerSequence(highestSeen: 10, offered: 9)))
        #expect(bench.configuration?.supportedCountries == ["DE"])

        try await bench.tree.publish(PhoneConfiguration.published(country: "DE"), sequence: 11)
        try bench.tree.put(TreeIndex.body(dates: [SampleRisk.day(1)]), at: .dates(bench.region), sequence: 1)
        #expect(try await bench.download().index == nil)
    }

    @Test("a new phone without a configuration downloads nothing else")
    func noConfiguration() async throws {
        var bench = try await Bench()
        bench.tree.replace(TreePath.configuration(.secondAndroid).path, with: nil)
        let outcome = try await bench.download()
        #expect(outcome.failure == .missing)
        #expect(bench.tree.targets.count == 1)
    }

    @Test("a phone that does not look for exposures fetches the configuration alone")
    func inactive() async throws {
        let bench = try await Bench()
        try await bench.publish(hours: 0..<3)
        let outcome = await (try bench.session(wantsPackages: false)).run()
        #expect(outcome.configuration != nil)
        #expect(outcome.index == nil)
        #expect(bench.tree.targets.count == 2)
    }

    @Test("a withdrawn package that a cache still has is not kept")
    func revoked() async throws {
        var bench = try await Bench()
        try await bench.publish(hours: 0..<2)
        _ = try await bench.download()
        let tag = try #require(bench.progress.gathered.first?.files.first?.entityTag)
        var configuration = PhoneConfiguration.published(country: "DE")
        configuration.revokedPackages = [
            RevokedPackage(region: "DE", date: "\(Self.today)", hour: 0, entityTag: tag)
        ]
        try await bench.tree.publish(configuration)
        bench.progress = PackageProgress(region: "DE")
        _ = try await bench.download()
        #expect(bench.hours == [1])
        #expect(bench.tree.targets.contains(bench.path(0)))
        _ = try await bench.download()
        #expect(!bench.tree.targets.contains(bench.path(0)))
    }

    @Test("files that an interrupted download left are swept, and gathered ones stay")
    func sweeping() async throws {
        var bench = try await Bench()
        try await bench.publish(hours: 0..<2)
        _ = try await bench.download()
        try bench.storage.replace("package-de-2026-01-01-1", with: [1])
        try bench.storage.replace("app", with: [2])
        _ = try await bench.download()
        let names = Set(try bench.storage.names())
        #expect(names.contains("app"))
        #expect(!names.contains("package-de-2026-01-01-1"))
        #expect(names.count == 3)
    }

    @Test("a full phone keeps what it has and tries again")
    func fullStorage() async throws {
        let bench = try await Bench()
        try await bench.publish(hours: 0..<2)
        let storage = FillingStorage()
        storage.isFull = true
        let order = try bench.session().order
        let files = try bench.session().files
        let outcome = await DownloadSession(files: files, storage: PackageStorage(storage), order: order).run()
        #expect(outcome.failure == .storage)
        #expect(outcome.gathered.isEmpty && outcome.failed.isEmpty)
    }

    @Test("a phone uses the packages of its country, or of the union where several countries count")
    func regions() {
        var configuration = PhoneConfiguration.published(country: "DE")
        #expect(configuration.packageRegion == RegionCode("DE"))
        configuration.supportedCountries = ["DE", "IT"]
        #expect(configuration.packageRegion == .union)
    }
}
