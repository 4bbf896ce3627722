public import GAENCore
public import KeyExport

/// Matches a phone's sightings with export files, however many: in constant memory, and only what is rightly signed.
///
/// A worker holds one file as its source gave it, its content (at most 16 MiB, of a longer one some blocks of 64 KiB), some
/// thousand keys, and at most `lead` reports of files that wait for an earlier file's. What a file's keys match waits for its
/// signature. A file that matches more than `maximumPending` sightings before that is read a second time, after its signature
/// was found right, so that a forged file cannot fill the memory.
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
            var search = FileSearch(matcher, room: .max, progress)
            let (export, found) = try await archive.unverified { try await search.findings(in: $0) }
            return FileMatches(export.contents, signers: [], found)
        }
        do {
            var search = FileSearch(matcher, room: Self.maximumPending, progress)
            let (export, found) = try await archive.verified(by: verifier) { try await search.findings(in: $0) }
            return FileMatches(export.contents, signers: export.signers, found)
        } catch is TooManyMatches {
            let export = try archive.verified(by: verifier)
            let reader = export.contents.keyReader()
            var search = FileSearch(matcher, room: .max, progress)
            var found: [Finding] = []
            while let batch = try reader.next() {
                found += try await search.findings(in: batch)
            }
            return FileMatches(export.contents, signers: export.signers, found)
        }
    }

    /// Matched sightings of one file that may wait for its signature: some 10 MiB.
    static let maximumPending = 1 << 16

    /// How many files, a worker, may be open or wait to be reported, from the slowest on.
    static let lead = 8
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
