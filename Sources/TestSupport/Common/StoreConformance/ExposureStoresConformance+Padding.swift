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
    ) async throws -> (planned: Int, real: [ChunkKey]?, asked: Int) {
        let given = Mutex<PaddingRequest?>(nil)
        let end = now.advanced(bySeconds: -86_400)
        let padding = try (0..<5).map {
            ChunkKey(diagnosisKey: try Samples.key(first + $0, windowEnd: end).diagnosisKey)
        }
        let planned = try await stores.chunks.planChunks(rules: paddingRules, now: now) { request in
            given.withLock { $0 = request }
            return Array(padding.prefix(request.count))
        }
        let request = given.withLock { $0 }
        return (planned, request?.real, request?.count ?? 0)
    }

    static let paddingChecks = [
        Check(rule: "a run with few keys is filled up, and its padding keys are known") { stores, report in
            let keys = try (0..<2).map { try Samples.key($0) }
            _ = try await Samples.upload(keys, to: stores)
            let run = try await plan(stores)
            report.expectEqual(run.planned, 5, "keys planned")
            report.expectEqual(run.asked, 3, "padding keys asked for")
            report.expectEqual(
                Set(run.real ?? []),
                Set(keys.map { ChunkKey(diagnosisKey: $0.diagnosisKey) }),
                "real keys given"
            )
            let content = try await stores.chunks.content(ofChunk: 1)
            let (chunk, padding) = (content.keys, content.padding)
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
            report.expect(try await stores.chunks.content(ofChunk: 1).padding.isEmpty, "padding in the chunk")
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
        Check(rule: "padding is made for the end of its run, beside whole keys, and stored with all that it carries") {
            stores,
            report in
            guard let hourly = SequenceName("de-hourly") else { return }
            let rules = ChunkRules(
                maxKeyCount: 10,
                minKeyCount: 1,
                paddedKeyCount: 3,
                maxHeldRuns: 3,
                firstPeriod: 3600,
                fixedPeriod: 3600,
                retention: Samples.retention
            )
            let key = try Samples.travelled(1, to: [KeyRelease(sequence: hourly, releasableAt: Samples.now)])
            let padding = try (0..<2).map { number in
                let key = try Samples.travelled(1000 + number, to: [])
                return ChunkKey(diagnosisKey: key.diagnosisKey, countries: key.countries)
            }
            _ = try await Samples.upload([key], to: stores)
            let chunks = stores.chunks(of: hourly)
            let given = Mutex<PaddingRequest?>(nil)
            let late = Samples.now.advanced(bySeconds: 3600 + 1800)
            let planned = try await chunks.planChunks(rules: rules, now: late) { request in
                given.withLock { $0 = request }
                return padding
            }
            report.expectEqual(planned, 3, "keys planned")
            let request = given.withLock { $0 }
            report.expectEqual(request?.cutOff, Samples.now.advanced(bySeconds: 3599), "cut-off")
            let real = ChunkKey(diagnosisKey: key.diagnosisKey, countries: key.countries)
            report.expectEqual(request?.real, [real], "real keys given")
            let keys = try await chunks.keys(ofChunk: 1)
            report.expectEqual(Set(keys), Set(([real] + padding).map(\.diagnosisKey)), "keys of the chunk")
            let countries = try await chunks.countries(ofChunk: 1)
            report.expectEqual(countries.count, 3, "keys with countries")
            report.expectEqual(Set(countries.values), Set([key.countries].compactMap { $0 }), "countries")
        },
        Check(rule: "padding keys are deleted with their retention and never counted") { stores, report in
            let end = Samples.now.advanced(bySeconds: -86_400)
            _ = try await Samples.upload([Samples.key(1, windowEnd: end)], to: stores)
            _ = try await plan(stores)
            for chunk in try await stores.chunks.plannedChunks() {
                _ = try await stores.chunks.publish(Samples.published(chunk))
            }
            let counts = try await clean(stores, now: end.advanced(bySeconds: Samples.retention))
            report.expectEqual(counts.keys, 1, "keys counted")
            report.expect(try await stores.chunks.keys(ofChunk: 1).isEmpty, "a padding key outlived its retention")
        },
    ]
}
