package import ExposurePrimitives
package import PhonePorts
import Synchronization

/// A scheduler whose tasks run when a test says so.
package final class ManualScheduler: PhoneScheduler {
    private let times = Mutex<[PhoneTask: UnixTime]>([:])

    package init() {}

    package func schedule(_ task: PhoneTask, at time: UnixTime?) {
        times.withLock { $0[task] = time }
    }

    /// The time at which the app will be woken.
    package subscript(task: PhoneTask) -> UnixTime? { times.withLock { $0[task] } }

    /// Removes and returns the next task until `end`.
    package func next(until end: UnixTime) -> (task: PhoneTask, time: UnixTime)? {
        times.withLock { times in
            guard let first = times.min(by: { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }),
                first.value <= end
            else {
                return nil
            }
            times[first.key] = nil
            return (first.key, first.value)
        }
    }
}
