import NIOHTTP1
import PhonePorts
import Synchronization
import WireFormat

/// Sends each request of a schedule at its time, whatever became of those before it.
///
/// A closed loop waits for an answer before it sends the next request, so a server that stands still is asked less, and
/// nobody measures the wait of those who would have asked meanwhile. This loop never waits. Only the requests of one
/// visit go one after the other, and their times count from the plan all the same.
package struct OpenLoop<Time: Clock>: Sendable where Time.Duration == Duration {
    private let schedule: LoadSchedule
    private let transport: any LoadTransport
    /// Requests that may wait for their answers at the same time. A further one is a failure.
    private let maxInFlight: Int
    private let clock: Time

    package init(_ schedule: LoadSchedule, to transport: any LoadTransport, maxInFlight: Int, clock: Time) {
        (self.schedule, self.transport, self.maxInFlight, self.clock) = (schedule, transport, maxInFlight, clock)
    }

    /// Sends everything, and waits for the last answer.
    ///
    /// - Throws: `CancellationError`.
    package func run() async throws -> LoadRecord {
        let recorder = LoadRecorder(schedule)
        let inFlight = InFlight()
        let start = clock.now.advanced(by: Self.lead)
        try await withThrowingDiscardingTaskGroup { group in
            var visits: [Int: VisitUnderWay] = [:]
            for planned in schedule.requests {
                let due = start.advanced(by: .microseconds(planned.time))
                if clock.now < due {
                    try await clock.sleep(until: due, tolerance: .zero)
                }
                try Task.checkCancellation()
                let visit = visits[planned.session] ?? VisitUnderWay(schedule.begin(planned))
                visits[planned.session] = schedule.isLast(planned) ? nil : visit
                guard inFlight.enter(atMost: maxInFlight) else {
                    recorder.fail(planned, .overflow)
                    visit.finish(planned.step)
                    continue
                }
                group.addTask {
                    await send(planned, of: visit, due: due, recorder)
                    visit.finish(planned.step)
                    inFlight.leave()
                }
            }
        }
        return recorder.record(lasting: start.duration(to: clock.now))
    }

    private func send(
        _ planned: LoadSchedule.PlannedRequest,
        of visit: VisitUnderWay,
        due: Time.Instant,
        _ recorder: LoadRecorder
    ) async {
        let awake = clock.now
        await visit.turn(of: planned.step)
        let turn = clock.now
        guard let request = try? await visit.session.request(planned.step) else {
            return recorder.fail(planned, .missing)
        }
        let sent = clock.now
        // The wait for the visit's own earlier answer is the servers', and not the generator's.
        recorder.sent(planned, late: due.duration(to: awake) + turn.duration(to: sent))
        do throws(HTTPExchangeError) {
            let answer = try await transport.send(request)
            let end = clock.now
            let isExpected = schedule.kinds[planned.kind].expected.contains(answer.status)
            let isUsable = isExpected ? await visit.session.read(answer, of: planned.step) : true
            let size = request.wireSize(adding: transport.addedHeaders(to: request.host))
            recorder.answered(
                planned,
                LoadRecorder.Answer(
                    status: answer.status,
                    bytes: LoadKind.Sizes(sent: size, received: answer.wireSize),
                    times: .init(sincePlanned: due.duration(to: end), sinceSent: sent.duration(to: end))
                ),
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

extension HTTPAnswer {
    /// Bytes over HTTP/1.1: status line, headers, body.
    fileprivate var wireSize: Int {
        let line = "HTTP/1.1 \(status) \(HTTPResponseStatus(statusCode: status).reasonPhrase)\r\n\r\n"
        return headers.reduce(line.utf8.count + body.count) { size, header in
            size + header.name.utf8.count + header.value.utf8.count + ": \r\n".utf8.count
        }
    }
}
