import Foundation
import ServiceKit
import ServiceTesting
import Synchronization
import Testing
import WireFormat

@Suite("The pool for long computations")
struct WorkPoolTests {
    /// Opens for all who wait at it, on any thread.
    private final class Gate: Sendable {
        private let isOpen = Atomic(false)

        func open() { isOpen.store(true, ordering: .relaxed) }

        func pass() {
            while !isOpen.load(ordering: .relaxed) {
                sched_yield()
            }
        }
    }

    @Test("returns the result of a computation, on a thread that carries no connection")
    func computes() async throws {
        let (sum, wasOnEventLoop) = try await WorkPool().run { ((1...1000).reduce(0, +), EventLoopProbe.isOnEventLoop) }
        #expect(sum == 500_500)
        #expect(!wasOnEventLoop)
    }

    @Test("accepts as many as its limit, refuses one more, and accepts it once there is room", arguments: [1, 7])
    func limit(places: Int) async throws {
        let pool = WorkPool(limit: places)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Int.self) { group in
            defer { gate.open() }
            for number in 0..<places {
                group.addTask {
                    try await pool.run {
                        gate.pass()
                        return number
                    }
                }
            }
            while pool.currentCount < places {
                await Task.yield()
            }
            await #expect(throws: Refusal.unavailable) { try await pool.run { 0 } }
            #expect(pool.currentCount == places)
            gate.open()
            var sum = 0
            for try await number in group {
                sum += number
            }
            #expect(sum == (0..<places).reduce(0, +))
        }
        #expect(pool.currentCount == 0)
        #expect(try await pool.run { 1 } == 1)
    }

    @Test("does not delay other work")
    func others() async throws {
        let pool = WorkPool()
        let gate = Gate()
        let stuck = (0..<100).map { _ in Task { try await pool.run { gate.pass() } } }
        while pool.currentCount < stuck.count {
            await Task.yield()
        }
        // This runs on the process's common threads, which are all free.
        let answer = await Task { 42 }.value
        #expect(answer == 42)
        gate.open()
        for task in stuck {
            try await task.value
        }
    }
}
