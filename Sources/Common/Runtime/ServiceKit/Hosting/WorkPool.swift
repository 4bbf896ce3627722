import NIOCore
import NIOPosix
import Synchronization
import WireFormat

/// Does computations that take a millisecond or more, on threads that no connection waits for.
///
/// Handlers run on their connection's event loop (``EventLoopTasks``), so whatever computes there keeps that loop's other
/// connections waiting. What waits for a thread here is bounded: whoever asks for more is answered 503.
package final class WorkPool: Sendable {
    private let tasks = ThreadPoolTasks(.singleton)
    private let limit: Int
    private let count = Atomic(0)

    /// - Parameter limit: computations that run or wait, at the same time.
    package init(limit: Int = standardLimit) {
        self.limit = limit
    }

    /// Each waits for the others less than half of the time that a request has by default, if each takes ten milliseconds
    /// on one core.
    package static let standardLimit = 400

    /// Computations that run or wait now.
    package var currentCount: Int { count.load(ordering: .relaxed) }

    /// - Throws: `Refusal.unavailable` where too many run or wait already, and what `work` throws.
    package func run<Value: Sendable>(
        _ work: @concurrent @Sendable () async throws -> Value
    ) async throws -> Value {
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

/// Runs tasks on the threads of a pool, as many at once as the machine has cores.
private final class ThreadPoolTasks: TaskExecutor {
    private let threads: NIOThreadPool

    init(_ threads: NIOThreadPool) {
        self.threads = threads
    }

    func enqueue(_ job: consuming ExecutorJob) {
        // SAFETY: a job must run exactly once, and the pool runs or cancels what it is given exactly once; the singleton's
        // threads are never stopped, and a cancelled job would run all the same.
        let job = UnownedJob(job)
        threads.submit { _ in
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
