import ArgumentParser
import Crypto
import ExposureMatching
import ExposurePrimitives
import Foundation
import GAENCore
import KeyExport

/// Writes signed export files of the keys of `BenchPhone`, and the public key, for processes of their own to read.
struct ExportFilesBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "export-files")

    @Option(help: "An empty folder.")
    var folder: String

    @Option(help: "Keys in all.")
    var keys = 1_000_000

    @Option(help: "Keys of one file.")
    var keysPerFile = 100_000

    func run() async throws {
        let signer = try P256ExportSigner(
            privateKeyPEM: P256.Signing.PrivateKey().pemRepresentation,
            signatureInfo: SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
        )
        var generator = SeededGenerator(seed: 2)
        for number in 0..<keys / keysPerFile {
            let draft = ExportDraft(
                metadata: try ExportMetadata(start: UnixTime(0), end: UnixTime(Int64(number)), region: "222"),
                keys: try (0..<keysPerFile).map { _ in try BenchPhone.key(using: &generator) }
            )
            let bytes = try await ExportWriter.archive(of: draft, signedBy: [signer])
            try Data(bytes).write(to: URL(filePath: folder).appending(path: "\(number).zip"))
        }
        try Data(signer.publicKeyPEM.utf8).write(to: URL(filePath: folder).appending(path: "key.pem"))
        try report(["files": Double(keys / keysPerFile)])
    }
}

/// Matches a folder of export files, and tells what it took: time, and the memory of a process that does nothing else.
struct MatchFilesBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "match-files")

    @Option(help: "A folder that `export-files` filled.")
    var folder: String

    @Option(help: "Sightings of the phone.")
    var sightings = 20_000

    @Option(help: "Files that are worked on at once.")
    var workers = 1

    func run() async throws {
        let files = try BenchFiles(folder: folder)
        // It met the holders of the first hundred keys.
        let phone = try BenchPhone(keys: 100, sightings: sightings)
        let watch = Stopwatch()
        let matcher = ExportMatcher(
            matcher: KernelMatcher(sightings: phone.sightings),
            verifier: files.verifier,
            workers: workers
        )
        var (keys, matches) = (0, 0)
        try await matcher.match(files.sources) { report in
            let file = try report.outcome.get()
            keys += file.keyCount
            matches += file.matches.count
        }
        let (cpu, wall) = (watch.cpuSeconds, watch.wallSeconds)
        try phone.check(matches)
        try report([
            "keys": Double(keys), "cpu_seconds": cpu, "wall_seconds": wall, "peak_bytes": try peakBytes(),
        ])
    }

    /// What this process occupied at most. `getrusage` would count what its parent occupied when it started us.
    private func peakBytes() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").compactMap { Double($0) }.first ?? .nan) * 1024
    }
}
