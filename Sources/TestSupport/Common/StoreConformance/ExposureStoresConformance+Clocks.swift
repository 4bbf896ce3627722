import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore

/// Rules about data from a clock that was wrong for some time.
extension ExposureStoresConformance {
    private static let ahead = Samples.now.advanced(bySeconds: 10 * 86_400)

    private static func publish(_ keys: [StoredKey], right: UInt8, to stores: ExposureStores, at now: UnixTime)
        async throws
    {
        _ = try await Samples.upload(keys, right: right, to: stores)
        try await Samples.publishAll(stores, now: now)
    }

    private static func offer(_ stores: ExposureStores, after seconds: Int64) async throws -> ClosedRange<Int>? {
        let now = Samples.now.advanced(bySeconds: seconds)
        return try await stores.chunks.offeredIndexes(now: now, retention: Samples.retention)
    }

    static let clockChecks = [
        Check(rule: "after a period in the future, periods begin in the past again, and no two are equal") {
            stores,
            report in
            var periods: [ChunkPeriod] = []
            for (number, now) in [ahead, Samples.now, Samples.now, Samples.now].enumerated() {
                _ = try await Samples.upload([Samples.key(number)], right: UInt8(number + 1), to: stores)
                _ = try await Samples.plan(stores, now: now)
                guard let chunk = try await stores.chunks.plannedChunks().last else { return }
                report.expectEqual(chunk.index, number + 1, "index")
                periods.append(ChunkPeriod(start: chunk.periodStart, end: chunk.periodEnd))
                report.expect(chunk.periodStart <= now, "chunk \(chunk.index) begins in the future")
                report.expect(chunk.periodEnd <= now.advanced(bySeconds: 1), "chunk \(chunk.index) ends in the future")
            }
            report.expectEqual(Set(periods).count, 4, "different periods")
        },
        Check(rule: "a run without keys is filled up again after a period in the future") { stores, report in
            let rules = ChunkRules(
                maxKeyCount: 10,
                minKeyCount: 1,
                paddedKeyCount: 1,
                maxHeldRuns: 3,
                firstPeriod: 14_400,
                retention: Samples.retention
            )
            for (number, now) in [ahead, Samples.now].enumerated() {
                let padding = ChunkKey(diagnosisKey: try Samples.key(number).diagnosisKey)
                let planned = try await stores.chunks.planChunks(rules: rules, now: now) { _ in [padding] }
                report.expectEqual(planned, 1, "keys of run \(number)")
            }
        },
        Check(rule: "a chunk whose period lies in the future retires by the windows of its keys") { stores, report in
            let end = Samples.now.advanced(bySeconds: -86_400)
            try await publish([Samples.key(1, windowEnd: end)], right: 1, to: stores, at: ahead)
            _ = try await clean(stores)
            report.expect(try await offer(stores, after: 13 * 86_400 - 1) != nil, "retired a second early")
            report.expect(try await offer(stores, after: 13 * 86_400) == nil, "outlived the windows of its keys")
            let deleted = try await clean(stores, now: Samples.now.advanced(bySeconds: 13 * 86_400)).chunks
            report.expectEqual(deleted, 1, "chunks deleted")
        },
        Check(rule: "a chunk whose keys lie in the future themselves is withdrawn") { stores, report in
            try await publish(
                [Samples.key(1, windowEnd: ahead)],
                right: 1,
                to: stores,
                at: ahead.advanced(bySeconds: 7200)
            )
            _ = try await clean(stores)
            report.expect(try await offer(stores, after: 0) == nil, "it is on offer")
        },
        Check(rule: "a period that ends within the hour is no wrong clock's") { stores, report in
            let soon = Samples.now.advanced(bySeconds: 3600)
            try await publish([Samples.key(1)], right: 1, to: stores, at: soon)
            _ = try await clean(stores)
            report.expect(try await offer(stores, after: 3600 + Samples.retention - 1) != nil, "it retired early")
        },
        Check(rule: "the offer has no gaps where a chunk retires before an older one") { stores, report in
            try await publish([Samples.key(1)], right: 1, to: stores, at: Samples.now)
            try await publish([Samples.key(2)], right: 2, to: stores, at: ahead)
            let later = Samples.now.advanced(bySeconds: 13 * 86_400)
            _ = try await clean(stores)
            report.expectEqual(try await offer(stores, after: 13 * 86_400), 1...2, "offer")
            report.expectEqual(try await clean(stores, now: later).chunks, 0, "chunks deleted")
            let chunk = try await stores.chunks.offeredChunk(2, now: later, retention: Samples.retention)
            report.expect(chunk != nil, "a chunk of the index is not on offer")
            let all = try await stores.chunks.offeredChunks(now: later, retention: Samples.retention)
            report.expectEqual(all.map(\.index), [1, 2], "all chunks on offer")
            report.expect(try await offer(stores, after: Samples.retention) == nil, "it outlived both")
        },
        Check(rule: "a right that ends further ahead than a right may is not live, and goes with the next cleanup") {
            stores,
            report in
            let last = Samples.now.advanced(bySeconds: UploadRight.longestLife)
            for (number, expiry, isLive) in [(1, last, true), (2, last.advanced(bySeconds: 1), false)]
                as [(UInt8, UnixTime, Bool)]
            {
                let right = Samples.right(number, expiresAt: expiry)
                _ = try await stores.rights.grant(right, now: expiry.advanced(bySeconds: -150))
                let found = try await stores.rights.isLive(right.identifier, now: Samples.now)
                report.expectEqual(found, isLive, "right \(number) is live")
                let outcome = try await stores.rights.grant(right, now: Samples.now)
                report.expectEqual(outcome, isLive ? .live : .granted, "another grant of right \(number)")
            }
            report.expectEqual(try await clean(stores).rights, 1, "rights deleted")
        },
    ]
}
