import CoronaWarnAPI
import CoronaWarnDistribution
import ExposurePrimitives
import ExposureTesting
import Persistence
import StoreConformance
import Synchronization
import Testing

@Suite("Distribution after crashes")
struct DistributionCrashTests {
    private typealias Sample = SampleDistribution

    /// A storage that fails from one writing on, as for a process that dies.
    private final class DyingObjects: ObjectStore {
        private let base: any ObjectStore
        private let writesLeft: Mutex<Int>

        init(_ base: any ObjectStore, after writes: Int) {
            self.base = base
            writesLeft = Mutex(writes)
        }

        func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {
            try count()
            try await base.put(bytes, as: name)
        }

        func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? { try await base.get(name) }

        func revision(of name: ObjectName) async throws(ObjectStorageError) -> ObjectRevision? {
            try await base.revision(of: name)
        }

        func delete(_ name: ObjectName) async throws(ObjectStorageError) {
            try count()
            try await base.delete(name)
        }

        func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName] {
            try await base.names(under: folder)
        }

        func deleteUnfinished() async throws(ObjectStorageError) { try await base.deleteUnfinished() }

        private func count() throws(ObjectStorageError) {
            let isAlive = writesLeft.withLock { left in
                left -= 1
                return left >= 0
            }
            guard isAlive else {
                throw ObjectStorageError(reason: "write")
            }
        }
    }

    /// A storage at which another run comes in between, before the first writing.
    private final class SlowObjects: ObjectStore {
        private let base: any ObjectStore
        private let meanwhile: Mutex<(@Sendable () async -> Void)?>

        init(_ base: any ObjectStore, meanwhile: @escaping @Sendable () async -> Void) {
            self.base = base
            self.meanwhile = Mutex(meanwhile)
        }

        func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {
            if name.isUnder(Self.tree), let other = meanwhile.withLock({ $0.take() }) {
                await other()
            }
            try await base.put(bytes, as: name)
        }

        func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? { try await base.get(name) }

        func revision(of name: ObjectName) async throws(ObjectStorageError) -> ObjectRevision? {
            try await base.revision(of: name)
        }

        func delete(_ name: ObjectName) async throws(ObjectStorageError) { try await base.delete(name) }

        func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName] {
            try await base.names(under: folder)
        }

        func deleteUnfinished() async throws(ObjectStorageError) { try await base.deleteUnfinished() }

        private static let tree: ObjectName = {
            guard let name = ObjectName("version/v1/diagnosis-keys") else {
                preconditionFailure("the folder of the tree has a name")
            }
            return name
        }()
    }

    @Test("a slow run does not put an old index over that of a run that began later")
    func slowRun() async throws {
        let sample = try await Sample()
        try await sample.run(atHour: 1)
        sample.clock.advance(bySeconds: 3600)
        let slow = SlowObjects(sample.objects) {
            sample.clock.advance(bySeconds: 3600)
            _ = try? await sample.job().run()
        }
        _ = try await sample.job(objects: slow).run()
        for region in Sample.regions {
            #expect(try await sample.index(.hours(region, Sample.today)) == "[0,1,2]")
            _ = try await sample.statement(.hours(region, Sample.today))
        }
    }

    @Test("a tree with the numbers of two runs that wrote at once is written again")
    func mixedRuns() async throws {
        let sample = try await Sample()
        try await sample.run(atHour: 1)
        for path in [TreePath.versions, .configuration(.first)] {
            let name = try #require(ObjectName(String(path.statementPath.dropFirst())))
            let former = try #require(try await sample.objects.get(name))
            try await sample.run(atHour: 2)
            // The slower of two runs has the last word about the first file, and then stops.
            try await sample.objects.put(former, as: name)
        }
        try await sample.run(atHour: 3)
        for region in Sample.regions {
            #expect(try await sample.index(.hours(region, Sample.today)) == "[0,1,2]")
        }
        var sequences: Set<Int64> = []
        for file in ConfigurationFile.allCases {
            sequences.insert(try await sample.statement(.configuration(file)).sequence)
        }
        #expect(sequences.count == 1)
    }

    /// Phones rely on this: all files that an index lists are there, and no statement is about another content than
    /// that of a file that was there.
    private func expectListedFiles(_ sample: SampleDistribution) async throws {
        for region in Sample.regions {
            if let index = try await sample.file(TreePath.hours(region, Sample.today).path) {
                for hour in try TreeIndex.hours(parsing: index) {
                    #expect(try await sample.keys(.hour(region, Sample.today, hour)) != nil)
                }
            }
            if let index = try await sample.file(TreePath.dates(region).path) {
                for day in try TreeIndex.dates(parsing: index) {
                    #expect(try await sample.keys(.day(region, day)) != nil)
                }
            }
        }
    }

    @Test("a run that dies at any writing leaves no index that lists a missing file, and the next run ends its work")
    func everyWriting() async throws {
        for writes in stride(from: 0, through: 210, by: 7) {
            let sample = try await Sample(["distribution.min-keys": "1"])
            try await sample.run(atHour: 1)
            try await sample.store(0..<3, fromHour: 1)
            sample.clock.set(Sample.midnight.advanced(bySeconds: 25 * 3600))
            let dying = sample.job(objects: DyingObjects(sample.objects, after: writes))
            _ = try? await dying.run()
            try await expectListedFiles(sample)
            _ = try await sample.job().run()
            try await expectListedFiles(sample)
            #expect(try await sample.keys(sample.hour(1)) == [0, 1, 2], "after \(writes) writings")
            #expect(try await sample.keys(.day(Sample.own, Sample.today)) == [0, 1, 2])
            _ = try await sample.statement(.hours(Sample.own, Sample.today))
        }
    }

    @Test("a day of cases: each key is in exactly one hour and in its day, none early, twice or lost")
    func day() async throws {
        var generator = SeededGenerator(seed: 17)
        let sample = try await Sample(["distribution.min-keys": "20"])
        try await sample.run(atHour: 1)
        var (released, next, uploads): ([Int: Int], Int, UInt8) = ([:], 0, 0)
        for hour in 1...30 {
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let (count, from) = (
                    Int.random(in: 1...14, using: &generator), hour + Int.random(in: 0...3, using: &generator)
                )
                sample.clock.set(Sample.midnight.advanced(bySeconds: Int64(hour) * 3600 + 60))
                uploads += 1
                try await sample.store(next..<next + count, fromHour: from, right: uploads)
                for number in next..<next + count {
                    released[number] = from
                }
                next += count
            }
            if Int.random(in: 0...2, using: &generator) == 0 {
                let writes = Int.random(in: 0...8, using: &generator)
                sample.clock.set(Sample.midnight.advanced(bySeconds: Int64(hour + 1) * 3600))
                _ = try? await sample.job(objects: DyingObjects(sample.objects, after: writes)).run()
            }
            try await sample.run(atHour: hour + 1)
        }
        for region in Sample.regions {
            var hours: [Int: Int] = [:]
            var ofToday: [Int] = []
            for hour in 0...30 {
                let path = TreePath.hour(region, Sample.today.advanced(byDays: hour / 24), hour % 24)
                let keys = try await sample.keys(path) ?? []
                #expect(keys.isEmpty || keys.count >= 20)
                ofToday += hour < 24 ? keys : []
                for key in keys {
                    #expect(hours.updateValue(hour, forKey: key) == nil, "in two hours")
                    #expect(released[key].map { $0 <= hour } == true, "too early")
                }
            }
            #expect(try await sample.keys(.day(region, Sample.today)) == ofToday.sorted())
            let due = released.filter { $0.value <= 29 && hours[$0.key] == nil }
            #expect(due.count < 20, "lost")
        }
    }
}
