import Persistence
import Synchronization
import Testing

@testable import S3ObjectStorage

@Suite("Reads that are shared")
struct SharedReadsTests {
    /// A read that ends when the test wants.
    private actor Gate {
        private var isOpen = false
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private(set) var count = 0

        func pass() async {
            count += 1
            if !isOpen {
                await withCheckedContinuation { waiting.append($0) }
            }
        }

        func open() {
            isOpen = true
            for continuation in waiting {
                continuation.resume()
            }
        }
    }

    private func until(_ condition: () async -> Bool) async {
        while await !condition() {
            await Task.yield()
        }
    }

    @Test("one reads, and the others get its value or its failure", arguments: [true, false])
    func oneRead(succeeds: Bool) async throws {
        let reads = SharedReads<Int>(life: .zero, uptime: { .zero })
        let (gate, name) = (Gate(), try S3Samples.name("a"))
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try? await reads.value(of: name) { () async throws(ObjectStorageError) -> Int in
                        await gate.pass()
                        guard succeeds else {
                            throw ObjectStorageError(reason: "read")
                        }
                        return 7
                    }
                }
            }
            await until { await gate.count == 1 && reads.waitingCount(of: name) == 49 }
            await gate.open()
            for try await value in group {
                #expect(value == (succeeds ? 7 : nil))
            }
        }
        #expect(await gate.count == 1)
    }

    @Test("after a writing, nobody gets what was read before it")
    func forgotten() async throws {
        let reads = SharedReads<Int>(life: .seconds(9), uptime: { .zero })
        let (gate, name) = (Gate(), try S3Samples.name("a"))
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                try await reads.value(of: name) { () async throws(ObjectStorageError) -> Int in
                    await gate.pass()
                    return 1
                }
            }
            await until { await gate.count == 1 }
            group.addTask { try await reads.value(of: name) { () async throws(ObjectStorageError) -> Int in 2 } }
            await until { reads.waitingCount(of: name) == 1 }
            reads.forget(name)
            var values = [try await group.next()]
            await gate.open()
            values.append(try await group.next())
            #expect(values == [2, 1])
        }
        // The late end of the old read did not replace the value.
        let kept = try await reads.value(of: name) { () async throws(ObjectStorageError) -> Int in 3 }
        #expect(kept == 2)
    }

    @Test("if the task that reads is cancelled, another one reads")
    func cancelledReader() async throws {
        let reads = SharedReads<Int>(life: .zero, uptime: { .zero })
        let (gate, name) = (Gate(), try S3Samples.name("a"))
        let reader = Task {
            try await reads.value(of: name) { () async throws(ObjectStorageError) -> Int in
                await gate.pass()
                throw ObjectStorageError(reason: "cancelled")
            }
        }
        await until { await gate.count == 1 }
        let other = Task { try await reads.value(of: name) { () async throws(ObjectStorageError) -> Int in 5 } }
        await until { reads.waitingCount(of: name) == 1 }
        reader.cancel()
        await gate.open()
        await #expect(throws: ObjectStorageError.self) { try await reader.value }
        #expect(try await other.value == 5)
    }

    @Test("kept values have a number, and an end")
    func capacity() async throws {
        let uptime = ManualUptime()
        let reads = SharedReads<Int>(life: .seconds(1), uptime: { uptime.now })
        let read = { (index: Int, value: Int) in
            try await reads.value(of: S3Samples.name("a/\(index)")) { () async throws(ObjectStorageError) -> Int in
                value
            }
        }
        for index in 0..<SharedReads<Int>.capacity {
            _ = try await read(index, 1)
        }
        #expect(try await read(0, 2) == 1)
        _ = try await read(SharedReads<Int>.capacity, 1)
        #expect(try await read(0, 2) == 2)
        uptime.advance(by: .seconds(1))
        #expect(try await read(0, 3) == 3)
    }

    @Test("no more reads than allowed happen at the same time")
    func slots() async {
        let slots = ReadSlots(count: 3)
        let crowd = Crowd()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await slots.with {
                        crowd.enter()
                        await Task.yield()
                        crowd.leave()
                    }
                }
            }
        }
        #expect((1...3).contains(crowd.max))
    }

    /// Counts those who are in at the same time.
    private final class Crowd: Sendable {
        private let counts = Mutex((now: 0, max: 0))

        var max: Int { counts.withLock { $0.max } }

        func enter() {
            counts.withLock { counts in
                counts.now += 1
                counts.max = Swift.max(counts.max, counts.now)
            }
        }

        func leave() { counts.withLock { $0.now -= 1 } }
    }
}
