import AnalyticsStoreConformance
import AnalyticsStores
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import Foundation
import GAENCore
import ImmuniAPI
import Persistence
import SQLAnalyticsStores
import SQLEngine
import SQLStores
import SQLiteEngine
import ServiceKit
import ServiceTesting
import Synchronization
import Testing

@testable import ImmuniAnalytics

@Suite("Epidemiological Info from the inbox to the counts")
struct InboxJobTests {
    private static let today = SampleAnalytics.noon.utcDay

    private static func entries(_ count: Int, daysAgo: Int = 0, seed: UInt64 = 1) -> [InboxEntry] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            let (identifier, day) = (Bytes16.random(using: &generator), today.advanced(byDays: -daysAgo))
            let content = Array("[\(number)]".utf8)
            return InboxEntry(identifier: identifier, receivedOn: day, area: "RM", content: content)
        }
    }

    private static func configuration() async throws -> AnalyticsConfiguration {
        let reader = try await SettingsReader(environment: [:], catalogue: AnalyticsConfiguration.catalogue)
        return try AnalyticsConfiguration(reader)
    }

    /// Expects that the store has exactly `entries`, and the inbox none.
    private static func expect(
        _ entries: [InboxEntry],
        in store: any EpidemiologicalInfoStore,
        emptied inbox: any AnalyticsInbox
    ) async throws {
        let kept = try await kept(store)
        #expect(kept.count == entries.count)
        #expect(Set(kept) == Set(entries))
        #expect(try await inbox.entries(limit: 1).isEmpty)
    }

    private static func kept(_ store: any EpidemiologicalInfoStore) async throws -> [InboxEntry] {
        try await store.entries(from: today.advanced(byDays: -400), through: today)
    }

    @Test("one run empties the inbox, however full it is, and passes each step for each batch")
    func everything() async throws {
        let steps = RecordedSteps()
        let sample = try await SampleAnalytics(steps: steps)
        let entries = Self.entries(250)
        for entry in entries {
            try await sample.stores.receive(entry)
        }
        try await sample.inbox.run()
        try await Self.expect(entries, in: sample.stores.epidemiological, emptied: sample.stores.inbox)
        #expect(steps.all == Array(repeating: [.infoWritten, .infoKept, .inboxEmptied], count: 3).flatMap(\.self))
        try await sample.inbox.run()
        #expect(steps.all.count == 9, "an empty inbox is left alone")
    }

    @Test("an entry that waited longer than the retention is dropped; one of its last day is kept")
    func tooOld() async throws {
        let sample = try await SampleAnalytics(settings: ["analytics.retention-days": "10"])
        let (last, old) = (Self.entries(1, daysAgo: 10), Self.entries(1, daysAgo: 11, seed: 2))
        for entry in last + old {
            try await sample.stores.receive(entry)
        }
        try await sample.inbox.run()
        try await Self.expect(last, in: sample.stores.epidemiological, emptied: sample.stores.inbox)
    }

    @Test("an interruption at any call, before or after its effect, loses nothing and doubles nothing")
    func interruptions() async throws {
        let configuration = try await Self.configuration()
        let entries = Self.entries(250)
        for call in 0..<10 {
            for happens in [true, false] {
                let stores = try await AnalyticsStoreHandles.temporary()
                for entry in entries {
                    try await stores.receive(entry)
                }
                let interruption = Interruption(at: call, afterItHappened: happens)
                func job(_ interruption: Interruption) -> InboxJob {
                    InboxJob(
                        inbox: InterruptedInbox(base: stores.inbox, interruption: interruption),
                        store: InterruptedStore(base: stores.epidemiological, interruption: interruption),
                        configuration: configuration,
                        clock: ManualClock(SampleAnalytics.noon)
                    )
                }
                await #expect(throws: StoreError.self) { try await job(interruption).run() }
                try await job(.never).run()
                try await Self.expect(entries, in: stores.epidemiological, emptied: stores.inbox)
            }
        }
    }

    @Test("several processes at once on the same files lose nothing and double nothing")
    func atOnce() async throws {
        let configuration = try await Self.configuration()
        try await TemporaryFolder.with { folder in
            let paths = (folder.appending(path: "e").path, folder.appending(path: "a").path)
            let first = try SQLiteDatabase(path: paths.0, schema: .exposure)
            let expected = try await Self.upload(150, to: first)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let job = InboxJob(
                            inbox: SQLAnalyticsInbox(try SQLiteDatabase(path: paths.0, schema: .exposure)),
                            store: SQLEpidemiologicalInfo(try SQLiteDatabase(path: paths.1, schema: .analytics)),
                            configuration: configuration,
                            clock: ManualClock(SampleAnalytics.noon)
                        )
                        try await job.run()
                    }
                }
                try await group.waitForAll()
            }
            let analytics = try SQLiteDatabase(path: paths.1, schema: .analytics)
            #expect(expected.count == 150)
            let store = SQLEpidemiologicalInfo(analytics)
            try await Self.expect(expected, in: store, emptied: SQLAnalyticsInbox(first))
        }
    }

    /// Uploads like phones, each with an entry.
    private static func upload(_ count: Int, to database: SQLiteDatabase) async throws -> [InboxEntry] {
        let entries = entries(count)
        for (number, entry) in entries.enumerated() {
            let identifier = RightIdentifier(mac: [UInt8](repeating: UInt8(number), count: 32))
            let (now, evidence) = (SampleAnalytics.noon, RightEvidence(today))
            let end = now.advanced(bySeconds: 150)
            let right = UploadRight(identifier: identifier, evidence: evidence, expiresAt: end)
            _ = try await SQLUploadRights(database).grant(right, now: now)
            let content = UploadContent(keys: [], inboxEntry: entry)
            _ = try await SQLUploads(database).consume(identifier, now: now) { _ in content }
        }
        return entries
    }
}

@Suite("Deletion in the Analytics Service")
struct AnalyticsCleanupTests {
    @Test("facts and entries are deleted after the days of the setting, tokens after their second month")
    func retention() async throws {
        let sample = try await SampleAnalytics.authorised()
        let token = TokenIdentifier(digest: AnalyticsRequest.token().digest)
        let day = SampleAnalytics.noon.utcDay
        for _ in 0..<2 {
            let months = SampleAnalytics.month...SampleAnalytics.month
            #expect(try await sample.stores.operational.count(.sample(), on: day, by: token, authorisedIn: months))
        }
        let entry = InboxEntry(identifier: Bytes16(words: (1, 2)), receivedOn: day, area: "RM", content: [])
        _ = try await sample.stores.epidemiological.keep([entry], oldestDay: day)
        let lastDay = day.advanced(byDays: 30)
        let tokensEnd = SampleAnalytics.month.advanced(byMonths: 2).firstDay
        for (moment, uploads, entries, tokens) in [
            (lastDay.startInUTC.advanced(bySeconds: 86_399), 0, 0, 0),
            (lastDay.advanced(byDays: 1).startInUTC, 2, 1, 0),
            (tokensEnd.startInUTC.advanced(bySeconds: -1), 0, 0, 0), (tokensEnd.startInUTC, 0, 0, 1),
        ] {
            sample.clock.set(moment)
            let outcome = try await sample.cleanup.run()
            let deleted = (outcome.operationalUploads, outcome.epidemiologicalEntries, outcome.tokens)
            #expect(deleted == (uploads, entries, tokens), "\(moment)")
            #expect(outcome.tracesErased)
            // An exact number of a day's uploads would be a figure without noise.
            #expect(AnalyticsEvent.cleaned(outcome).fields.map(\.name) == ["oldest_day", "traces_erased"])
        }
    }
}

// MARK: - Interruptions

/// Ends the work at one call, like a crash.
private final class Interruption: Sendable {
    static let never = Interruption(at: .max, afterItHappened: false)

    private let left: Mutex<Int>
    private let afterItHappened: Bool

    init(at call: Int, afterItHappened: Bool) {
        left = Mutex(call)
        self.afterItHappened = afterItHappened
    }

    func run<Value>(_ body: () async throws(StoreError) -> Value) async throws(StoreError) -> Value {
        let isNow = left.withLock { left in
            left -= 1
            return left == -1
        }
        guard isNow else {
            return try await body()
        }
        if afterItHappened {
            _ = try await body()
        }
        throw StoreError.unavailable(reason: "planted")
    }
}

private struct InterruptedInbox: AnalyticsInbox {
    let base: any AnalyticsInbox
    let interruption: Interruption

    func entries(limit: Int) async throws(StoreError) -> [InboxEntry] {
        try await interruption.run { () async throws(StoreError) in try await base.entries(limit: limit) }
    }

    func remove(_ identifiers: [Bytes16]) async throws(StoreError) {
        try await interruption.run { () async throws(StoreError) in try await base.remove(identifiers) }
    }
}

private struct InterruptedStore: EpidemiologicalInfoStore {
    let base: any EpidemiologicalInfoStore
    let interruption: Interruption

    func keep(_ entries: [InboxEntry], oldestDay: CalendarDay) async throws(StoreError) -> Int {
        try await interruption.run { () async throws(StoreError) in
            try await base.keep(entries, oldestDay: oldestDay)
        }
    }

    func entries(from first: CalendarDay, through last: CalendarDay) async throws(StoreError) -> [InboxEntry] {
        try await base.entries(from: first, through: last)
    }

    func deleteExpired(oldestDay: CalendarDay) async throws(StoreError) -> Int {
        try await base.deleteExpired(oldestDay: oldestDay)
    }
}
