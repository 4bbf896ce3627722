import LoadModel
import Synchronization

/// Takes down what becomes of each request, from many tasks at once.
final class LoadRecorder: Sendable {
    private let schedule: LoadSchedule
    private let state: Mutex<State>

    private struct State {
        var kinds: [LoadTally]
        var slots: [LoadGroup: [LoadTally]]
    }

    /// How long an answer took.
    struct Times {
        let sincePlanned: Duration
        let sinceSent: Duration
    }

    struct Answer {
        let status: Int
        let bytes: LoadKind.Sizes
        let times: Times
    }

    init(_ schedule: LoadSchedule) {
        self.schedule = schedule
        let empty = [LoadTally](repeating: LoadTally(), count: LoadRecord.slotCount)
        state = Mutex(
            State(
                kinds: schedule.kinds.map { _ in LoadTally() },
                slots: Dictionary(uniqueKeysWithValues: LoadGroup.allCases.map { ($0, empty) })
            )
        )
        for planned in schedule.requests {
            update(planned) { $0.planned += 1 }
        }
    }

    func sent(_ planned: LoadSchedule.PlannedRequest, late: Duration) {
        update(planned) { tally in
            tally.sent += 1
            tally.lateness.record(microseconds: late.microseconds)
        }
    }

    func answered(_ planned: LoadSchedule.PlannedRequest, _ answer: Answer, isAsExpected: Bool) {
        let times = answer.times
        update(planned) { tally in
            tally.statuses[answer.status, default: 0] += 1
            tally.sentBytes += answer.bytes.sent
            tally.receivedBytes += answer.bytes.received
            tally.refused += isAsExpected ? 0 : 1
            tally.sincePlanned.record(microseconds: times.sincePlanned.microseconds)
            tally.sinceSent.record(microseconds: times.sinceSent.microseconds)
        }
    }

    func fail(_ planned: LoadSchedule.PlannedRequest, _ failure: LoadFailure) {
        update(planned) { $0.failures[failure, default: 0] += 1 }
    }

    private func update(_ planned: LoadSchedule.PlannedRequest, _ change: (inout LoadTally) -> Void) {
        let slot = LoadRecord.slot(of: planned.time, in: schedule.length)
        let group = schedule.kinds[planned.kind].group
        state.withLock { state in
            change(&state.kinds[planned.kind])
            if let slot {
                change(&state.slots[group, default: []][slot])
            }
        }
    }

    func record(lasting duration: Duration) -> LoadRecord {
        state.withLock { state in
            LoadRecord(
                kinds: zip(schedule.kinds, state.kinds).map { ($0, $1) },
                slots: state.slots,
                length: schedule.length,
                duration: duration.microseconds
            )
        }
    }
}

extension Duration {
    /// Whole microseconds, as many as fit.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return isTooLarge ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000_000
    }
}
