import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore

extension ExposureStoresConformance {
    static let chunkChecks = [
        Check(rule: "a key leaves at the end of its embargo and not before") { stores, report in
            _ = try await Samples.upload([Samples.key(1, releasableAt: Samples.now)], to: stores)
            let early = Samples.now.advanced(bySeconds: -1)
            report.expectEqual(try await Samples.plan(stores, now: early), 0, "a second early")
            report.expectEqual(try await Samples.plan(stores), 1, "in time")
        },
        Check(rule: "a key older than its retention never enters a chunk") { stores, report in
            let end = Samples.now.advanced(bySeconds: -Samples.retention)
            _ = try await Samples.upload(
                [
                    Samples.key(1, windowEnd: end, releasableAt: end),
                    Samples.key(2, windowEnd: end.advanced(bySeconds: 600), releasableAt: end),
                ],
                to: stores
            )
            report.expectEqual(try await Samples.plan(stores), 1, "keys")
        },
        Check(rule: "chunks hold every key once, sorted, none above the greatest count") { stores, report in
            let keys = try (0..<21).map { try Samples.key(($0 * 7919) & 65_535, level: $0 % 9) }
            _ = try await Samples.upload(keys, to: stores)
            _ = try await Samples.plan(stores)
            let planned = try await stores.chunks.plannedChunks()
            report.expectEqual(planned.map(\.index), [1, 2, 3], "indexes")
            var found: [DiagnosisKey] = []
            for chunk in planned {
                let content = try await stores.chunks.keys(ofChunk: chunk.index)
                report.expect((1...10).contains(content.count), "chunk of \(content.count) keys")
                report.expectEqual(content, content.sorted { $0.key.keyData < $1.key.keyData }, "order")
                found += content
            }
            report.expectEqual(Set(found), Set(keys.map(\.diagnosisKey)), "keys")
            report.expectEqual(found.count, keys.count, "number of keys")
        },
        Check(rule: "periods follow each other without overlap") { stores, report in
            _ = try await Samples.upload((0..<21).map { try Samples.key($0) }, to: stores)
            _ = try await Samples.plan(stores)
            let planned = try await stores.chunks.plannedChunks()
            report.expectEqual(
                planned.first?.periodStart,
                Samples.now.advanced(bySeconds: -Samples.rules.firstPeriod),
                "first start"
            )
            report.expectEqual(planned.last?.periodEnd, Samples.now, "last end")
            for (earlier, later) in zip(planned, planned.dropFirst()) {
                report.expectEqual(later.periodStart, earlier.periodEnd, "start of \(later.index)")
                report.expect(later.periodEnd > later.periodStart, "chunk \(later.index) covers no time")
            }
        },
        Check(rule: "few keys are held back for three runs and then published") { stores, report in
            let rules = ChunkRules(
                maxKeyCount: 10,
                minKeyCount: 5,
                maxHeldRuns: 3,
                firstPeriod: 14_400,
                retention: Samples.retention
            )
            _ = try await Samples.upload([Samples.key(1)], to: stores)
            var planned: [Int] = []
            for _ in 0..<4 {
                planned.append(try await stores.chunks.planChunks(rules: rules, now: Samples.now))
            }
            report.expectEqual(planned, [0, 0, 0, 1], "keys planned in four runs")
            _ = try await Samples.upload((2..<7).map { try Samples.key($0) }, right: 2, to: stores)
            let count = try await stores.chunks.planChunks(rules: rules, now: Samples.now)
            report.expectEqual(count, 5, "keys planned at the minimum count")
        },
        Check(rule: "two planners at once use each key and each index once") { stores, report in
            _ = try await Samples.upload((0..<25).map { try Samples.key($0) }, to: stores)
            async let first = Samples.plan(stores)
            async let second = Samples.plan(stores)
            report.expectEqual(try await [first, second].sorted(), [0, 25], "keys planned")
            report.expectEqual(try await stores.chunks.plannedChunks().map(\.index), [1, 2, 3], "indexes")
        },
        Check(rule: "chunks are published in order, each once") { stores, report in
            _ = try await Samples.upload((0..<15).map { try Samples.key($0) }, to: stores)
            _ = try await Samples.plan(stores)
            let planned = try await stores.chunks.plannedChunks()
            report.expectEqual(planned.count, 2, "chunks")
            let early = try await stores.chunks.offeredIndexes(now: Samples.now, retention: Samples.retention)
            report.expect(early == nil, "a planned chunk is on offer")
            guard planned.count == 2 else { return }
            report.expect(try await !stores.chunks.publish(Samples.published(planned[1])), "2 was published before 1")
            report.expect(try await stores.chunks.publish(Samples.published(planned[0])), "1 was refused")
            report.expect(try await !stores.chunks.publish(Samples.published(planned[0])), "1 was published twice")
            report.expect(try await stores.chunks.publish(Samples.published(planned[1])), "2 was refused")
            let offer = try await stores.chunks.offeredIndexes(now: Samples.now, retention: Samples.retention)
            report.expectEqual(offer, 1...2, "offer")
            report.expectEqual(try await stores.chunks.objectNames(), ["chunk-1", "chunk-2"], "object names")
        },
        Check(rule: "all chunks on offer come at once, in their order, without those that are only planned") {
            stores,
            report in
            _ = try await Samples.upload((0..<35).map { try Samples.key($0) }, to: stores)
            _ = try await Samples.plan(stores)
            let chunks = try await stores.chunks.plannedChunks().map { Samples.published($0) }
            report.expect(chunks.count > 2, "too few chunks")
            for chunk in chunks.dropLast() {
                _ = try await stores.chunks.publish(chunk)
            }
            let offered = try await stores.chunks.offeredChunks(now: Samples.now, retention: Samples.retention)
            report.expectEqual(offered, Array(chunks.dropLast()), "offer")
        },
        Check(rule: "a chunk is on offer until its retention ends") { stores, report in
            _ = try await Samples.upload([Samples.key(1)], to: stores)
            try await Samples.publishAll(stores)
            let end = Samples.now.advanced(bySeconds: Samples.retention)
            for (time, isOffered) in [(end.advanced(bySeconds: -1), true), (end, false)] {
                let chunk = try await stores.chunks.offeredChunk(1, now: time, retention: Samples.retention)
                report.expectEqual(chunk != nil, isOffered, "chunk at \(time)")
                let offer = try await stores.chunks.offeredIndexes(now: time, retention: Samples.retention)
                report.expectEqual(offer != nil, isOffered, "index at \(time)")
                let all = try await stores.chunks.offeredChunks(now: time, retention: Samples.retention)
                report.expectEqual(all, [chunk].compactMap(\.self), "all at \(time)")
            }
            let unknown = try await stores.chunks.offeredChunk(2, now: Samples.now, retention: Samples.retention)
            report.expect(unknown == nil, "a chunk that does not exist is on offer")
        },
    ]
}
