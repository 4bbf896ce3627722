import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import Synchronization

extension ExposureStoresConformance {
    /// Rules that fill runs up to five keys.
    private static let paddingRules = ChunkRules(
        maxKeyCount: 10,
        minKeyCount: 1,
        paddedKeyCount: 5,
        maxHeldRuns: 3,
        firstPeriod: 14_400,
        retention: Samples.retention
    )

    /// Plans a run with padding keys numbered from `first`, and returns the arguments of their maker.
    private static func plan(
        _ stores: ExposureStores,
        now: UnixTime = Samples.now,
        first: Int = 1000
    ) async throws -> (planned: Int, real: [DiagnosisKey]?, asked: Int) {
        let given = Mutex<([DiagnosisKey]?, Int)>((nil, 0))
        let end = now.advanced(bySeconds: -86_400)
        let padding = try (0..<5).map { try Samples.key(first + $0, windowEnd: end).diagnosisKey }
        let planned = try await stores.chunks.planChunks(rules: paddingRules, now: now) { real, count in
            given.withLock { $0 = (real, count) }
            return Array(padding.prefix(count))
        }
        let (real, asked) = given.withLock { $0 }
        return (planned, real, asked)
    }

    static let paddingChecks = [
        Check(rule: "a run with few keys is filled up, and its padding keys are known") { stores, report in
            let keys = try (0..<2).map { try Samples.key($0) }
            _ = try await Samples.upload(keys, to: stores)
            let run = try await plan(stores)
            report.expectEqual(run.planned, 5, "keys planned")
            report.expectEqual(run.asked, 3, "padding keys asked for")
            report.expectEqual(Set(run.real ?? []), Set(keys.map(\.diagnosisKey)), "real keys given")
            let chunk = try await stores.chunks.keys(ofChunk: 1)
            let padding = try await stores.chunks.paddingKeys(ofChunk: 1)
            report.expectEqual(chunk.count, 5, "keys of the chunk")
            report.expectEqual(chunk, chunk.sorted { $0.key.keyData < $1.key.keyData }, "order")
            report.expectEqual(
                Set(chunk.map(\.key.keyData)).subtracting(padding),
                Set(keys.map(\.diagnosisKey.key.keyData)),
                "keys that are no padding"
            )
        },
        Check(rule: "a run with enough keys is not filled up") { stores, report in
            _ = try await Samples.upload((0..<5).map { try Samples.key($0) }, to: stores)
            let run = try await plan(stores)
            report.expectEqual(run.planned, 5, "keys planned")
            report.expectEqual(run.asked, 0, "padding keys asked for")
            report.expect(try await stores.chunks.paddingKeys(ofChunk: 1).isEmpty, "padding in the chunk")
        },
        Check(rule: "padding is made once, and a run without keys is filled when half a period is over") {
            stores,
            report in
            report.expectEqual(try await plan(stores).planned, 5, "keys of the first run")
            let chunk = try await stores.chunks.keys(ofChunk: 1)
            let early = Samples.now.advanced(bySeconds: 7199)
            report.expectEqual(try await plan(stores, now: early, first: 2000).planned, 0, "keys of a run too soon")
            report.expectEqual(try await stores.chunks.keys(ofChunk: 1), chunk, "the chunk, looked at again")
            let later = Samples.now.advanced(bySeconds: 7200)
            report.expectEqual(try await plan(stores, now: later, first: 3000).planned, 5, "keys of the next run")
            report.expectEqual(try await stores.chunks.plannedChunks().map(\.index), [1, 2], "chunks")
        },
        Check(rule: "padding keys are deleted with their retention and never counted") { stores, report in
            let end = Samples.now.advanced(bySeconds: -86_400)
            _ = try await Samples.upload([Samples.key(1, windowEnd: end)], to: stores)
            _ = try await plan(stores)
            for chunk in try await stores.chunks.plannedChunks() {
                _ = try await stores.chunks.publish(Samples.published(chunk))
            }
            let counts = try await stores.retention.deleteExpired(
                now: end.advanced(bySeconds: Samples.retention),
                retention: Samples.retention,
                consumedMemory: Samples.consumedMemory
            )
            report.expectEqual(counts.keys, 1, "keys counted")
            report.expect(try await stores.chunks.keys(ofChunk: 1).isEmpty, "a padding key outlived its retention")
        },
    ]
}
