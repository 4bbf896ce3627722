import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import ImmuniIngestion
import ServiceKit
import ServiceTesting
import StoreConformance
import Testing

/// Requests on real sockets with simulated time. A request arrives, waits for the disk and for its release, and is
/// answered. Only the simulation advances the time, and the seed decides everything random.
struct LoadSimulation {
    enum Kind: CaseIterable {
        case dummy
        case accepted
        /// A well-formed request with a code that nobody authorised.
        case refused
    }

    struct Observation: Sendable {
        let kind: Kind
        let status: Int
        let size: Int
        let arrival: Duration
        let release: Duration

        var delay: Duration { release - arrival }
    }

    var path = "/v1/ingestion/upload"
    var requestsOfEachKind = 200
    /// The mean distance of two arrivals; the distances are exponentially distributed.
    var meanGap = Duration.milliseconds(8)
    var cover = CoverTraffic.standard
    var dummiesSkipTheCommit = false
    var seed: UInt64 = 1

    /// One request of the plan.
    private struct Arrival {
        let kind: Kind
        let moment: Duration
        let request: String
    }

    func run() async throws -> [Observation] {
        let (events, happened) = AsyncStream.makeStream(of: Event.self)
        let time = ManualMonotonicClock()
        let monotonicClock = AnnouncingMonotonicClock(base: time) { happened.yield(.fellAsleep) }
        let disk = BusyDisk(monotonicClock: monotonicClock, seed: seed)
        func busy(
            _ sample: any UploadRightStore,
            _ uploads: any UploadStore<RightIdentifier, RightEvidence>
        ) -> BusyStores {
            BusyStores(rights: sample, uploads: uploads, disk: disk, dummiesSkipTheCommit: dummiesSkipTheCommit)
        }
        let stores = try await ExposureStores.temporary()
        let sample = try await SampleIngestion(
            wrappingRights: { busy($0, stores.uploads) },
            wrappingUploads: { busy(stores.rights, $0) }
        )
        let arrivals = try await plan(sample)
        var limits = TransportLimits()
        limits.handling = .seconds(600)
        return try await withRunningHost(
            [sample.service],
            configuration: .forTests(limits: limits, cover: cover),
            clock: sample.clock,
            monotonicClock: monotonicClock
        ) { ports, _ in
            try await drive(arrivals, time: time, events: (events, happened), port: ports.public)
        }
    }

    // MARK: - The plan

    private func plan(_ sample: SampleIngestion) async throws -> [Arrival] {
        var generator = SeededGenerator(seed: seed &+ 1_000_000)
        let kinds = Kind.allCases.flatMap { Array(repeating: $0, count: requestsOfEachKind) }
            .shuffled(using: &generator)
        var moment = Duration.zero
        var arrivals: [Arrival] = []
        for (number, kind) in kinds.enumerated() {
            let uniform = Double.random(in: Double.leastNonzeroMagnitude..<1, using: &generator)
            moment += meanGap * -log(uniform) + .nanoseconds(1)
            let code = OneTimePassword.generate(using: &generator).exposedText
            if kind == .accepted {
                try await sample.authorise(code, lifetime: 3600)
            }
            let text = try request(kind, code: code, seed: UInt64(number)).text
            arrivals.append(Arrival(kind: kind, moment: moment, request: text))
        }
        return arrivals
    }

    private func request(_ kind: Kind, code: String, seed: UInt64) throws -> IngestionRequest {
        if kind == .dummy {
            return .dummy(path, seed: seed)
        }
        return path.hasSuffix("upload") ? try .upload(code: code) : try .check(code: code)
    }

    // MARK: - The run

    /// The next action of a request, after it has arrived or was woken.
    private enum Event {
        case fellAsleep
        case answered(Observation)
    }

    /// Announces each sleep of the monotonic clock that tests advance.
    private struct AnnouncingMonotonicClock: MonotonicClock {
        let base: ManualMonotonicClock
        let announce: @Sendable () -> Void

        func elapsed() -> Duration { base.elapsed() }

        func calendarOrigin() -> Duration { base.calendarOrigin() }

        func sleep(until moment: Duration) async throws {
            announce()
            try await base.sleep(until: moment)
        }

        func call(at moment: Duration, _ body: @escaping @Sendable () -> Void) {
            announce()
            base.call(at: moment, body)
        }
    }

    private func drive(
        _ arrivals: [Arrival],
        time: ManualMonotonicClock,
        events: (stream: AsyncStream<Event>, happened: AsyncStream<Event>.Continuation),
        port: Int
    ) async throws -> [Observation] {
        try await withThrowingTaskGroup(of: Void.self) { readers in
            var happening = events.stream.makeAsyncIterator()
            var observations: [Observation] = []
            var coming = arrivals[...]
            while observations.count < arrivals.count {
                let next = [time.wakeUps.first, coming.first?.moment].compactMap(\.self).min()
                let moment = try #require(next)
                var awake = time.wakeUps.count { $0 <= moment }
                var asleep = time.wakeUps.count - awake
                time.advance(by: moment - time.elapsed())
                if let arrival = coming.first, arrival.moment == moment {
                    coming.removeFirst()
                    try await send(arrival, port: port, to: &readers, time: time, happened: events.happened)
                    awake += 1
                }
                // Time stands still until every woken task sleeps again or was answered.
                for _ in 0..<awake {
                    switch try #require(await happening.next()) {
                    case .fellAsleep: asleep += 1
                    case .answered(let observation): observations.append(observation)
                    }
                }
                await time.sleepers(atLeast: asleep)
            }
            try await readers.waitForAll()
            return observations
        }
    }

    private func send(
        _ arrival: Arrival,
        port: Int,
        to readers: inout ThrowingTaskGroup<Void, any Error>,
        time: ManualMonotonicClock,
        happened: AsyncStream<Event>.Continuation
    ) async throws {
        let connection = try RawHTTP(port: port)
        try await connection.send(arrival.request)
        readers.addTask {
            do {
                let answer = try await connection.answer()
                let observation = Observation(
                    kind: arrival.kind,
                    status: answer.status,
                    size: answer.wireSize,
                    arrival: arrival.moment,
                    release: time.elapsed()
                )
                happened.yield(.answered(observation))
            } catch {
                // Ends the wait for this answer, which then fails the test.
                happened.finish()
                throw error
            }
        }
    }
}
