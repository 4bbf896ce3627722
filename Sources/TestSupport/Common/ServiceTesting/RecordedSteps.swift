package import Persistence
import Synchronization

/// Notes the steps of durable work that were passed, in their order.
package final class RecordedSteps: StepObserver {
    private let recorded = Mutex<[DurabilityStep]>([])

    package init() {}

    package var all: [DurabilityStep] { recorded.withLock { $0 } }

    package func reached(_ step: DurabilityStep) {
        recorded.withLock { $0.append(step) }
    }
}
