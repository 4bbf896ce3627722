import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnDistribution
import ExposurePrimitives
import ExposureTesting
import MessageSignatures
import Persistence
import StoreConformance
import Synchronization
import Testing

@Suite("Distribution by two processes at once")
struct DistributionRaceTests {
    private typealias Sample = SampleDistribution

    /// A storage that calls its owner before one of its operations.
    private final class WatchedObjects: ObjectStore {
        private let base: any ObjectStore
        private let number: Int
        private let count = Mutex(0)
        private let before: @Sendable () async -> Void

        /// - Parameter number: counts the operations from 0.
        init(_ base: any ObjectStore, at number: Int, before: @escaping @Sendable () async -> Void) {
            self.base = base
            self.number = number
            self.before = before
        }

        func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {
            await step()
            try await base.put(bytes, as: name)
        }

        func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? {
            await step()
            return try await base.get(name)
        }

        func revision(of name: ObjectName) async throws(ObjectStorageError) -> ObjectRevision? {
            await step()
            return try await base.revision(of: name)
        }

        func delete(_ name: ObjectName) async throws(ObjectStorageError) {
            await step()
            try await base.delete(name)
        }

        func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName] {
            await step()
            return try await base.names(under: folder)
        }

        func deleteUnfinished() async throws(ObjectStorageError) { try await base.deleteUnfinished() }

        private func step() async {
            let isHere = count.withLock { count in
                count += 1
                return count - 1 == number
            }
            if isHere {
                await before()
            }
        }
    }

    /// A run that stops before one of its operations until it may go on.
    private struct PausedRun {
        private let mayGoOn = AsyncStream<Never>.makeStream()
        private let task: Task<Void, any Error>

        /// Returns when the run has stopped, or has ended without that operation.
        init(of sample: Sample, before number: Int) async {
            let (hasStopped, mayGoOn) = (AsyncStream<Never>.makeStream(), mayGoOn)
            let objects = WatchedObjects(sample.objects, at: number) {
                hasStopped.continuation.finish()
                for await _ in mayGoOn.stream {}
            }
            task = Task {
                defer { hasStopped.continuation.finish() }
                _ = try await sample.job(objects: objects).run()
            }
            for await _ in hasStopped.stream {}
        }

        /// Lets the run go on, and waits for its end.
        func end() async throws {
            mayGoOn.continuation.finish()
            try await task.value
        }
    }

    /// A package is withdrawn while a run stands at one of its operations, and that run goes on at one of the
    /// operations of the run that the operator started.
    ///
    /// - Parameters:
    ///   - first: the operation of the first run.
    ///   - second: the operation of the second run.
    private func race(_ first: Int, _ second: Int) async throws {
        let sample = try await Sample(["distribution.min-keys": "1"])
        try await sample.run(atHour: 1)
        try await sample.store(0..<3, fromHour: 1)
        try await sample.run(atHour: 2)
        sample.clock.set(Sample.midnight.advanced(bySeconds: 3 * 3600))
        let paused = await PausedRun(of: sample, before: first)
        let digest = ContentDigest(of: try #require(try await sample.file(sample.hour(1).path)))
        let package = RevokedPackage(
            region: Sample.own.text,
            date: "\(Sample.today)",
            hour: 1,
            entityTag: Hex.encode(digest.bytes)
        )
        sample.phones.change { $0.revokedPackages = [package] }
        let objects = WatchedObjects(sample.objects, at: second) { try? await paused.end() }
        _ = try await sample.job(objects: objects).run()
        try await paused.end()

        let example: Comment = "the first run at operation \(first), the second at \(second)"
        #expect(try await sample.file(sample.hour(1).path) == nil, example)
        for (region, hours) in [(Sample.own, "[0,2]"), (.union, "[0,1,2]")] {
            #expect(try await sample.index(.hours(region, Sample.today)) == hours, example)
            _ = try await sample.statement(.hours(region, Sample.today))
        }
        let outcome = try await sample.job().run()
        #expect(outcome.tree.indexes == 0 && outcome.tree.deleted == 0, example)
        #expect(outcome.tree.packages == 0 && outcome.configurations == 0, example)
    }

    @Test("when both have ended, the tree is what the operator decided, whatever the order of their operations")
    func orders() async throws {
        // A run has about 85 operations, and the second one more. With one pass a run, one order in ten fails.
        for first in stride(from: 0, to: 90, by: Effort.choose(short: 12, every: 6, whole: 6)) {
            for second in stride(from: 0, to: 130, by: 10) {
                try await race(first, second)
            }
        }
    }
}
