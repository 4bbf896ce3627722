import ArgumentParser
import ExposurePrimitives
import ExposureReports
import Foundation
import GAENCore
import KeyExport
import RiskModels
import ServiceKit

struct DetectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Look for exposures in export files as a phone does, and say what a rule makes of them.",
        discussion: """
            The sightings are a file of this tool (JSON or CSV) or a capture from the field: see avviso sightings. \
            A damaged export is named and left out; the others count.

            Rules: \(RuleSet.allCases.map(\.rawValue).joined(separator: ", ")). Their published parameters apply unless \
            --config gives others; avviso risk parameters prints them.

            Examples:
              avviso detect --exports chunks --sightings phone.json --public-key public.pem
              avviso detect --exports chunks --sightings phone.csv --rule cwa --explain
              avviso detect --exports chunk.zip --sightings phone.json --json > result.json
            """
    )

    @Option(help: ArgumentHelp("A folder of export zips, or one export.", valueName: "path"))
    var exports: String

    @Option(help: ArgumentHelp("What the phone heard.", valueName: "file"))
    var sightings: String

    @Option(help: "The rule.")
    var rule = RuleSet.immuni

    @Option(help: ArgumentHelp("The rule's parameters in JSON, for example settings of a country.", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The public key that exports must be signed with: PEM, or base64 of its DER bytes. Without it nothing is "
                + "checked but the form.",
            valueName: "file"
        )
    )
    var publicKey: String?

    @Option(help: ArgumentHelp("The time that days count from; now if absent.", valueName: "yyyy-mm-ddThh:mm:ssZ"))
    var now: String?

    @Flag(help: "Say which exposures counted, with which weights.")
    var explain = false

    @Flag(help: "One JSON object for programs.")
    var json = false

    func run() async throws {
        try await reportingFailures {
            let time = try now.map { text throws(Failure) in try UnixTime(argument: text) } ?? SystemWallClock().now()
            let model = try loadModel()
            let heard = try SightingFiles.read(sightings)
            let found = try ExportMatching(
                sightings: heard,
                verifier: publicKey.map { path in
                    let key = String(decoding: try ExportFiles.read(path), as: UTF8.self)
                    return try ExportVerifier(keys: [ExportVerificationKey(key)])
                }
            ).matches(in: exports)
            let result = DetectionResult(
                model.assess(found, now: time),
                rule: rule,
                today: time.utcDay,
                explaining: explain
            )
            print(json ? result.json : result.text)
        }
    }

    private func loadModel() throws -> any RiskModel {
        guard let config else {
            return try rule.model()
        }
        let bytes = try ExportFiles.read(config)
        do throws(RiskParameterError) {
            return try rule.model(configuration: bytes)
        } catch {
            throw Failure("\(config): \(error)")
        }
    }
}

/// Matches export files one after the other.
private struct ExportMatching {
    let sightings: [Sighting]
    /// Nil where signatures are not checked.
    let verifier: ExportVerifier?

    /// The matches of every export at `path` that can be read; the others are complained of.
    func matches(in path: String) throws -> [Match] {
        let files = try Self.files(at: path)
        var exports: [(path: String, contents: ExportContents)] = []
        for file in files {
            do {
                exports.append((file, try contents(of: file)))
            } catch {
                Terminal.complain("avviso: \(file) is left out: \(error)")
            }
        }
        guard !exports.isEmpty else {
            throw Failure("no export at \(path) can be read")
        }
        // What an authority said later comes later.
        return try matched(exports.sorted { $0.contents.metadata.start < $1.contents.metadata.start }.map(\.contents))
    }

    /// The one place where keys meet sightings.
    private func matched(_ exports: [ExportContents]) throws -> [Match] {
        let matcher = DictionaryMatcher(sightings: sightings)
        var progress = MatchingProgressLine(total: exports.reduce(0) { $0 + $1.keyCount + $1.revisedKeyCount })
        var known = MatchedKeys()
        for export in exports {
            let reader = export.keyReader()
            while let batch = try reader.next() {
                for match in matcher.matches(of: batch.keys) + matcher.matches(of: batch.revisedKeys) {
                    known.record(match)
                }
                progress.advance(by: batch.keys.count + batch.revisedKeys.count)
            }
        }
        progress.finish()
        return known.matches
    }

    private func contents(of file: String) throws -> ExportContents {
        let archive = try ExportArchive(ExportFiles.read(file))
        return if let verifier {
            try archive.verified(by: verifier).contents
        } else {
            try archive.unverified().contents
        }
    }

    /// The file at `path`, or the zips in the folder at it.
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
            throw Failure("the folder \(path) holds no export (.zip or .bin)")
        }
        return zips.map { "\(path)/\($0)" }
    }
}

/// How far a long match has come, on a terminal.
private struct MatchingProgressLine {
    let total: Int
    private var done = 0
    private var shown = 0
    private let isVisible = isatty(FileHandle.standardError.fileDescriptor) == 1

    init(total: Int) {
        self.total = total
    }

    mutating func advance(by keys: Int) {
        done += keys
        let percent = total == 0 ? 100 : done * 100 / total
        if isVisible, percent > shown {
            shown = percent
            let bar = String(repeating: "#", count: percent / 4) + String(repeating: ".", count: 25 - percent / 4)
            FileHandle.standardError.write(Data("\r[\(bar)] \(percent) % of \(total) keys".utf8))
        }
    }

    func finish() {
        if isVisible, shown > 0 {
            FileHandle.standardError.write(Data("\n".utf8))
        }
    }
}
