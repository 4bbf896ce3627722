public import GAENCore
public import KeyExport

/// Matches a phone's sightings with any number of export files, in constant memory. It accepts only files with a valid
/// signature.
///
/// A worker holds one file as its source gave it, some thousand keys, and the file's content: at most 16 MiB, or some
/// blocks of 64 KiB if the content is longer. It also holds at most `lead` reports of files that wait for an earlier
/// file's report.
///
/// The matches of a file wait for its signature. If more than `maximumPending` sightings match before that, the file is
/// read again after its signature was verified. A forged file therefore cannot fill the memory.
///
/// ```swift
/// let matcher = ExportMatcher(matcher: KernelMatcher(sightings: sightings), verifier: verifier, workers: 4)
/// try await matcher.match([ExportSource(name: "1.zip") { bytes }]) { file in
///     let matches = try file.outcome.get().matches
///     print(file.name, matches.count)
/// }
/// ```
public struct ExportMatcher: Sendable {
    private let matcher: any KeyMatcher
    /// Nil if signatures are not checked.
    private let verifier: ExportVerifier?
    private let limits: ExportLimits
    private let workers: Int

    /// - Parameter workers: the number of files that are worked on at once, at least one. The machine's number of cores
    ///   is best.
    public init(matcher: any KeyMatcher, verifier: ExportVerifier, limits: ExportLimits = .standard, workers: Int = 1) {
        self.matcher = matcher
        self.verifier = verifier
        self.limits = limits
        self.workers = max(1, workers)
    }

    /// A matcher that accepts every well-formed file from any signer. It is for people who inspect files, and never for
    /// detection on a phone.
    ///
    /// The parameters are those of the initialiser above.
    public init(believingEveryFile matcher: any KeyMatcher, limits: ExportLimits = .standard, workers: Int = 1) {
        self.matcher = matcher
        verifier = nil
        self.limits = limits
        self.workers = max(1, workers)
    }

    /// Matches all `sources` and passes each file's report to `report`, in the order of the sources.
    ///
    /// A damaged or unreadable file affects only its own report.
    ///
    /// - Parameters:
    ///   - onProgress: called after each block of keys and after each file, from any thread, one call at a time.
    /// - Throws: `CancellationError` between two blocks if the task was cancelled, and what `report` throws.
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
                // One slow file must not keep the reports of all others in memory.
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

    /// The maximum number of one file's matched sightings that wait for its signature: some 10 MiB.
    static let maximumPending = 1 << 16

    /// The maximum number of files, per worker, that are open or wait to be reported, from the slowest one on.
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
