import CoronaWarnAPI
import CoronaWarnDistribution
import ExposurePrimitives
import ExposureTesting
import Persistence
import Testing

@Suite("The tree of packages")
struct TreeTests {
    private typealias Sample = SampleDistribution

    @Test("hours with too few keys are empty and their keys wait", arguments: [1, 2, 3])
    func shifting(example: Int) async throws {
        // By hour: the keys that arrive, and the keys of the package with a threshold of 5.
        let hours = [
            [(4, 0), (1, 5)], [(5, 5), (2, 0), (4, 6)], [(1, 0), (1, 0), (1, 0), (0, 0), (0, 0), (1, 0), (1, 5)],
        ]
        let sample = try await Sample.started(["distribution.min-keys": "5"])
        var next = 0
        for (hour, (count, published)) in hours[example - 1].enumerated() {
            if count > 0 {
                try await sample.store(next..<next + count, fromHour: hour + 1)
            }
            next += count
            try await sample.run(atHour: hour + 2)
            #expect(try await sample.keys(sample.hour(hour + 1))?.count == published)
        }
    }

    @Test("the longest wait publishes however few keys there are")
    func longestWait() async throws {
        let sample = try await Sample.started(["distribution.max-wait": "2"])
        try await sample.store(0..<1, fromHour: 1)
        for hour in 2...4 {
            try await sample.run(atHour: hour)
        }
        for (hour, count) in [(1, 0), (2, 0), (3, 1)] {
            #expect(try await sample.keys(sample.hour(hour))?.count == count)
        }
    }

    @Test("a key with consent is in its country and in the union, one without in the country alone")
    func regions() async throws {
        let sample = try await Sample.started(["distribution.min-keys": "1"])
        try await sample.store(0..<2, fromHour: 1)
        try await sample.store(2..<3, fromHour: 1, in: [Sample.own])
        try await sample.run(atHour: 2)
        #expect(try await sample.keys(sample.hour(1)) == [0, 1, 2])
        #expect(try await sample.keys(sample.hour(1, of: .union)) == [0, 1])
    }

    @Test("indexes list what is over, sorted, empty hours too, and a statement stands beside each")
    func indexes() async throws {
        let sample = try await Sample.started(["distribution.min-keys": "1"])
        try await sample.store(0..<2, fromHour: 1)
        try await sample.run(atHour: 3)
        #expect(try await sample.index(.versions) == #"["v1"]"#)
        #expect(try await sample.index(.countries) == #"["DE","EUR"]"#)
        #expect(try await sample.index(.dates(Sample.own)) == "[]")
        #expect(try await sample.index(.hours(Sample.own, Sample.today)) == "[0,1,2]")
        let statement = try await sample.statement(.hours(Sample.own, Sample.today))
        #expect(statement.emptyHours == [0, 2] && statement.created == sample.clock.now())
        for path in [TreePath.versions, .countries, .dates(.union), .hours(.union, Sample.today)] {
            #expect(try await sample.statement(path).sequence == statement.sequence)
        }
        #expect(try await sample.file(sample.hour(3).path) == nil, "an hour that is not over")
    }

    @Test("the first run begins with the hour of the key that may be published first, and its day is complete")
    func keysBeforeTheFirstRun() async throws {
        let sample = try await Sample(["distribution.min-keys": "1"])
        try await sample.store(0..<2, fromHour: 5)
        try await sample.store(2..<3, fromHour: 7)
        try await sample.run(atHour: 25)
        let index = try #require(try await sample.file(TreePath.hours(Sample.own, Sample.today).path))
        #expect(try TreeIndex.hours(parsing: index) == Array(5...23))
        #expect(try await sample.keys(sample.hour(5)) == [0, 1])
        #expect(try await sample.keys(sample.hour(7)) == [2])
        #expect(try await sample.keys(.day(Sample.own, Sample.today)) == [0, 1, 2])
    }

    @Test("the day before the first one is not listed, also when its hours have left")
    func firstDay() async throws {
        let sample = try await Sample.started()
        for hour in [24, 72] {
            try await sample.run(atHour: hour)
            let index = try #require(try await sample.file(TreePath.dates(Sample.own).path))
            #expect(try TreeIndex.dates(parsing: index).first == Sample.today)
        }
    }

    @Test("a day appears when it is over and holds what its hours hold")
    func days() async throws {
        let sample = try await Sample.started(["distribution.min-keys": "1"])
        try await sample.store(0..<2, fromHour: 5)
        try await sample.store(2..<3, fromHour: 23)
        try await sample.store(3..<4, fromHour: 24)
        for hour in 2...23 {
            try await sample.run(atHour: hour)
        }
        let day = TreePath.day(Sample.own, Sample.today)
        #expect(try await sample.keys(day) == nil)
        try await sample.run(atHour: 24)
        #expect(try await sample.keys(day) == [0, 1, 2])
        #expect(try await sample.index(.dates(Sample.own)) == "[\"\(Sample.today)\"]")
        try await sample.run(atHour: 25)
        #expect(try await sample.keys(.hour(Sample.own, Sample.today.advanced(byDays: 1), 0)) == [3])
    }

    @Test("more keys than a file holds are several batches of one package")
    func batches() async throws {
        let sample = try await Sample.started(["distribution.min-keys": "1", "distribution.max-keys": "2"])
        try await sample.store(0..<5, fromHour: 1)
        try await sample.run(atHour: 2)
        var keys: [Int] = []
        for batch in 1...3 {
            keys += try #require(try await sample.keys(sample.hour(1, batch: batch)))
        }
        #expect(keys == [0, 1, 2, 3, 4])
        #expect(try await sample.file(sample.hour(1, batch: 4).path) == nil)
        #expect(try await sample.index(.hours(Sample.own, Sample.today)) == "[0,1]")
    }

    @Test("a file is never overwritten, and statements go forward")
    func neverOverwritten() async throws {
        let sample = try await Sample.started(["distribution.min-keys": "1"])
        try await sample.store(0..<2, fromHour: 1)
        try await sample.run(atHour: 2)
        let package = try await sample.file(sample.hour(1).path)
        let path = TreePath.hours(Sample.own, Sample.today)
        let first = try await sample.statement(path)
        let name = try #require(ObjectName(TreePath.versions.objectName))
        let revision = try await sample.objects.revision(of: name)
        _ = try await sample.job().run()
        #expect(try await sample.statement(path) == first, "nothing is new")
        try await sample.run(atHour: 3)
        #expect(try await sample.file(sample.hour(1).path) == package)
        #expect(try await sample.objects.revision(of: name) == revision)
        #expect(try await sample.statement(path).sequence > first.sequence)
        // A clock that was ahead and is set back.
        sample.clock.advance(bySeconds: -1800)
        let second = try await sample.statement(path)
        _ = try await sample.job().run()
        #expect(try await sample.statement(path).sequence >= second.sequence)
    }

    @Test("a run without a key leaves no statement, and one with a key makes them again")
    func unsigned() async throws {
        let sample = try await Sample.started()
        for isSigned in [false, true] {
            _ = try await sample.job(isSigned: isSigned).run()
            for path in [TreePath.versions, .hours(Sample.own, Sample.today), .configuration(.first)] {
                #expect(try await (sample.file(path.statementPath) != nil) == isSigned, "\(path)")
            }
        }
    }

    @Test("hours leave on the second day after their date, and dates on the fourteenth")
    func life() async throws {
        let sample = try await Sample.started(["distribution.min-keys": "1"])
        let hours = TreePath.hours(Sample.own, Sample.today)
        let day = TreePath.day(Sample.own, Sample.today)
        for (hour, hasHours, hasDay) in [
            (24, true, true), (47, true, true), (48, false, true), (14 * 24 - 1, false, true), (14 * 24, false, false),
        ] {
            try await sample.run(atHour: hour)
            for path in [hours.path, hours.statementPath, sample.hour(5).path] {
                #expect(try await (sample.file(path) != nil) == hasHours, "\(path) at hour \(hour)")
            }
            #expect(try await (sample.file(day.path) != nil) == hasDay, "at hour \(hour)")
            let dates = try TreeIndex.dates(parsing: #require(try await sample.file(TreePath.dates(Sample.own).path)))
            #expect(dates.contains(Sample.today) == hasDay)
        }
    }

    @Test("an untrusted clock changes nothing")
    func untrusted() async throws {
        let sample = try await Sample()
        sample.clock.hold(since: sample.clock.now())
        await #expect(throws: (any Error).self) { try await sample.job().run() }
        #expect(try await sample.objects.names().isEmpty)
    }
}
