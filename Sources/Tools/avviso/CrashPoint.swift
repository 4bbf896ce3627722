import Foundation
import Persistence
import Synchronization

/// Lets the durability tests end the process at a named step. In a release build there is nothing to observe.
enum CrashPoint {
    static var observer: any StepObserver {
        #if DEBUG
            KillingObserver(environment: ProcessInfo.processInfo.environment) ?? NoStepObserver()
        #else
            NoStepObserver()
        #endif
    }
}

#if DEBUG
    /// Kills its own process, as `kill -9` does, when a step is reached for the n-th time:
    /// `AVVISO_TEST_KILL_AT=batch-chosen:2`.
    private final class KillingObserver: StepObserver {
        private let step: DurabilityStep
        private let left: Mutex<Int>

        init?(environment: [String: String]) {
            let parts = environment["AVVISO_TEST_KILL_AT"]?.split(separator: ":") ?? []
            guard let step = parts.first.flatMap({ DurabilityStep(rawValue: String($0)) }) else {
                return nil
            }
            self.step = step
            left = Mutex(parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
        }

        func reached(_ step: DurabilityStep) {
            guard step == self.step else {
                return
            }
            let isNow = left.withLock { left in
                left -= 1
                return left == 0
            }
            if isNow {
                kill(getpid(), SIGKILL)
            }
        }
    }
#endif
