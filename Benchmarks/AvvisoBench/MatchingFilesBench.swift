import ArgumentParser
import Crypto
import ExposureMatching
import ExposurePrimitives
import Foundation
import GAENCore
import KeyExport

/// Writes signed export files and the public key, for `match-files` to read in a process of its own.
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

/// Matches a folder of export files, and tells what it took.
struct MatchFilesBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "match-files")

    @Option(help: "A folder that `export-files` filled.")
    var folder: String

    @Option(help: "Sightings of the phone.")
    var sightings = 20_000

    @Option(help: "Files that are worked on at once.")
    var workers = 1

    @Option(help: "How often to go through the folder.")
    var rounds = 1

    @Flag(help: "Also match as many keys from memory, in turn with the files.")
    var beside = false

    func run() async throws {
        let folder = URL(filePath: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".zip") }
        let key = try String(contentsOf: folder.appending(path: "key.pem"), encoding: .utf8)
        let phone = try BenchPhone(keys: beside ? Self.keysInMemory : 100, sightings: sightings)
        let inMemory = KernelMatcher(sightings: phone.sightings)
        let matcher = ExportMatcher(
            matcher: inMemory,
            verifier: try ExportVerifier(keys: [ExportVerificationKey(key)]),
            workers: workers
        )
        var seconds: [Double] = []
        var wall: [Double] = []
        var ratios: [Double] = []
        var count = 0
        for _ in 0..<rounds {
            count = 0
            let watch = Stopwatch()
            let sources = names.map { name in
                ExportSource(name: name) { Array(try Data(contentsOf: folder.appending(path: name))) }
            }
            try await matcher.match(sources) { count += try $0.outcome.get().keyCount }
            seconds.append(watch.cpuSeconds)
            wall.append(watch.wallSeconds)
            if beside {
                let watch = Stopwatch()
                _ = inMemory.matches(of: phone.keys)
                // The speed from files as a share of the speed in memory.
                ratios.append(watch.cpuSeconds / Double(phone.keys.count) / ((seconds.last ?? .nan) / Double(count)))
            }
        }
        var figures = [
            "keys": Double(count), "cpu_seconds": median(seconds), "wall_seconds": median(wall),
            "peak_bytes": try peakBytes(),
        ]
        figures["share_of_in_memory"] = beside ? median(ratios) : nil
        try report(figures)
    }

    private static let keysInMemory = 1_000_000

    /// What this process occupied at most. `getrusage` would count what its parent occupied when it started us.
    private func peakBytes() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").compactMap { Double($0) }.first ?? .nan) * 1024
    }
}
