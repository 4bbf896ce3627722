import ExposurePrimitives
import ExposureTesting
import Foundation
import ParserTargets
import Testing

/// A short form of `make fuzz`: the same parsers and properties, with the same inputs in each run.
@Suite("Parsers of foreign bytes")
struct FuzzTargetTests {
    @Test("accept the output of our own writers", arguments: FuzzTarget.all)
    func seeds(target: FuzzTarget) async throws {
        let seeds = try target.seeds()
        var accepted = 0
        for seed in seeds {
            #expect(seed.count <= target.maxSize)
            accepted += try await target.check(seed) ? 1 : 0
        }
        #expect(accepted > 0, "\(target.name) refuses all of its seeds")
    }

    @Test("keep their promises for every former finding", arguments: FuzzTarget.all)
    func findings(target: FuzzTarget) async throws {
        for finding in try Self.findings(of: target) {
            _ = try await target.check(finding)
        }
    }

    @Test("keep their promises for hundreds of changed inputs", arguments: FuzzTarget.all)
    func mutations(target: FuzzTarget) async throws {
        var generator = SeededGenerator(seed: 1)
        let seeds = try target.seeds().filter { $0.count <= Self.mutatedSize }
        for number in 0..<Self.mutationCount {
            let input = Mutation.apply(to: seeds[number % seeds.count], words: target.words, using: &generator)
            _ = try await target.check(input)
        }
    }

    @Test("keep their promises for the largest inputs, each a repeated seed", arguments: FuzzTarget.all)
    func growth(target: FuzzTarget) async throws {
        for seed in try target.seeds() where !seed.isEmpty {
            let times = target.maxSize / seed.count + 1
            _ = try await target.check(Array([[UInt8]](repeating: seed, count: times).joined().prefix(target.maxSize)))
        }
    }

    @Test("a broken promise is detected")
    func control() async throws {
        let broken = FuzzTarget("broken", maxSize: 64, seeds: { [[1, 2, 3]] }) { input in
            guard !input.contains(0xFF) else {
                throw BrokenProperty(description: "planted")
            }
            return true
        }
        var generator = SeededGenerator(seed: 1)
        await #expect(throws: BrokenProperty.self) {
            for _ in 0..<Self.mutationCount {
                _ = try await broken.check(Mutation.apply(to: [1, 2, 3], words: [], using: &generator))
            }
        }
    }

    @Test("every folder of findings belongs to a target")
    func folders() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names).subtracting(["README.md"]).isSubset(of: FuzzTarget.all.map(\.name)))
    }

    private static let mutationCount = 100
    /// The limit of mutated seeds in bytes, because larger ones are slow in a debug build.
    private static let mutatedSize = 4096
    private static let folder = RepositoryFolder.url.appending(path: "Fuzz/Findings")

    private static func findings(of target: FuzzTarget) throws -> [[UInt8]] {
        let own = folder.appending(path: target.name)
        guard FileManager.default.fileExists(atPath: own.path) else {
            return []
        }
        let files = try FileManager.default.contentsOfDirectory(at: own, includingPropertiesForKeys: nil)
        return try files.map { Array(try Data(contentsOf: $0)) }
    }
}
