import ExposureMatching
import ExposurePrimitives
import Foundation
import GAENCore
import KeyExport
import RiskModels

/// Matches export files with sightings on all cores, and reports the files that are left out.
struct ExportMatching {
    let sightings: [Sighting]
    /// Nil if signatures are not checked.
    let verifier: ExportVerifier?

    struct Findings {
        let matches: [Match]
        let leftOutCount: Int
    }

    /// The matches of every export at `path` that can be read.
    ///
    /// - Throws: `CancellationError` soon after the task was cancelled, and `Failure` if no export can be read.
    func findings(in path: String) async throws -> Findings {
        let files = try Self.files(at: path)
        let bar = MatchingProgressBar(fileCount: files.count)
        defer {
            bar.clear()
        }
        var found: [(start: UnixTime, matches: [Match])] = []
        var leftOutCount = 0
        try await matcher.match(files.lazy.map(Self.source), onProgress: bar.show) { report in
            switch report.outcome {
            case .success(let export):
                let matches = export.matches + export.revisedMatches
                found += matches.isEmpty ? [] : [(export.metadata.start, matches)]
            case .failure(let reason):
                leftOutCount += 1
                bar.complain("avviso: \(report.name) is left out: \(reason)")
            }
        }
        guard leftOutCount < files.count else {
            throw Failure("no export at \(path) can be read")
        }
        // Sorted by start: an authority's later statements about a key come later.
        var known = MatchedKeys()
        for match in found.sorted(by: { $0.start < $1.start }).flatMap(\.matches) {
            known.record(match)
        }
        return Findings(matches: known.matches, leftOutCount: leftOutCount)
    }

    private var matcher: ExportMatcher {
        let matcher = KernelMatcher(sightings: sightings)
        let workers = ProcessInfo.processInfo.activeProcessorCount
        return verifier.map { ExportMatcher(matcher: matcher, verifier: $0, workers: workers) }
            ?? ExportMatcher(believingEveryFile: matcher, workers: workers)
    }

    private static func source(_ file: String) -> ExportSource {
        ExportSource(name: file) { try InputFile.readExport(file) }
    }

    /// The file at `path`, or the zips in the folder at `path`.
    private static func files(at path: String) throws(Failure) -> [String] {
        let values = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isDirectoryKey])
        guard let isFolder = values?.isDirectory else {
            throw Failure("there is no file or folder \(path)")
        }
        guard isFolder else {
            return [path]
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let zips = names.filter { $0.hasSuffix(".zip") || $0.hasSuffix(".bin") }.sorted()
        guard !zips.isEmpty else {
            throw Failure("the folder \(path) contains no export (.zip or .bin)")
        }
        return zips.map { "\(path)/\($0)" }
    }
}
