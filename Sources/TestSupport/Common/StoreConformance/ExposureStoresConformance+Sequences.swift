import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore

/// Rules about several sequences, fixed periods, and what a key carries.
extension ExposureStoresConformance {
    private static let (hourly, daily) = (sequence("de-hourly"), sequence("de-daily"))
    private static let hour: Int64 = 3600

    private static func sequence(_ name: String) -> SequenceName {
        guard let name = SequenceName(name) else {
            preconditionFailure("letters and hyphens make a name")
        }
        return name
    }

    private static func rules(
        max: Int = 10,
        min: Int = 1,
        period: Int64 = hour,
        followers: [SequenceName] = [],
        leader: SequenceName? = nil
    ) -> ChunkRules {
        ChunkRules(
            maxKeyCount: max,
            minKeyCount: min,
            maxHeldRuns: .max,
            firstPeriod: period,
            fixedPeriod: period,
            followers: followers,
            leader: leader,
            retention: Samples.retention
        )
    }

    /// A time after the start of the samples' hour, which is that of their day's noon.
    private static func after(_ seconds: Int64) -> UnixTime { Samples.now.advanced(bySeconds: seconds) }

    private static func release(_ sequence: SequenceName, after seconds: Int64 = 0) -> KeyRelease {
        KeyRelease(sequence: sequence, releasableAt: after(seconds))
    }

    /// The number of keys of each planned chunk, with the hour in which its period starts, counted from the samples'.
    private static func plan(
        _ chunks: any ChunkStore,
        rules: ChunkRules = rules(),
        after seconds: Int64
    ) async throws -> [[Int]] {
        _ = try await chunks.planChunks(rules: rules, now: after(seconds))
        var found: [[Int]] = []
        for chunk in try await chunks.plannedChunks() {
            let keys = try await chunks.keys(ofChunk: chunk.index)
            found.append([Int(chunk.periodStart.seconds(since: Samples.now) / hour), keys.count])
        }
        return found
    }

    static let sequenceChecks = [
        Check(rule: "what a key carries is what its chunk has, and an upload needs no inbox entry") { stores, report in
            let key = try Samples.travelled(1, to: [release(hourly)])
            _ = try await stores.rights.grant(Samples.right(), now: Samples.now)
            let accepted = try await stores.uploads.consume(Samples.identifier(), now: Samples.now) { _ in
                UploadContent(keys: [key])
            }
            report.expect(accepted, "a live right was refused")
            report.expect(try await stores.inbox.entries(limit: 1).isEmpty, "an inbox entry was made")
            let chunks = stores.chunks(of: hourly)
            report.expectEqual(try await plan(chunks, after: hour), [[0, 1]], "chunks")
            report.expectEqual(try await chunks.keys(ofChunk: 1), [key.diagnosisKey], "keys")
            report.expectEqual(
                try await chunks.countries(ofChunk: 1),
                key.countries.map { [key.diagnosisKey.key.keyData: $0] } ?? [:],
                "countries"
            )
        },
        Check(rule: "a sequence may say something else of a key than the others") { stores, report in
            let other = sequence("to-fr")
            let statement = KeyStatement(
                transmissionRiskLevel: 3,
                reportType: .confirmedClinicalDiagnosis,
                daysSinceOnsetOfSymptoms: -14
            )
            let releases = [release(hourly), KeyRelease(sequence: other, releasableAt: after(0), statement: statement)]
            let key = try Samples.travelled(1, to: releases)
            _ = try await Samples.upload([key], to: stores)
            for (sequence, expected) in [(hourly, KeyStatement(of: key.diagnosisKey)), (other, statement)] {
                let chunks = stores.chunks(of: sequence)
                _ = try await plan(chunks, after: hour)
                let found = try await chunks.keys(ofChunk: 1)
                report.expectEqual(found.map(\.key), [key.diagnosisKey.key], "the key in \(sequence)")
                report.expectEqual(found.map(KeyStatement.init), [expected], "the statement in \(sequence)")
            }
        },
        Check(rule: "a key of one country has no countries and no report type") { stores, report in
            _ = try await Samples.upload([Samples.key(1)], to: stores)
            _ = try await Samples.plan(stores)
            report.expectEqual(try await stores.chunks.countries(ofChunk: 1).count, 0, "countries")
            let key = try await stores.chunks.keys(ofChunk: 1).first
            report.expect(key?.reportType == nil, "it has a report type")
            report.expect(key?.daysSinceOnsetOfSymptoms == nil, "it has days since the onset")
        },
        Check(rule: "each sequence has its own numbers, embargo and chunks") { stores, report in
            let other = sequence("fr-hourly")
            let keys = try (0..<3).map {
                try Samples.travelled($0, to: [release(hourly), release(other, after: hour)])
            }
            _ = try await Samples.upload(keys + [Samples.travelled(3, to: [release(other)])], to: stores)
            let (first, second) = (stores.chunks(of: hourly), stores.chunks(of: other))
            report.expectEqual(try await plan(first, after: hour), [[0, 3]], "chunks of one")
            report.expectEqual(try await plan(second, after: hour), [[0, 1]], "chunks of the other in the first hour")
            for chunk in try await second.plannedChunks() {
                report.expect(try await second.publish(Samples.published(chunk, of: other)), "a chunk was refused")
            }
            report.expectEqual(try await plan(second, after: 2 * hour), [[1, 3]], "chunks of the other in the next")
            report.expectEqual(try await first.plannedChunks().map(\.index), [1], "indexes of one")
            report.expectEqual(try await second.plannedChunks().map(\.index), [2], "indexes of the other")
            report.expectEqual(try await first.objectNames(), [], "files of one")
            report.expectEqual(try await second.objectNames(), ["fr-hourly-1"], "files of the other")
            let now = after(2 * hour)
            let offer = try await first.offeredIndexes(now: now, retention: Samples.retention)
            report.expect(offer == nil, "a chunk of another sequence is on offer")
            let otherOffer = try await second.offeredIndexes(now: now, retention: Samples.retention)
            report.expectEqual(otherOffer, 1...1, "offer of the other")
            report.expectEqual(try await Samples.plan(stores, now: now), 0, "keys of a sequence that has none")
        },
        Check(rule: "a key that is stored does not enter further sequences") { stores, report in
            _ = try await Samples.upload([Samples.travelled(1, to: [release(hourly)])], right: 1, to: stores)
            let again = try Samples.travelled(1, to: [release(daily), release(hourly)])
            report.expect(try await Samples.upload([again], right: 2, to: stores), "the second upload was refused")
            report.expectEqual(try await plan(stores.chunks(of: daily), after: hour), [[0, 0]], "chunks")
            report.expectEqual(try await plan(stores.chunks(of: hourly), after: hour), [[0, 1]], "chunks of the first")
        },
        Check(rule: "a key that one system has published is not published by another, which knows no countries") {
            stores,
            report in
            _ = try await Samples.upload([Samples.travelled(1, to: [release(hourly)])], right: 1, to: stores)
            _ = try await plan(stores.chunks(of: hourly), after: hour)
            let again = [try Samples.key(1), try Samples.key(2)]
            report.expect(try await Samples.upload(again, right: 2, to: stores), "the second upload was refused")
            report.expectEqual(try await Samples.plan(stores), 1, "keys of the other system")
        },
        Check(rule: "a fixed period is planned once it is over, once, and also without keys") { stores, report in
            let chunks = stores.chunks(of: hourly)
            report.expectEqual(try await plan(chunks, after: hour - 1), [[-1, 0]], "chunks before the hour is over")
            let keys = [
                try Samples.travelled(1, to: [release(hourly, after: hour - 1)]),
                try Samples.travelled(2, to: [release(hourly, after: hour)]),
            ]
            _ = try await Samples.upload(keys, to: stores)
            report.expectEqual(try await plan(chunks, after: hour), [[-1, 0], [0, 1]], "chunks when it is over")
            report.expectEqual(try await plan(chunks, after: hour), [[-1, 0], [0, 1]], "chunks of a second run")
            let planned = try await plan(chunks, after: 4 * hour)
            report.expectEqual(planned, [[-1, 0], [0, 1], [1, 1], [2, 0], [3, 0]], "chunks after an outage")
        },
        Check(rule: "the first period is that of the key that waits since the longest, a follower's that of its leader")
        {
            stores,
            report in
            let keys = [
                try Samples.travelled(1, to: [release(hourly)]),
                try Samples.travelled(2, to: [release(hourly, after: hour)]),
            ]
            _ = try await Samples.upload(keys, to: stores)
            let (leader, follower) = (rules(followers: [daily]), rules(period: 24 * hour, leader: hourly))
            let hours = try await plan(stores.chunks(of: hourly), rules: leader, after: 15 * hour)
            report.expectEqual(hours.filter { $0[1] > 0 }, [[0, 1], [1, 1]], "chunks of hours with keys")
            let days = try await plan(stores.chunks(of: daily), rules: follower, after: 15 * hour)
            report.expectEqual(days, [[-12, 2]], "chunks of days")
            let late = sequence("fr-hourly")
            let key = try Samples.travelled(3, to: [release(late, after: 9 * hour)])
            _ = try await Samples.upload([key], right: 9, to: stores)
            let early = try await plan(stores.chunks(of: late), after: hour)
            report.expectEqual(early, [[0, 0]], "chunks before a key's hour")
        },
        Check(rule: "keys that are held back leave an empty period, and go with the next that is full enough") {
            stores,
            report in
            let chunks = stores.chunks(of: hourly)
            var number = 0
            var planned: [Int] = []
            for (passed, count) in [1, 1, 1, 0, 0, 1, 1].enumerated() {
                let start = Int64(passed) * hour
                let keys = try (0..<count).map {
                    try Samples.travelled(number + $0, to: [release(hourly, after: start)])
                }
                number += count
                _ = try await Samples.upload(keys, right: UInt8(passed + 1), to: stores, now: after(start))
                _ = try await chunks.planChunks(rules: rules(min: 5), now: after(start + hour))
                let index = try await chunks.plannedChunks().last?.index
                planned.append(try await chunks.keys(ofChunk: index ?? 0).count)
            }
            report.expectEqual(planned, [0, 0, 0, 0, 0, 0, 5], "keys of each hour")
        },
        Check(rule: "a follower repeats the keys of the chunks within its periods") { stores, report in
            // Noon and one o'clock, and the first hour of the next day.
            let keys = try [0, 1, 12].enumerated().map { number, start in
                try Samples.travelled(number, to: [release(hourly, after: start * hour)])
            }
            _ = try await Samples.upload(keys, to: stores)
            func hours(after hours: Int64) async throws -> [[Int]] {
                try await plan(stores.chunks(of: hourly), rules: rules(followers: [daily]), after: hours * hour)
            }
            func days(after hours: Int64) async throws -> [[Int]] {
                let rules = rules(period: 24 * hour, leader: hourly)
                return try await plan(stores.chunks(of: daily), rules: rules, after: hours * hour)
            }
            report.expectEqual(try await hours(after: 1), [[0, 1]], "chunks of the first hour")
            let planned = try await hours(after: 14)
            report.expectEqual(planned.filter { $0[1] > 0 }, [[0, 1], [1, 1], [12, 1]], "chunks with keys")
            report.expectEqual(try await days(after: 14), [[-12, 2]], "chunks of the first day")
            report.expectEqual(try await days(after: 36), [[-12, 2]], "chunks before the hours of the second day")
            _ = try await hours(after: 36)
            report.expectEqual(try await days(after: 36), [[-12, 2], [12, 1]], "chunks of both days")
        },
        Check(rule: "the chunks of one fixed period count as its batches") { stores, report in
            let keys = try (0..<5).map { try Samples.travelled($0, to: [release(hourly)]) }
            _ = try await Samples.upload(keys, to: stores)
            let chunks = stores.chunks(of: hourly)
            _ = try await chunks.planChunks(rules: rules(max: 2), now: after(hour))
            let planned = try await chunks.plannedChunks()
            report.expectEqual(planned.map(\.batchNumber), [1, 2, 3], "numbers")
            report.expectEqual(planned.map(\.batchCount), [3, 3, 3], "counts")
            report.expectEqual(Set(planned.map(\.periodStart)), [Samples.now], "periods")
            for chunk in planned.prefix(1) {
                _ = try await chunks.publish(Samples.published(chunk, of: hourly))
            }
            report.expectEqual(try await chunks.plannedChunks().map(\.batchNumber), [2, 3], "numbers of the rest")
            let chunk = try await chunks.offeredChunk(1, now: after(hour), retention: Samples.retention)
            report.expectEqual(chunk?.periodEnd, after(hour), "the end of the period of a published chunk")
        },
        Check(rule: "the chunks of one sequence can be deleted before its keys, and before the chunks of others") {
            stores,
            report in
            let key = try Samples.travelled(1, to: [release(hourly), release(daily)])
            _ = try await Samples.upload([key], to: stores)
            for name in [hourly, daily] {
                let chunks = stores.chunks(of: name)
                _ = try await plan(chunks, after: hour)
                for chunk in try await chunks.plannedChunks() {
                    _ = try await chunks.publish(Samples.published(chunk, of: name))
                }
            }
            let chunks = stores.chunks(of: hourly)
            for (now, count) in [(after(3 * hour - 1), 0), (after(3 * hour), 1)] {
                let deleted = try await chunks.deleteRetired(now: now, retention: 2 * hour)
                report.expectEqual(deleted, count, "chunks deleted at \(now)")
            }
            report.expectEqual(try await chunks.objectNames(), [], "files of the sequence")
            report.expectEqual(try await stores.chunks(of: daily).objectNames(), ["de-daily-1"], "files of the other")
            report.expectEqual(try await chunks.keys(ofChunk: 1).count, 1, "keys of the deleted chunk")
        },
        Check(rule: "a key of several sequences is deleted from all of them, and counted once") { stores, report in
            let key = try Samples.travelled(1, to: [release(hourly), release(daily)])
            _ = try await Samples.upload([key], to: stores)
            _ = try await plan(stores.chunks(of: hourly), after: hour)
            let now = key.diagnosisKey.key.windowEnd.advanced(bySeconds: Samples.retention)
            let counts = try await clean(stores, now: now)
            report.expectEqual(counts.keys, 1, "keys deleted")
            report.expectEqual(counts.unpublishedKeys, 1, "keys that a sequence had not published")
            report.expect(try await stores.chunks(of: hourly).keys(ofChunk: 1).isEmpty, "it is still there")
        },
        Check(rule: "a key that only followers missed counts as published, one that its own sequence missed does not") {
            stores,
            report in
            let keys = [
                try Samples.travelled(1, to: [release(hourly)]),
                try Samples.travelled(2, to: [release(hourly, after: 10 * hour)]),
            ]
            _ = try await Samples.upload(keys, to: stores)
            _ = try await plan(stores.chunks(of: hourly), rules: rules(followers: [daily]), after: hour)
            let counts = try await clean(stores, now: after(Samples.retention), followers: [daily])
            report.expectEqual(counts.keys, 2, "keys deleted")
            report.expectEqual(counts.unpublishedKeys, 1, "keys that were not published")
        },
        Check(rule: "deleted chunks are named, of whichever sequence they are") { stores, report in
            for (number, name) in [hourly, daily].enumerated() {
                _ = try await Samples.upload(
                    [Samples.travelled(number, to: [release(name)])],
                    right: UInt8(number + 1),
                    to: stores
                )
                let chunks = stores.chunks(of: name)
                _ = try await plan(chunks, after: hour)
                for chunk in try await chunks.plannedChunks() {
                    _ = try await chunks.publish(Samples.published(chunk, of: name))
                }
            }
            for (seconds, files) in [(hour - 1, []), (hour, ["de-daily-1", "de-hourly-1"])] {
                let counts = try await clean(stores, now: after(seconds + Samples.retention))
                report.expectEqual(counts.files.sorted(), files, "files")
                report.expectEqual(counts.chunks, files.count, "chunks")
            }
        },
    ]
}
