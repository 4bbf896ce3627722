import ExposurePrimitives
import LoadModel
import Testing
import WireFormat

@testable import LoadGeneration

@Suite("The open loop")
struct OpenLoopTests {
    private static let kind = LoadKind("one", Endpoint(.get, "/one"), expected: [200])

    /// About `count` visits of one request each, in a tenth of a second.
    private static func schedule(_ count: Double, _ session: any LoadSession = Asking()) -> LoadSchedule {
        let visit = LoadVisit("visit", perDay: count, on: .even, [LoadStep(kind, after: 0)]) { _ in session }
        return LoadSchedule([visit], seconds: 0.1, seed: 3)
    }

    private static func run(_ schedule: LoadSchedule, _ transport: any LoadTransport, atMost: Int = 10_000) async throws
        -> LoadTally
    {
        let loop = OpenLoop(schedule, to: transport, maxInFlight: atMost, clock: JumpingClock())
        return try await loop.run().total
    }

    @Test("every planned request leaves once and is counted once")
    func everyRequest() async throws {
        let (schedule, transport) = (Self.schedule(300), Answering { _ in .init(status: 200) })
        let tally = try await Self.run(schedule, transport)
        #expect(schedule.requests.count > 200)
        #expect(tally.planned == schedule.requests.count)
        #expect(tally.sent == tally.planned)
        #expect(transport.count == tally.planned)
        #expect(tally.statuses == [200: tally.planned])
        #expect(tally.failed == 0)
        #expect(tally.sincePlanned.count == UInt64(tally.planned))
        #expect(tally.sinceSent.count == UInt64(tally.planned))
        #expect(tally.lateness.count == UInt64(tally.planned))
    }

    @Test("requests beyond the room for them are failures, and none is skipped")
    func overflow() async throws {
        let schedule = Self.schedule(300)
        // The first three never get an answer before all others were planned.
        let gate = Gate()
        let transport = Answering { _ in
            await gate.wait()
            return .init(status: 200)
        }
        let loop = OpenLoop(
            schedule,
            to: transport,
            maxInFlight: 3,
            clock: JumpingClock(atLast: schedule) { await gate.open() }
        )
        let tally = try await loop.run().total
        #expect(tally.sent + (tally.failures[.overflow] ?? 0) == tally.planned)
        // Only the very last one may have found room again.
        #expect((3...4).contains(tally.sent))
        #expect(tally.failed == tally.planned - tally.sent)
    }

    @Test("another status, an unusable answer and no answer are failures of their own")
    func failures() async throws {
        let schedule = Self.schedule(100)
        let refused = try await Self.run(schedule, Answering { _ in .init(status: 503) })
        #expect(refused.statuses == [503: refused.planned] && refused.refused == refused.planned)
        let unusable = try await Self.run(
            Self.schedule(100, Asking(reads: false)),
            Answering { _ in .init(status: 200) }
        )
        #expect(unusable.statuses == [200: unusable.planned] && unusable.refused == unusable.planned)
        for (error, failure) in [
            (HTTPExchangeError.unreachable, LoadFailure.unreachable), (.interrupted, .interrupted),
            (.timeout, .timeout), (.answerTooLarge(limit: 1), .tooLarge),
        ] {
            let tally = try await Self.run(schedule, Answering { _ throws(HTTPExchangeError) in throw error })
            #expect(tally.failures == [failure: tally.planned])
            #expect(tally.sincePlanned.count == 0 && tally.failed == tally.planned)
        }
        let missing = try await Self.run(Self.schedule(100, Asking(asks: false)), Answering { _ in .init(status: 200) })
        #expect(missing.failures == [.missing: missing.planned] && missing.sent == 0)
    }

    /// A server that stands still for a second: a closed loop would measure one long answer. Here everybody who asked
    /// meanwhile has waited too.
    @Test("times count from the planned moment, also of a request that left late")
    func coordinatedOmission() async throws {
        let schedule = Self.schedule(200)
        let clock = JumpingClock()
        let transport = Answering { number in
            if number == 0 {
                clock.advance(by: .seconds(1))
            }
            return .init(status: 200)
        }
        let loop = OpenLoop(schedule, to: transport, maxInFlight: 10_000, clock: clock)
        let tally = try await loop.run().total
        #expect(tally.sent == tally.planned)
        #expect(tally.sincePlanned.max >= 1_000_000)
        // No answer is told to be faster since its planned time than since it left.
        for share in [0.1, 0.5, 0.9, 0.99, 1] {
            let (planned, sent) = (tally.sincePlanned.quantile(share) ?? 0, tally.sinceSent.quantile(share) ?? 0)
            #expect(planned >= sent)
        }
    }

    @Test("the requests of a visit go one after the other, and their waits count")
    func oneAfterTheOther() async throws {
        let steps = [0, 0.01].map { LoadStep(Self.kind, after: $0) }
        let visit = LoadVisit("visit", perDay: 1, on: .even, steps) { _ in Asking() }
        // The first seed of a day with exactly one visit.
        let schedules = (UInt64(0)..<100).lazy.map { LoadSchedule([visit], seconds: 0.1, seed: $0) }
        let schedule = try #require(schedules.first { $0.requests.count == 2 })
        let (gate, order) = (Gate(), Order())
        let clock = JumpingClock(atLast: schedule) { await gate.open() }
        let transport = Answering { number in
            await order.note("sent \(number)")
            if number == 0 {
                await gate.wait()
                clock.advance(by: .seconds(5))
            }
            await order.note("answered \(number)")
            return .init(status: 200)
        }
        let tally = try await OpenLoop(schedule, to: transport, maxInFlight: 10, clock: clock).run().total
        #expect(await order.events == ["sent 0", "answered 0", "sent 1", "answered 1"])
        #expect(tally.sent == 2 && tally.failed == 0)
        #expect(tally.sincePlanned.max >= 4_900_000)
    }

    @Test("a visit under way lets a step go when the one before it has ended, also without being sent")
    func turns() async {
        let visit = VisitUnderWay(Asking())
        await visit.turn(of: 0)
        visit.finish(1)
        await visit.turn(of: 2)
        visit.finish(0)
        await visit.turn(of: 1)
    }

    @Test("a stopped run throws")
    func stopping() async throws {
        let task = Task {
            // Nobody advances this clock.
            let loop = OpenLoop(
                Self.schedule(100),
                to: Answering { _ in .init(status: 200) },
                maxInFlight: 10,
                clock: JumpingClock(sleeping: true)
            )
            return try await loop.run()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
