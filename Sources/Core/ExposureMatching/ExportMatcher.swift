public import GAENCore
public import KeyExport
import Synchronization

/// Matches a phone's sightings with export files, however many: in constant memory, and only what is rightly signed.
///
/// A worker holds one file as its source gave it, two blocks of 64 KiB of its content, some thousand keys, and at most
/// `lead` reports of files that wait for an earlier file's. What a file's keys match waits for its signature; a file that matches more than `maximumPending` sightings before that is
/// read a second time, after its signature was found right, so that a forged file cannot fill the memory.
public struct ExportMatcher: Sendable {
    private let matcher: any KeyMatcher
    /// Nil where signatures are not checked.
    private let verifier: ExportVerifier?
    private let limits: ExportLimits
    private let workers: Int

    /// - Parameter workers: files that are worked on at once, at least one; as many as the machine has cores is best.
    public init(
        matcher: any KeyMatcher,
        verifier: ExportVerifier,
        limits: ExportLimits = .standard,
        workers: Int = 1
    ) {
        self.matcher = matcher
        self.verifier = verifier
        self.limits = limits
        self.workers = max(1, workers)
    }

    /// For people who look into files whose signer they do not ask for: believes every file of the right form, so never
    /// for detection on a phone. The parameters are as above.
    public init(
        believingEveryFile matcher: any KeyMatcher,
        limits: ExportLimits = .standard,
        workers: Int = 1
    ) {
        self.matcher = matcher
        verifier = nil
        self.limits = limits
        self.workers = max(1, workers)
    }

    /// Goes through `sources` and hands each file's report to `report`, in the order of the sources. A file that is
    /// damaged, or cannot be read, concerns its own report only.
    ///
    /// - Parameters:
    ///   - onProgress: told after each block of keys and after each file, from any thread, one call at a time.
    /// - Throws: `CancellationError` between two blocks where the task was cancelled, and what `report` throws.
    public func match(
        _ sources: some Sequence<ExportSource>,
        onProgress: @escaping @Sendable (MatchingProgress) -> Void = { _ in },
        report: (FileReport) async throws -> Void
    ) async throws {
        let progress = ProgressCounter(onProgress)
        try await withThrowingTaskGroup(of: (number: Int, report: FileReport).self) { group in
            var waiting = sources.enumerated().makeIterator()
            var running = 0
            var early: [Int: FileReport] = [:]
            var next = 0
            func startMore() {
                // One slow file does not make the reports of all others wait in memory.
                while running < workers, running + early.count < workers * Self.lead,
                    let (number, source) = waiting.next()
                {
                    running += 1
                    group.addTask { (number, try await self.report(on: source, progress)) }
                }
            }
            startMore()
            while let finished = try await group.next() {
                running -= 1
                early[finished.number] = finished.report
                startMore()
                while let ready = early.removeValue(forKey: next) {
                    next += 1
                    startMore()
                    try await report(ready)
                }
            }
        }
    }

    private func report(on source: ExportSource, _ progress: ProgressCounter) async throws -> FileReport {
        try Task.checkCancellation()
        let outcome: Result<FileMatches, FileFailure>
        do {
            outcome = .success(try await matches(in: source, progress))
        } catch let failure as FileFailure {
            outcome = .failure(failure)
        } catch let error as ExportError {
            outcome = .failure(.refused(error))
        }
        progress.add { $0.files += 1 }
        return FileReport(name: source.name, outcome: outcome)
    }

    private func matches(in source: ExportSource, _ progress: ProgressCounter) async throws -> FileMatches {
        let bytes: [UInt8]
        do {
            bytes = try await source.read()
        } catch {
            try Task.checkCancellation()
            throw FileFailure.unreadable(error)
        }
        let archive = try ExportArchive(bytes, limits: limits)
        guard let verifier else {
            var room = Int.max
            let (export, found) = try await archive.unverified { try await find($0, room: &room, progress) }
            return FileMatches(export.contents, signers: [], found)
        }
        do {
            var room = Self.maximumPending
            let (export, found) = try await archive.verified(by: verifier) { try await find($0, room: &room, progress) }
            return FileMatches(export.contents, signers: export.signers, found)
        } catch is TooManyMatches {
            let export = try archive.verified(by: verifier)
            let reader = export.contents.keyReader()
            var room = Int.max
            var found: [Finding] = []
            while let batch = try reader.next() {
                found += try await find(batch, room: &room, progress)
            }
            return FileMatches(export.contents, signers: export.signers, found)
        }
    }

    /// - Parameter room: how many matched sightings may be found; becomes less by those that are.
    private func find(_ batch: KeyBatch, room: inout Int, _ progress: ProgressCounter) async throws -> [Finding] {
        try Task.checkCancellation()
        let found =
            try find(batch.keys, areRevised: false, room: &room)
            + find(batch.revisedKeys, areRevised: true, room: &room)
        progress.add { $0.keys += batch.keys.count + batch.revisedKeys.count }
        // Lets others onto the core between two blocks.
        await Task.yield()
        return found
    }

    private func find(
        _ keys: [DiagnosisKey],
        areRevised: Bool,
        room: inout Int
    ) throws(TooManyMatches) -> [Finding] {
        var found: [Finding] = []
        for start in stride(from: 0, to: keys.count, by: Self.step) {
            for match in matcher.matches(of: keys[start..<min(start + Self.step, keys.count)]) {
                room -= match.sightings.count
                found.append(Finding(match: match, isRevised: areRevised))
            }
            guard room >= 0 else {
                throw TooManyMatches()
            }
        }
        return found
    }

    /// Matched sightings of one file that may wait for its signature: some 10 MiB.
    static let maximumPending = 1 << 16

    /// How many files, a worker, may be open or wait to be reported, from the slowest on.
    static let lead = 8

    /// Keys that are matched before their matches are counted. Each may explain every sighting, so not too many.
    static let step = 64
}

private struct TooManyMatches: Error {}

private struct Finding {
    let match: Match
    let isRevised: Bool
}

extension FileMatches {
    fileprivate init(_ contents: ExportContents, signers: [VerificationKeyName], _ found: [Finding]) {
        self.init(
            metadata: contents.metadata,
            signers: signers,
            warnings: contents.warnings,
            keyCount: contents.keyCount,
            revisedKeyCount: contents.revisedKeyCount,
            matches: found.filter { !$0.isRevised }.map(\.match),
            revisedMatches: found.filter(\.isRevised).map(\.match)
        )
    }
}

/// Counts for all workers, and tells.
private final class ProgressCounter: Sendable {
    private let progress = Mutex(MatchingProgress())
    private let tell: @Sendable (MatchingProgress) -> Void

    init(_ tell: @escaping @Sendable (MatchingProgress) -> Void) {
        self.tell = tell
    }

    func add(_ change: (inout MatchingProgress) -> Void) {
        progress.withLock { progress in
            change(&progress)
            tell(progress)
        }
    }
}
