import ArgumentParser
import ExposureMatching
import ExposurePrimitives
import Foundation
import GAENCore
import KeyExport

/// What a phone does after a download, beside the parts of it: makes its index and matches, from memory and from files.
struct DetectionBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "detection")

    @Option(help: "A folder that `export-files` filled.")
    var folder: String

    @Option(help: "Keys in the folder.")
    var keys = 1_000_000

    @Option(help: "Sightings of the phone.")
    var sightings = 20_000

    @Option(help: "How often to measure.")
    var rounds = 9

    func run() async throws {
        let files = try BenchFiles(folder: folder)
        let phone = try BenchPhone(keys: keys, sightings: sightings)
        let limits = MachineLimits(isWide: KernelPath.best == .x86AVX512, sightings: sightings)
        let fileLimits = try FileLimits(files)
        var found: [Round] = []
        for _ in 0..<rounds {
            let memory = try measureMemory(phone)
            found.append(
                Round(
                    index: memory.index,
                    memory: memory.all,
                    files: try await measureFiles(phone, files),
                    memoryLimit: limits.secondsPerKey().values.reduce(0, +) * Double(keys),
                    fileLimit: try fileLimits.seconds()
                )
            )
        }
        try report([
            "index_seconds": median(found.map(\.index)),
            "memory_seconds": median(found.map(\.memory)),
            "files_seconds": median(found.map(\.files)),
            "memory_limit_seconds": median(found.map(\.memoryLimit)),
            "files_limit_seconds": median(found.map { $0.memoryLimit + $0.fileLimit }),
            "memory_share_of_limit": median(found.map { $0.memoryLimit / $0.memory }),
            "files_share_of_limit": median(found.map { ($0.memoryLimit + $0.fileLimit) / $0.files }),
            "files_share_of_memory": median(found.map { $0.memory / $0.files }),
        ])
    }

    /// Processor seconds. What others do on the machine falls on all parts of a round alike.
    private struct Round {
        let index: Double
        let memory: Double
        let files: Double
        /// What the bare loops need for as many keys.
        let memoryLimit: Double
        /// What the files need besides.
        let fileLimit: Double
    }

    private func measureMemory(_ phone: BenchPhone) throws -> (index: Double, all: Double) {
        let watch = Stopwatch()
        let matcher = KernelMatcher(sightings: phone.sightings)
        let index = watch.cpuSeconds
        let found = matcher.matches(of: phone.keys)
        let all = watch.cpuSeconds
        try phone.check(found.count)
        return (index, all)
    }

    private func measureFiles(_ phone: BenchPhone, _ files: BenchFiles) async throws -> Double {
        let watch = Stopwatch()
        let matcher = ExportMatcher(matcher: KernelMatcher(sightings: phone.sightings), verifier: files.verifier)
        var (keys, matches) = (0, 0)
        try await matcher.match(files.sources) { report in
            let file = try report.outcome.get()
            keys += file.keyCount
            matches += file.matches.count
        }
        let seconds = watch.cpuSeconds
        guard keys == self.keys else {
            throw ValidationError("the folder holds \(keys) keys")
        }
        try phone.check(matches)
        return seconds
    }
}
