import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import GAENCore
import KeyPublication
import Persistence
import SQLEngine
import SQLStores
import SQLiteEngine
import SQLiteTesting
import Testing

@Suite("A second system on the common key store")
struct SecondSystemTests {
    private let trial: TrialSystem

    init() throws { trial = try TrialSystem() }

    @Test("a right of its own is consumed with the keys; the same upload again is accepted, another is not")
    func rights() async throws {
        let keys = try TrialSystem.keys(0..<3)
        #expect(try await !trial.upload(.init(1), keys), "without a ticket")
        #expect(try await count("diagnosis_key") == 0)
        try await trial.issue(.init(1))
        #expect(try await trial.upload(.init(1), keys))
        #expect(try await count("trial_ticket") == 0)
        #expect(try await trial.upload(.init(1), keys), "the answer was lost, and the phone sends it again")
        #expect(try await !trial.upload(.init(1, body: 1), [TrialSystem.key(9)]), "with another body")
        #expect(try await count("diagnosis_key") == 3)
        #expect(try await count("trial_receipt") == 1)
        #expect(try await count("analytics_inbox") == 0)
    }

    @Test("of thirty uploads at once with one ticket, one stores its keys")
    func atOnce() async throws {
        try await trial.issue(.init(1))
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<30 {
                group.addTask { try await trial.upload(.init(1, body: number), [TrialSystem.key(number)]) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == 1)
        #expect(try await count("diagnosis_key") == 1)
    }

    @Test("a right stays where the keys cannot be stored, and after a rehearsal")
    func rollback() async throws {
        try await trial.issue(.init(1))
        // The table refuses a level that no export file can hold.
        let key = try TrialSystem.key(1)
        let broken = DiagnosisKey(key: key.key, transmissionRiskLevel: 9)
        await #expect(throws: (any Error).self) { try await trial.upload(.init(1), [broken]) }
        try await trial.uploads.rehearse(.init(1), now: trial.clock.now()) { _ in UploadContent(keys: []) }
        #expect(try await count("trial_receipt") == 0)
        #expect(try await trial.upload(.init(1), [key]))
    }

    @Test("each key is in one hour of each country that it names, and in the day of that hour")
    func sequences() async throws {
        var sent: [(keys: [DiagnosisKey], visited: Set<String>)] = []
        // From noon to noon of the next day. Some hours have more keys than a chunk, some none.
        for hour in 0..<24 {
            let first = 6 * hour
            let count = [5, 1, 0, 2][hour % 4]
            let keys = try TrialSystem.keys(first..<first + count)
            let visited: Set<String> = hour.isMultiple(of: 3) ? ["FR"] : []
            try await trial.issue(.init(hour))
            #expect(try await trial.upload(.init(hour), keys, visited: visited))
            sent.append((keys, visited))
            trial.clock.advance(bySeconds: TrialSystem.hour)
            try await trial.publish()
        }
        trial.clock.advance(bySeconds: 12 * TrialSystem.hour)
        try await trial.publish()
        try await trial.publish()
        let midnight = TrialSystem.noon.utcDay.advanced(byDays: 1).startInUTC.seconds
        for country in TrialSystem.countries {
            let hours = try await trial.published(country, .hour)
            let days = try await trial.published(country, .date)
            for (hour, upload) in sent.enumerated() {
                let start = TrialSystem.noon.seconds + Int64(hour) * TrialSystem.hour
                let expected = country == "DE" || upload.visited.contains(country) ? upload.keys : []
                #expect(Set(hours[start] ?? []) == Set(expected), "\(country), hour \(hour)")
                #expect(hours[start]?.count == expected.count)
                let day = days[start < midnight ? midnight - 24 * TrialSystem.hour : midnight] ?? []
                #expect(Set(expected).isSubset(of: day))
            }
            #expect(hours.values.joined().count == days.values.joined().count, "\(country)")
            #expect(hours.count == 36, "each hour has its chunk, also an empty one")
        }
    }

    @Test("keys that were held back over midnight are in the day of the hour that published them")
    func heldOverMidnight() async throws {
        trial.clock.advance(bySeconds: 11 * TrialSystem.hour)
        try await trial.publish(minKeyCount: 3)
        for (number, count) in [2, 1].enumerated() {
            try await trial.issue(.init(number))
            let keys = try TrialSystem.keys(10 * number..<10 * number + count)
            #expect(try await trial.upload(.init(number), keys))
            trial.clock.advance(bySeconds: TrialSystem.hour)
            try await trial.publish(minKeyCount: 3)
        }
        trial.clock.advance(bySeconds: 24 * TrialSystem.hour)
        try await trial.publish(minKeyCount: 3)
        try await trial.publish(minKeyCount: 3)
        let midnight = TrialSystem.noon.utcDay.advanced(byDays: 1).startInUTC.seconds
        let hours = try await trial.published("DE", .hour).filter { !$0.value.isEmpty }
        let days = try await trial.published("DE", .date).filter { !$0.value.isEmpty }
        #expect(hours.mapValues(\.count) == [midnight: 3])
        #expect(days.mapValues(\.count) == [midnight: 3])
    }

    @Test("the cleanup of one sequence leaves the files of others, indexes and what is no chunk")
    func foreignFiles() async throws {
        try await trial.publish()
        let published = try await trial.fileNames()
        let file = "chunk-9-0123456789abcdef.zip"
        let foreign = [
            "version", "version/DE/hour", "version/DE/hour/index", "version/AT/hour/\(file)", file,
            "version/DE/hour/7/\(file)", "version/DE/hour/chunk-9-0123456789abcdef.zip.sig",
            "version/DE/hour/chunk-09-0123456789abcdef.zip", "version/DE/hour/chunk-9-0123.zip",
        ]
        let orphans = ["version/DE/hour/\(file)", "version/FR/date/\(file)"]
        for name in foreign + orphans {
            try await trial.files.put([1], as: try #require(ObjectName(name)))
        }
        _ = try await trial.cleanup()
        #expect(try await trial.fileNames() == published.union(foreign))
    }

    @Test("chunks of hours are deleted after two days with their files, those of days stay")
    func lifetimes() async throws {
        try await trial.publishUntilMidnight()
        let published = try await trial.fileNames()
        // Those of the hour before noon leave first.
        trial.clock.advance(bySeconds: TrialSystem.lifeOfHours - 12 * TrialSystem.hour - 1)
        #expect(try await trial.cleanup().deleted.chunks == 0)
        trial.clock.advance(bySeconds: 1)
        #expect(try await trial.cleanup().deleted.chunks == 2)
        trial.clock.advance(bySeconds: 12 * TrialSystem.hour)
        #expect(try await trial.cleanup().deleted.chunks == 24)
        let left = try await trial.fileNames()
        #expect(left == published.filter { $0.contains("/date/") })
    }

    @Test("the files of a country that is published no more go with their chunks, at the end of the keys' lifetime")
    func formerSequences() async throws {
        try await trial.publish()
        try await trial.publish()
        // The hour before noon ended at noon.
        trial.clock.advance(bySeconds: SamplePublication.retention - 1)
        _ = try await trial.cleanup(of: ["DE"])
        let left = try await trial.fileNames()
        #expect(left.count == 1)
        #expect(left.allSatisfy { $0.hasPrefix("version/FR/hour/") })
        trial.clock.advance(bySeconds: 1)
        #expect(try await trial.cleanup(of: ["DE"]).deleted.chunks == 1)
        #expect(try await trial.files.names().isEmpty)
    }

    @Test("a key that is in its hour, and became too old for its day, is no unpublished key")
    func tooOldForItsDay() async throws {
        // The window ended at the midnight before noon.
        trial.clock.advance(bySeconds: SamplePublication.retention - 14 * TrialSystem.hour)
        try await trial.issue(.init(1))
        #expect(try await trial.upload(.init(1), [TrialSystem.key(1)]))
        trial.clock.advance(bySeconds: TrialSystem.hour)
        try await trial.publish()
        trial.clock.advance(bySeconds: SamplePublication.day)
        try await trial.publish()
        let deleted = try await trial.cleanup().deleted
        #expect((deleted.keys, deleted.unpublishedKeys) == (1, 0))
    }

    @Test("chunks that leave with their date leave together, at midnight")
    func datedLifetimes() async throws {
        try await trial.publishUntilMidnight()
        trial.clock.advance(bySeconds: 24 * TrialSystem.hour - 1)
        #expect(try await trial.cleanup(days: 2).deleted.chunks == 0)
        trial.clock.advance(bySeconds: 1)
        #expect(try await trial.cleanup(days: 2).deleted.chunks == 26)
        #expect(try await trial.files.names().count == 2)
    }

    @Test("nothing ties the keys of an upload together or to its ticket: the files do not know the order of arrival")
    func order() async throws {
        var files: [Data] = []
        for order in [Array(0..<20), (0..<20).reversed()] {
            let trial = try TrialSystem()
            for number in order {
                try await trial.issue(.init(number))
            }
            for number in order {
                let keys = try TrialSystem.keys(5 * number..<5 * number + 5)
                // Moments within the hour are not kept.
                trial.clock.set(TrialSystem.noon.advanced(bySeconds: Int64(number) * 60))
                #expect(try await trial.upload(.init(number), keys, visited: ["FR"]))
            }
            #expect(try await SQLRetention(trial.database).eraseTraces())
            files.append(try DatabaseFile.pages(of: trial.path))
            let ticket = Data(TrialSystem.Claim(3).ticket)
            #expect(files.last?.range(of: ticket) == nil, "a used ticket is in the file")
        }
        #expect(files[0] == files[1])
    }

    @Test("a fixed period is published in as many batches as its keys need")
    func batches() async throws {
        try await trial.issue(.init(1))
        #expect(try await trial.upload(.init(1), TrialSystem.keys(0..<9)))
        trial.clock.advance(bySeconds: TrialSystem.hour)
        try await trial.publish()
        let hours = try await trial.published("DE", .hour)
        #expect(hours[TrialSystem.noon.seconds]?.count == 9)
        let chunks = try trial.chunks("DE", .hour)
        let now = trial.clock.now()
        #expect(try await chunks.offeredIndexes(now: now, retention: SamplePublication.retention) == 1...3)
    }

    private func count(_ table: String) async throws -> Int? {
        try await trial.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
    }
}
