import AnalyticsStores
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import Foundation
import GRDB
import SQLEngine
import SQLiteTesting
import Testing
@testable import SQLiteEngine
@testable import SQLAnalyticsStores

@Suite("The content of the Analytics Service's files")
struct AnalyticsAtRestTests {
    private static let firstMonth = CalendarMonth(monthsSinceEpoch: 606)
    private static let phones = 60

    @Test("a token's row has its month and two counters, a fact's row its day and a count, and nothing else")
    func columns() async throws {
        let facts = [
            "bluetooth_active", "exposure_permission", "last_risky_exposure_on", "notification_permission", "province",
            "received_on", "uploads",
        ]
        let expected = [
            "analytics_token": ["authorised_in", "digest", "with_exposure", "without_exposure"],
            "operational_info_ios": facts, "operational_info_android": facts, "used_binding": ["binding", "expiry"],
            "epidemiological_info": ["identifier", "info", "province", "received_on"],
        ]
        try await TemporaryDatabase(.analytics).read { db in
            for (table, columns) in expected {
                let found = try db.columnNames(of: table)
                #expect(found == columns)
                // There is no row number, which would show the order of arrival.
                #expect(throws: DatabaseError.self) { try SQLRow.fetchAll(db, sql: "SELECT rowid FROM \(table)") }
            }
        }
    }

    @Test("each upload of Operational Info waits for the disk, whatever becomes of it")
    func waiting() async throws {
        let database = try await TemporaryDatabase(.analytics)
        let (store, month) = (SQLOperationalInfo(database), Self.firstMonth)
        let digest = [UInt8](repeating: 1, count: 32)
        func facts(_ platform: OperationalFacts.Platform) -> OperationalFacts {
            OperationalFacts(
                platform: platform,
                province: "RM",
                exposurePermission: true,
                bluetoothActive: true,
                notificationPermission: true,
                lastRiskyExposureOn: nil
            )
        }
        let day = CalendarDay(daysSinceEpoch: 18_500)
        let waits = try await database.writes {
            let token = TokenIdentifier(digest: digest)
            let counts = try await store.count(facts(.ios), on: day, by: token, authorisedIn: month...month)
            #expect(!counts)
        }
        #expect(waits, "an unknown token")
        for isNew in [true, false] {
            let waits = try await database.writes {
                let counts = try await store.count(facts(.android), on: day, boundBy: digest, until: UnixTime(0))
                #expect(counts == isNew)
            }
            #expect(waits, "a new binding: \(isNew)")
        }
    }

    @Test("two months of one phone cannot be joined: another sender in the second month leaves the same bytes")
    func twoMonths() async throws {
        try await TemporaryFolder.with { folder in
            var generator = SeededGenerator(seed: 1)
            let straight = Array(0..<Self.phones)
            let shuffled = straight.shuffled(using: &generator)
            var files: [(before: Data, after: Data)] = []
            for (name, order) in [("straight", straight), ("shuffled", shuffled)] {
                let path = folder.appending(path: name).path
                let database = try SQLiteDatabase(path: path, schema: .analytics)
                // The phones send in the same order in both months. In the second world, other phones send the uploads
                // of the second month.
                try await Self.send(straight, in: Self.firstMonth, seed: 2, to: database)
                try await Self.send(order, in: Self.firstMonth.advanced(byMonths: 1), seed: 3, to: database)
                try DatabaseFile.emptyLog(of: path)
                let before = try DatabaseFile.pages(of: path)
                #expect(try await database.eraseTraces())
                files.append((before, try DatabaseFile.pages(of: path)))
                #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).isEmpty)
            }
            // Before, the files show the order of arrival, so the comparison below could fail.
            #expect(files[0].before != files[1].before)
            #expect(files[0].after == files[1].after)
        }
    }

    @Test("new tokens, bindings and salts change only themselves, and leave no trace once they are deleted")
    func drawnAnew() async throws {
        try await TemporaryFolder.with { folder in
            var (dumps, files) = ([[String]](), [Data]())
            for (number, seed): (Int, UInt64) in [(0, 3), (1, 4)] {
                let path = folder.appending(path: "\(number)").path
                let database = try SQLiteDatabase(path: path, schema: .analytics)
                let order = number == 0 ? Array(0..<Self.phones) : (0..<Self.phones).reversed()
                try await Self.send(Array(0..<Self.phones), in: Self.firstMonth, seed: seed + 10, to: database)
                let second = Self.firstMonth.advanced(byMonths: 1)
                try await Self.send(order, in: second, seed: seed, to: database)
                dumps.append(try await Self.dump(database))
                _ = try await SQLAnalyticsTokens(database).delete(authorisedBefore: second.advanced(byMonths: 1))
                let end = second.advanced(byMonths: 1).firstDay.startInUTC
                _ = try await SQLOperationalInfo(database).deleteExpired(oldestDay: Self.firstMonth.firstDay, now: end)
                #expect(try await database.eraseTraces())
                files.append(try DatabaseFile.pages(of: path))
            }
            #expect(dumps[0] == dumps[1])
            #expect(dumps[0].count > Self.phones, "there is something to compare")
            #expect(files[0] == files[1])
        }
    }

    @Test("after the retention no token, binding or fact is in the files: database, log, free pages")
    func deletionIsComplete() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.appending(path: "db").path
            let database = try SQLiteDatabase(path: path, schema: .analytics)
            for number: UInt64 in 0..<5 {
                try await Self.send(Array(0..<Self.phones), in: Self.firstMonth, seed: number, to: database)
            }
            let (number, day, info) = (Bytes16(words: (1, 2)), Self.firstMonth.firstDay, Array("planted info".utf8))
            let entry = InboxEntry(identifier: number, receivedOn: day, area: "QZ", content: info)
            _ = try await SQLEpidemiologicalInfo(database).keep([entry], oldestDay: day)
            let planted =
                try await database.read { db in
                    try Data.fetchAll(db, sql: "SELECT digest FROM analytics_token")
                        + Data.fetchAll(db, sql: "SELECT binding FROM used_binding")
                } + [Data("QZ".utf8), Data("planted info".utf8)]
            #expect(planted.count == 5 * Self.phones + 2)
            let later = Self.firstMonth.advanced(byMonths: 3)
            let operational = SQLOperationalInfo(database)
            let uploads = try await operational.deleteExpired(oldestDay: later.firstDay, now: later.firstDay.startInUTC)
            #expect(uploads == 5 * Self.phones)
            #expect(try await SQLEpidemiologicalInfo(database).deleteExpired(oldestDay: later.firstDay) == 1)
            #expect(try await SQLAnalyticsTokens(database).delete(authorisedBefore: later) == 5 * Self.phones / 2)
            #expect(try await database.eraseTraces())
            // The third file also has random numbers, in which two letters may be by chance.
            for (suffix, planted) in [("", planted), ("-wal", planted), ("-shm", planted.filter { $0.count > 2 })] {
                let file = FileManager.default.contents(atPath: path + suffix) ?? Data()
                #expect(planted.count(where: { file.range(of: $0) != nil }) == 0)
            }
        }
    }
}

// MARK: - Phones

extension AnalyticsAtRestTests {
    /// Each phone authorises a token and uses it, or presents a binding. The content of number `n` depends only on `n`
    /// and `seed`, so only the order can identify the sender.
    private static func send(
        _ numbers: [Int],
        in month: CalendarMonth,
        seed: UInt64,
        to database: SQLiteDatabase
    ) async throws {
        let operational = SQLOperationalInfo(database)
        for number in numbers {
            var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(number))
            let random = (0..<2).flatMap { _ in Bytes16.random(using: &generator).bytes }
            let day = month.firstDay.advanced(byDays: number % 28)
            let isApple = number.isMultiple(of: 2)
            let facts = OperationalFacts(
                platform: isApple ? .ios : .android,
                province: "QZ",
                exposurePermission: number % 3 == 0,
                bluetoothActive: number % 5 == 0,
                notificationPermission: true,
                lastRiskyExposureOn: number % 7 == 0 ? day : nil
            )
            if isApple {
                let token = TokenIdentifier(digest: random)
                try await database.write { db in try SQLAnalyticsTokens.authorise(token, in: month, db) }
                #expect(try await operational.count(facts, on: day, by: token, authorisedIn: month...month))
            } else {
                let expiry = day.startInUTC.advanced(bySeconds: 600)
                #expect(try await operational.count(facts, on: day, boundBy: random, until: expiry))
            }
        }
    }

    /// Every row of every table, without the random columns.
    private static func dump(_ database: SQLiteDatabase) async throws -> [String] {
        try await database.read { db in
            let tables = ["analytics_token", "used_binding", "operational_info_ios", "operational_info_android"]
            return try tables.flatMap { table in
                let columns = try db.columnNames(of: table).filter { !["digest", "binding"].contains($0) }
                let list = columns.joined(separator: ", ")
                let rows = try SQLRow.fetchAll(db, sql: "SELECT \(list) FROM \(table) ORDER BY \(list)")
                return rows.map { "\(table) \($0)" }
            }
        }
    }
}
