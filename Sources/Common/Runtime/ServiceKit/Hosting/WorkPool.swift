import NIOCore
import NIOPosix
import Synchronization
import WireFormat

/// Runs computations that take a millisecond or more, on threads that no connection waits for.
///
/// Handlers run on their connection's event loop (``EventLoopTasks``), so a computation there delays the loop's other
/// connections. The number of computations that wait here is limited. Above the limit, requests are answered 503.
package final class WorkPool: Sendable {
    private let tasks = ThreadPoolTasks(.singleton)
    private let limit: Int
    private let count = Atomic(0)

    /// - Parameter limit: the maximum number of computations that run or wait at the same time.
    package init(limit: Int = standardLimit) {
        self.limit = limit
    }

    /// If each computation takes ten milliseconds on one core, each waits for less than half of the default time of a
    /// request.
    package static let standardLimit = 400

    /// Computations that run or wait now.
    package var currentCount: Int { count.load(ordering: .relaxed) }

    /// - Throws: `Refusal.unavailable` if too many run or wait already, and any error of `work`.
    package func run<Value: Sendable>(_ work: @concurrent @Sendable () async throws -> Value) async throws -> Value {
        let (_, now) = count.add(1, ordering: .relaxed)
        defer { count.subtract(1, ordering: .relaxed) }
        guard now <= limit else {
            throw Refusal.unavailable
        }
        return try await withTaskExecutorPreference(tasks) {
            try await work()
        }
    }
}

/// Runs tasks on the threads of a pool.
final class ThreadPoolTasks: TaskExecutor {
    private let threads: NIOThreadPool

    init(_ threads: NIOThreadPool) {
        self.threads = threads
    }

    func enqueue(_ job: consuming ExecutorJob) {
        // SAFETY: a job must run exactly once. The pool runs or cancels each job exactly once. A cancelled job would
        // still run, and nothing stops the threads while tasks use them.
        let job = UnownedJob(job)
        threads.submit { _ in
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
