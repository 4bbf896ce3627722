import DiagnosisKeyStores
import ExposurePrimitives
import Persistence

extension ExposureStoresConformance {
    static func clean(
        _ stores: ExposureStores,
        now: UnixTime = Samples.now,
        followers: [SequenceName] = []
    ) async throws(StoreError) -> DeletedCounts {
        try await stores.retention.deleteExpired(
            now: now,
            retention: Samples.retention,
            consumedMemory: Samples.consumedMemory,
            followers: followers
        )
    }

    static let retentionChecks = [
        Check(rule: "keys are deleted fourteen days after their window, published or not") { stores, report in
            let end = Samples.now.advanced(bySeconds: -86_400)
            _ = try await Samples.upload(
                [Samples.key(1, windowEnd: end), Samples.key(2, windowEnd: end, releasableAt: .init(.max))],
                to: stores
            )
            try await Samples.publishAll(stores)
            let deletion = end.advanced(bySeconds: Samples.retention)
            report.expectEqual(try await clean(stores, now: deletion.advanced(bySeconds: -1)).keys, 0, "a second early")
            let counts = try await clean(stores, now: deletion)
            report.expectEqual(counts.keys, 2, "keys deleted")
            report.expectEqual(counts.unpublishedKeys, 1, "unpublished among them")
            report.expectEqual(counts.chunks, 0, "chunks deleted, though their retention goes on")
        },
        Check(rule: "indexes are not reused after everything expired") { stores, report in
            _ = try await Samples.upload([Samples.key(1)], to: stores)
            try await Samples.publishAll(stores)
            let later = Samples.now.advanced(bySeconds: Samples.retention)
            report.expectEqual(try await clean(stores, now: later).chunks, 1, "chunks deleted")
            let end = later.advanced(bySeconds: -86_400)
            _ = try await Samples.upload([Samples.key(2, windowEnd: end)], right: 2, to: stores, now: later)
            _ = try await Samples.plan(stores, now: later)
            report.expectEqual(try await stores.chunks.plannedChunks().map(\.index), [2], "next index")
        },
        Check(rule: "inbox entries are deleted after the retention") { stores, report in
            _ = try await Samples.upload([], to: stores)
            let lastDay = Samples.now.advanced(bySeconds: Samples.retention)
            report.expectEqual(try await clean(stores, now: lastDay).inboxEntries, 0, "within the retention")
            let later = lastDay.advanced(bySeconds: 86_400)
            report.expectEqual(try await clean(stores, now: later).inboxEntries, 1, "after it")
            report.expect(try await stores.inbox.entries(limit: 1000).isEmpty, "the inbox is not empty")
        },
        Check(rule: "unused rights go at their expiry, consumed ones when they may be forgotten") { stores, report in
            let right = Samples.right()
            _ = try await stores.rights.grant(right, now: Samples.now)
            let last = right.expiresAt.advanced(bySeconds: -1)
            report.expectEqual(try await clean(stores, now: last).rights, 0, "live rights deleted")
            report.expectEqual(try await clean(stores, now: right.expiresAt).rights, 1, "expired rights deleted")
            _ = try await Samples.upload([], right: 2, to: stores)
            // The store remembers only the day of the use.
            let forgotten = Samples.now.advanced(bySeconds: Samples.consumedMemory + 86_400).utcDay.startInUTC
            let remembered = forgotten.advanced(bySeconds: -1)
            report.expectEqual(try await clean(stores, now: remembered).rights, 0, "remembered rights deleted")
            let early = try await stores.rights.grant(Samples.right(2), now: remembered)
            report.expectEqual(early, .consumed, "grant while remembered")
            report.expectEqual(try await clean(stores, now: forgotten).rights, 1, "forgotten rights deleted")
            let new = Samples.right(2, expiresAt: forgotten.advanced(bySeconds: 150))
            report.expectEqual(try await stores.rights.grant(new, now: forgotten), .granted, "grant when forgotten")
        },
    ]
}
