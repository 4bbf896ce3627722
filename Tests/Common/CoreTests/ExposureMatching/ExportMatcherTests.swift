import ExposurePrimitives
import Foundation
import GAENCore
import KeyExport
import Synchronization
import Testing

@testable import ExposureMatching

@Suite("Matching export files")
struct ExportMatcherTests {
    private let town: ExportTown

    init() throws {
        town = try ExportTown()
    }

    @Test("each file's matches, new and revised keys are reported, by any number of workers", arguments: [0, 1, 2, 5])
    func files(workers: Int) async throws {
        let drafts = try (0..<7).map { try town.draft(number: $0, keys: 50 + $0, revised: $0) }
        let reports = try await town.reports(on: town.archives(of: drafts), workers: workers)
        #expect(reports.map(\.name) == (0..<7).map { "file \($0)" })
        for (report, draft) in zip(reports, drafts) {
            let found = try report.outcome.get()
            #expect((found.keyCount, found.revisedKeyCount) == (draft.keys.count, draft.revisedKeys.count))
            #expect(found.metadata == draft.metadata)
            #expect(found.signers == [town.signerName])
            #expect(MatchDescription.all(of: found.matches) == town.expectedMatches(of: draft.keys))
            #expect(MatchDescription.all(of: found.revisedMatches) == town.expectedMatches(of: draft.revisedKeys))
        }
        #expect(try reports.allSatisfy { try !$0.outcome.get().matches.isEmpty })
    }

    @Test("a damaged, an unsigned, a foreign and an unreadable file stop only themselves")
    func damage() async throws {
        let drafts = try (0..<6).map { try town.draft(number: $0, keys: 40, revised: 0) }
        var sources = try await town.archives(of: drafts)
        let whole = try await sources[1].read()
        sources[1] = ExportSource(name: "flipped") {
            var bytes = whole
            bytes[bytes.count / 2] ^= 1
            return bytes
        }
        sources[2] = ExportSource(name: "cut") { Array(whole.prefix(whole.count / 2)) }
        sources[3] = try await ExportTown().archives(of: [drafts[3]])[0]
        sources[4] = ExportSource(name: "unreadable") { throw CocoaError(.fileReadNoPermission) }
        let reports = try await town.reports(on: sources, workers: 2)
        #expect(reports.count == 6)
        for number in [0, 5] {
            #expect(try !reports[number].outcome.get().matches.isEmpty)
        }
        for (number, isRefused) in [(1, true), (2, true), (3, true), (4, false)] {
            let failure = #expect(throws: FileFailure.self) { try reports[number].outcome.get() }
            #expect(failure?.isRefusal == isRefused)
        }
    }

    @Test("a file with a wrong signature gives no match, although its keys were matched before the check")
    func signatureLast() async throws {
        let stranger = try ExportTown()
        let source = try await stranger.archives(of: [try stranger.draft(number: 0, keys: 40, revised: 0)])[0]
        let asked = CountingMatcher(town.matcher)
        let reports = try await town.reports(on: [source], matcher: asked)
        #expect(asked.keys == 40)
        #expect(throws: FileFailure.self) { try reports[0].outcome.get() }
    }

    @Test("if too many matches wait for a signature, a second reading finds them")
    func manyMatches() async throws {
        // One key with a thousand sightings, in a file a hundred times.
        let key = try ExportTown.key(1)
        let first = try #require(key.key.identifiers().first)
        let sightings = (0..<1000).map { Sighting(first.identifier, at: first.interval.start.advanced(bySeconds: $0)) }
        let matcher = CountingMatcher(KernelMatcher(sightings: sightings))
        func reports(_ copies: Int) async throws -> [FileReport] {
            let draft = ExportDraft(metadata: try ExportTown.metadata(1), keys: Array(repeating: key, count: copies))
            return try await town.reports(on: town.archives(of: [draft]), matcher: matcher)
        }
        #expect(try await reports(65)[0].outcome.get().matches.count == 65)
        #expect(matcher.keys == 65)
        #expect(try await reports(66)[0].outcome.get().matches.count == 66)
        #expect(matcher.keys == 65 + 2 * 66)
    }

    @Test("a forged file with one key hundreds of times is detected before its matches fill the memory")
    func forgedRepetition() async throws {
        let stranger = try ExportTown()
        let key = try ExportTown.key(1)
        let first = try #require(key.key.identifiers().first)
        let sightings = (0..<1000).map { _ in Sighting(first.identifier, at: first.interval.start) }
        let matcher = CountingMatcher(KernelMatcher(sightings: sightings))
        let draft = ExportDraft(metadata: try ExportTown.metadata(1), keys: Array(repeating: key, count: 400))
        let reports = try await town.reports(on: stranger.archives(of: [draft]), matcher: matcher)
        #expect(throws: FileFailure.self) { try reports[0].outcome.get() }
        #expect(matcher.keys == 2 * FileSearch.step)
    }

    @Test("few reports wait for the report of a slow file", arguments: [1, 3])
    func lead(workers: Int) async throws {
        let sources = try await town.archives(of: (0..<60).map { try town.draft(number: $0, keys: 1, revised: 0) })
        let opened = Mutex(0)
        let most = workers * ExportMatcher.lead
        let counting = sources.map { source in
            ExportSource(name: source.name) {
                opened.withLock { $0 += 1 }
                // The first file continues when all others that may be open are open, and had time to open more.
                while workers > 1, source.name == "file 0", opened.withLock({ $0 }) < most {
                    await Task.yield()
                }
                for _ in 0..<(source.name == "file 0" ? 1000 : 0) {
                    await Task.yield()
                    #expect(opened.withLock { $0 } <= most)
                }
                return try await source.read()
            }
        }
        let reports = try await town.reports(on: counting, workers: workers)
        #expect(reports.map(\.name) == sources.map(\.name))
    }

    @Test("without required signatures, unsigned and foreign files count, and damaged ones still do not")
    func believing() async throws {
        let draft = try town.draft(number: 0, keys: 40, revised: 3)
        var sources = try await ExportTown().archives(of: [draft, draft])
        let whole = try await sources[1].read()
        sources[1] = ExportSource(name: "cut") { Array(whole.prefix(whole.count - 1)) }
        let bare = try ExportWriter.exportBin(of: draft, signatureInfos: [])
        sources.append(ExportSource(name: "bare") { bare })
        sources.append(ExportSource(name: "cut and bare") { Array(bare.dropLast()) })
        var outcomes: [Result<FileMatches, FileFailure>] = []
        let matcher = ExportMatcher(believingEveryFile: town.matcher)
        try await matcher.match(sources) { outcomes.append($0.outcome) }
        for number in [0, 2] {
            let found = try outcomes[number].get()
            #expect(found.signers.isEmpty)
            #expect(MatchDescription.all(of: found.matches) == town.expectedMatches(of: draft.keys))
            #expect(!found.revisedMatches.isEmpty)
        }
        for number in [1, 3] {
            let failure = #expect(throws: FileFailure.self) { try outcomes[number].get() }
            #expect(failure?.description.contains("truncated") == true)
        }
    }

    @Test("progress counts every key and every file and never goes back")
    func progress() async throws {
        let drafts = try (0..<4).map { try town.draft(number: $0, keys: 5000, revised: 10) }
        let told = Mutex<[MatchingProgress]>([])
        let matcher = ExportMatcher(matcher: town.matcher, verifier: try town.verifier, workers: 2)
        try await matcher.match(try await town.archives(of: drafts)) { progress in
            told.withLock { $0.append(progress) }
        } report: { _ in
        }
        let all = told.withLock { $0 }
        #expect(all.last == MatchingProgress(files: 4, keys: 4 * 5010))
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.keys <= $1.keys && $0.files <= $1.files })
        // Each file has several blocks.
        #expect(all.count >= 4 * 3)
    }

    @Test("no more files are open than there are workers, and few keys are matched at a time", arguments: [1, 2, 3])
    func memory(workers: Int) async throws {
        let drafts = try (0..<6).map { try town.draft(number: $0, keys: 15_000, revised: 500) }
        let asked = CountingMatcher(town.matcher)
        let done = Mutex(0)
        let opened = Mutex(0)
        let sources = try await town.archives(of: drafts).map { source in
            ExportSource(name: source.name) {
                let count = opened.withLock { opened in
                    opened += 1
                    return opened
                }
                #expect(count - done.withLock { $0 } <= workers)
                return try await source.read()
            }
        }
        let matcher = ExportMatcher(matcher: asked, verifier: try town.verifier, workers: workers)
        try await matcher.match(sources) { progress in
            done.withLock { $0 = progress.files }
        } report: { _ in
        }
        #expect(asked.keys == 6 * 15_500)
        #expect(asked.largestBatch == FileSearch.step)
    }

    @Test("a cancelled run ends at the next block")
    func cancellation() async throws {
        let sources = try await town.archives(of: [try town.draft(number: 0, keys: 20_000, revised: 0)])
        let matcher = ExportMatcher(matcher: town.matcher, verifier: try town.verifier)
        let keys = Mutex(0)
        let run = Task {
            try await matcher.match(sources) { progress in
                keys.withLock { $0 = progress.keys }
                withUnsafeCurrentTask { $0?.cancel() }
            } report: { _ in
                Issue.record("a report of a cancelled run")
            }
        }
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect((1..<20_000).contains(keys.withLock { $0 }))
    }

    @Test("an error of the receiver of reports ends the run")
    func receiver() async throws {
        struct Enough: Error {}
        let sources = try await town.archives(of: (0..<3).map { try town.draft(number: $0, keys: 5, revised: 0) })
        let matcher = ExportMatcher(matcher: town.matcher, verifier: try town.verifier, workers: 2)
        await #expect(throws: Enough.self) { try await matcher.match(sources) { _ in throw Enough() } }
    }
}

extension FileFailure {
    fileprivate var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}

/// Counts the passed keys, and the keys of the largest batch.
private final class CountingMatcher: KeyMatcher {
    private let matcher: KernelMatcher
    private let batches = Mutex<[Int]>([])

    init(_ matcher: KernelMatcher) {
        self.matcher = matcher
    }

    var keys: Int { batches.withLock { $0.reduce(0, +) } }
    var largestBatch: Int { batches.withLock { $0.max() ?? 0 } }

    func matches(of keys: some Sequence<DiagnosisKey>) -> [Match] {
        let keys = Array(keys)
        batches.withLock { $0.append(keys.count) }
        return matcher.matches(of: keys)
    }
}
