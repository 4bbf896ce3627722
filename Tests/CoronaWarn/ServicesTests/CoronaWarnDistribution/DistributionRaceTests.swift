import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnDistribution
import ExposurePrimitives
import ExposureTesting
import MessageSignatures
import Persistence
import Synchronization
import Testing

@Suite("Distribution by two processes at once")
struct DistributionRaceTests {
    private typealias Sample = SampleDistribution

    /// A run that stops before one of its operations until it may go on.
    private struct PausedRun {
        private let mayGoOn = AsyncStream<Never>.makeStream()
        private let task: Task<Void, any Error>

        /// Returns when the run has stopped, or has ended without that operation.
        init(of sample: Sample, before number: Int) async {
            let (hasStopped, mayGoOn) = (AsyncStream<Never>.makeStream(), mayGoOn)
            let objects = WatchedObjects(sample.objects, before: number) {
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
        let sample = try await Sample.started(["distribution.min-keys": "1"])
        try await sample.store(0..<3, fromHour: 1)
        try await sample.run(atHour: 2)
        sample.clock.set(Sample.midnight.advanced(bySeconds: 3 * 3600))
        let paused = await PausedRun(of: sample, before: first)
        let digest = ContentDigest(of: try #require(try await sample.file(sample.hour(1).path)))
        let (region, date, tag) = (Sample.own.text, "\(Sample.today)", Hex.encode(digest.bytes))
        let package = RevokedPackage(region: region, date: date, hour: 1, entityTag: tag)
        sample.phones.change { $0.revokedPackages = [package] }
        let objects = WatchedObjects(sample.objects, before: second) { try? await paused.end() }
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

/// A storage that calls its owner before each operation, and fails where the owner throws.
final class WatchedObjects: ObjectStore {
    enum Operation {
        case put(ObjectName)
        case delete, read
    }

    typealias Owner = @Sendable (Operation) async throws(ObjectStorageError) -> Void

    private final class Counter: Sendable {
        private let count = Mutex(0)

        /// 0, 1, 2 and so on.
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count - 1
            }
        }
    }

    private let base: any ObjectStore
    private let owner: Owner

    private init(_ base: any ObjectStore, owner: @escaping Owner) {
        (self.base, self.owner) = (base, owner)
    }

    /// - Parameter number: counts the operations from 0.
    convenience init(_ base: any ObjectStore, before number: Int, _ act: @escaping @Sendable () async -> Void) {
        let counter = Counter()
        self.init(base) { _ in
            if counter.next() == number {
                await act()
            }
        }
    }

    /// Another run comes in between, before the first writing of the tree.
    convenience init(
        _ base: any ObjectStore,
        beforeWritingUnder tree: ObjectName,
        _ act: @escaping @Sendable () async -> Void
    ) {
        let counter = Counter()
        self.init(base) { operation in
            if case .put(let name) = operation, name.isUnder(tree), counter.next() == 0 {
                await act()
            }
        }
    }

    /// Fails from one writing on, as for a process that dies.
    convenience init(_ base: any ObjectStore, dyingAfter writes: Int) {
        let counter = Counter()
        self.init(base) { operation async throws(ObjectStorageError) in
            if case .read = operation {
                return
            }
            guard counter.next() < writes else {
                throw ObjectStorageError(reason: "write")
            }
        }
    }

    func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {
        try await owner(.put(name))
        try await base.put(bytes, as: name)
    }

    func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? {
        try await owner(.read)
        return try await base.get(name)
    }

    func revision(of name: ObjectName) async throws(ObjectStorageError) -> ObjectRevision? {
        try await owner(.read)
        return try await base.revision(of: name)
    }

    func delete(_ name: ObjectName) async throws(ObjectStorageError) {
        try await owner(.delete)
        try await base.delete(name)
    }

    func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName] {
        try await owner(.read)
        return try await base.names(under: folder)
    }

    func deleteUnfinished() async throws(ObjectStorageError) { try await base.deleteUnfinished() }
}
