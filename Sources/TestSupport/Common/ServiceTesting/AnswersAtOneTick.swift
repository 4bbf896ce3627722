package import ExposurePrimitives
package import ServiceKit

/// The answers to requests that are sent at the same time, 7 ms after a tick of the release schedule.
package struct AnswersAtOneTick: Sendable {
    /// When each answer may leave, from the start of the host.
    package let releases: [Duration]
    /// In the order of the requests.
    package let answers: [RawAnswer]

    package var statuses: [Int] { answers.map(\.status) }
    /// Bytes on the wire; one number if all answers have one size.
    package var sizes: Set<Int> { Set(answers.map(\.wireSize)) }

    /// Runs `service` with the standard cover traffic on a clock that stands still, and lets it go on to the tick at
    /// 200 ms once every answer waits.
    ///
    /// - Parameter jobs: the number of the service's jobs. They sleep too, for at least a second.
    package init(
        to requests: [String],
        of service: any HostedService,
        clock: any WallClock,
        jobs: Int = 0
    ) async throws {
        let monotonicClock = ManualMonotonicClock()
        (releases, answers) = try await withRunningHost(
            [service],
            configuration: .forTests(cover: .standard),
            clock: clock,
            monotonicClock: monotonicClock
        ) { ports, _ async throws in
            monotonicClock.advance(by: .milliseconds(7))
            let connections = try requests.map { _ in try RawHTTP(port: ports.public) }
            for (connection, request) in zip(connections, requests) {
                try await connection.send(request)
            }
            await monotonicClock.sleepers(atLeast: requests.count + jobs)
            let releases = monotonicClock.wakeUps.filter { $0 < .seconds(1) }
            monotonicClock.advance(by: .milliseconds(193))
            var answers: [RawAnswer] = []
            for connection in connections {
                answers.append(try await connection.answer())
            }
            return (releases, answers)
        }
    }
}
