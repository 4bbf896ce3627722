import NIOCore

/// Runs the tasks of a connection on its own event loop, so that a request that need not wait for anything is answered
/// without waking another thread: on a busy server the wake-ups cost more than the work.
///
/// What runs here must not block: handlers read single rows at once and leave everything longer to others.
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
