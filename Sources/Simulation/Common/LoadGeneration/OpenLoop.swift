import PhonePorts
import Synchronization

/// Sends each request of a schedule at its time, whatever became of those before it.
///
/// A closed loop waits for an answer before it sends the next request, so a server that stands still is asked less, and
/// nobody measures the wait of those who would have asked meanwhile. This loop never waits.
package struct OpenLoop<Time: Clock>: Sendable where Time.Duration == Duration {
    private let schedule: LoadSchedule
    private let transport: any LoadTransport
    /// Requests that may wait for their answers at the same time. A further one is a failure.
    private let maxInFlight: Int
    private let clock: Time

    package init(_ schedule: LoadSchedule, to transport: any LoadTransport, maxInFlight: Int, clock: Time) {
        self.schedule = schedule
        self.transport = transport
        self.maxInFlight = maxInFlight
        self.clock = clock
    }

    /// Sends everything, and waits for the last answer.
    ///
    /// - Throws: `CancellationError`.
    package func run() async throws -> LoadRecord {
        let recorder = LoadRecorder(schedule)
        let inFlight = InFlight()
        let start = clock.now.advanced(by: Self.lead)
        try await withThrowingDiscardingTaskGroup { group in
            var sessions: [Int: any LoadSession] = [:]
            for planned in schedule.requests {
                let due = start.advanced(by: .microseconds(planned.time))
                if clock.now < due {
                    try await clock.sleep(until: due, tolerance: .zero)
                }
                try Task.checkCancellation()
                let session = sessions[planned.session] ?? schedule.begin(planned)
                sessions[planned.session] = schedule.isLast(planned) ? nil : session
                guard inFlight.enter(atMost: maxInFlight) else {
                    recorder.fail(planned, .overflow)
                    continue
                }
                group.addTask {
                    await send(planned, of: session, due: due, recorder)
                    inFlight.leave()
                }
            }
        }
        return recorder.record(lasting: start.duration(to: clock.now))
    }

    private func send(
        _ planned: LoadSchedule.PlannedRequest,
        of session: any LoadSession,
        due: Time.Instant,
        _ recorder: LoadRecorder
    ) async {
        guard let request = try? await session.request(planned.step) else {
            return recorder.fail(planned, .missing)
        }
        let sent = clock.now
        recorder.sent(planned, late: due.duration(to: sent))
        do throws(PhoneTransportError) {
            let answer = try await transport.send(request)
            let end = clock.now
            let isExpected = schedule.kinds[planned.kind].expected.contains(answer.status)
            let isUsable = isExpected ? await session.read(answer, of: planned.step) : true
            recorder.answered(
                planned,
                status: answer.status,
                LoadRecorder.Times(sincePlanned: due.duration(to: end), sinceSent: sent.duration(to: end)),
                isAsExpected: isExpected && isUsable
            )
        } catch {
            recorder.fail(planned, LoadFailure(error))
        }
    }

    /// The time between the start of the run and the first planned request, so that it is not late from the start.
    private static var lead: Duration { .milliseconds(100) }
}

/// Counts the requests that wait for their answers.
private final class InFlight: Sendable {
    private let count = Mutex(0)

    /// - Returns: whether there is room for another one.
    func enter(atMost limit: Int) -> Bool {
        count.withLock { count in
            guard count < limit else {
                return false
            }
            count += 1
            return true
        }
    }

    func leave() {
        count.withLock { $0 -= 1 }
    }
}
