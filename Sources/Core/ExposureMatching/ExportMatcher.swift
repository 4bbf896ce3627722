public import GAENCore
public import KeyExport
import Synchronization

/// Matches a phone's sightings with export files, however many: in constant memory, and only what is rightly signed.
///
/// A worker holds one file as its source gave it, two blocks of 64 KiB of its content, and some thousand keys. What
/// a file's keys match waits for its signature; a file that matches more than `maximumPending` sightings before that is
/// read a second time, after its signature was found right, so that a forged file cannot fill the memory.
public struct ExportMatcher: Sendable {
    private let matcher: any KeyMatcher
    private let verifier: ExportVerifier
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
            func startNext() {
                guard let (number, source) = waiting.next() else {
                    return
                }
                group.addTask { (number, try await self.report(on: source, progress)) }
            }
            for _ in 0..<workers {
                startNext()
            }
            var early: [Int: FileReport] = [:]
            var next = 0
            while let finished = try await group.next() {
                startNext()
                early[finished.number] = finished.report
                while let ready = early.removeValue(forKey: next) {
                    try await report(ready)
                    next += 1
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
        var pending = 0
        do {
            let (export, found) = try await archive.verified(by: verifier) { batch in
                let found = try await find(batch, progress)
                pending += found.reduce(0) { $0 + $1.match.sightings.count }
                guard pending <= Self.maximumPending else {
                    throw TooManyMatches()
                }
                return found
            }
            return FileMatches(export, found)
        } catch is TooManyMatches {
            let export = try archive.verified(by: verifier)
            let reader = export.contents.keyReader()
            var found: [Finding] = []
            while let batch = try reader.next() {
                found += try await find(batch, progress)
            }
            return FileMatches(export, found)
        }
    }

    private func find(_ batch: KeyBatch, _ progress: ProgressCounter) async throws -> [Finding] {
        try Task.checkCancellation()
        let found =
            matcher.matches(of: batch.keys).map { Finding(match: $0, isRevised: false) }
            + matcher.matches(of: batch.revisedKeys).map { Finding(match: $0, isRevised: true) }
        progress.add { $0.keys += batch.keys.count + batch.revisedKeys.count }
        // Lets others onto the core between two blocks.
        await Task.yield()
        return found
    }

    /// Matched sightings of one file that may wait for its signature: some 10 MiB.
    static let maximumPending = 1 << 16
}

private struct TooManyMatches: Error {}

private struct Finding {
    let match: Match
    let isRevised: Bool
}

extension FileMatches {
    fileprivate init(_ export: VerifiedExport, _ found: [Finding]) {
        self.init(
            metadata: export.contents.metadata,
            signers: export.signers,
            warnings: export.contents.warnings,
            keyCount: export.contents.keyCount,
            revisedKeyCount: export.contents.revisedKeyCount,
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
