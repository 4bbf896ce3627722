import NIOCore

/// Runs the tasks of a connection on its own event loop. So a request without waits is answered without waking another
/// thread. On a busy server, wake-ups cost more than the work.
///
/// The tasks must not block. Handlers read single rows at once and leave all longer work to others.
final class EventLoopTasks: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        // SAFETY: a job must run exactly once, and an event loop runs what it is given exactly once.
        let job = UnownedJob(job)
        eventLoop.execute {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
