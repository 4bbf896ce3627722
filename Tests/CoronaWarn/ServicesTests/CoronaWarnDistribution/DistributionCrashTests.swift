import CoronaWarnAPI
import CoronaWarnDistribution
import ExposurePrimitives
import ExposureTesting
import Persistence
import Testing

@Suite("Distribution after crashes")
struct DistributionCrashTests {
    private typealias Sample = SampleDistribution

    @Test("a slow run does not put an old index over that of a run that began later")
    func slowRun() async throws {
        let sample = try await Sample.started()
        sample.clock.advance(bySeconds: 3600)
        let tree = try #require(ObjectName("version/v1/diagnosis-keys"))
        let slow = WatchedObjects(sample.objects, beforeWritingUnder: tree) {
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
        let sample = try await Sample.started()
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
            let hours = try await sample.file(TreePath.hours(region, Sample.today).path)
            for hour in try hours.map({ try TreeIndex.hours(parsing: $0) }) ?? [] {
                #expect(try await sample.keys(.hour(region, Sample.today, hour)) != nil)
            }
            let dates = try await sample.file(TreePath.dates(region).path)
            for day in try dates.map({ try TreeIndex.dates(parsing: $0) }) ?? [] {
                #expect(try await sample.keys(.day(region, day)) != nil)
            }
        }
    }

    @Test("a run that dies at any writing leaves no index that lists a missing file, and the next run ends its work")
    func everyWriting() async throws {
        for writes in stride(from: 0, through: 210, by: 7) {
            let sample = try await Sample.started(["distribution.min-keys": "1"])
            try await sample.store(0..<3, fromHour: 1)
            sample.clock.set(Sample.midnight.advanced(bySeconds: 25 * 3600))
            _ = try? await sample.job(objects: WatchedObjects(sample.objects, dyingAfter: writes)).run()
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
        let sample = try await Sample.started(["distribution.min-keys": "20"])
        var (released, next, uploads): ([Int: Int], Int, UInt8) = ([:], 0, 0)
        for hour in 1...30 {
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let count = Int.random(in: 1...14, using: &generator)
                let from = hour + Int.random(in: 0...3, using: &generator)
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
                _ = try? await sample.job(objects: WatchedObjects(sample.objects, dyingAfter: writes)).run()
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
